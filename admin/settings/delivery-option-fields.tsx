import { ActionIcon, Fieldset, Group, Text, TextInput } from '@mantine/core'
import { DELIVERY_FIELDS } from '@shop/contract/delivery'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { daysWarning, editDays, type OptionValues } from './checkout-values.ts'
import classes from './settings.module.css'

type FieldsProps = {
  option: OptionValues
  errors: (name: keyof OptionValues) => string | undefined
  onEdit: (change: Partial<OptionValues>) => void
  /** `null` for the first one. */
  onMoveUp: (() => void) | null
  /** `null` for the last one. */
  onMoveDown: (() => void) | null
  onRemove: () => void
}

/** The fields of one delivery option, with its place in the list. */
export function DeliveryOptionFields({ option, errors, onEdit, onMoveUp, onMoveDown, onRemove }: FieldsProps) {
  const name = option.display_text === '' ? 'New option' : option.display_text
  const warning = daysWarning(option)
  const field = (key: keyof OptionValues) => ({
    value: option[key],
    error: errors(key),
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => onEdit({ [key]: currentTarget.value }),
  })
  return (
    <Fieldset legend={name} variant="unstyled" className={classes.option ?? ''}>
      <TextInput
        label="Text at the checkout"
        maxLength={DELIVERY_FIELDS.display_text.max}
        mb="sm"
        description={
          warning !== null && (
            <Text span inherit c="amber">
              {warning}
            </Text>
          )
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...field('display_text')}
      />
      <div className={classes.optionFields}>
        <TextInput label="Cost" inputMode="decimal" leftSection="$" maxLength={9} {...field('delivery_cost')} />
        <TextInput
          label="Business days"
          inputMode="numeric"
          maxLength={4}
          {...field('estimated_days')}
          onChange={({ currentTarget }) => onEdit(editDays(option, currentTarget.value))}
        />
        <TextInput label="Carrier" maxLength={DELIVERY_FIELDS.provider_name.max} {...field('provider_name')} />
        <TextInput label="Kind" maxLength={DELIVERY_FIELDS.delivery_type.max} {...field('delivery_type')} />
      </div>
      <Group gap="xs" mt="sm" justify="end">
        <ActionIcon disabled={onMoveUp === null} onClick={() => onMoveUp?.()} aria-label={`Move up: ${name}`}>
          <ArrowUp aria-hidden size={20} />
        </ActionIcon>
        <ActionIcon disabled={onMoveDown === null} onClick={() => onMoveDown?.()} aria-label={`Move down: ${name}`}>
          <ArrowDown aria-hidden size={20} />
        </ActionIcon>
        <ActionIcon color="brick" onClick={onRemove} aria-label={`Remove: ${name}`}>
          <Trash2 aria-hidden size={20} />
        </ActionIcon>
      </Group>
    </Fieldset>
  )
}
