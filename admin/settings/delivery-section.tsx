import { ActionIcon, Fieldset, Group, Text, TextInput } from '@mantine/core'
import { type AdminDeliveryOption, adminCheckout } from '@shop/contract/delivery/admin'
import { DELIVERY_FIELDS } from '@shop/contract/delivery/calls'
import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { QuietButton } from '../ui/page.tsx'
import { Loaded } from '../ui/states.tsx'
import {
  daysWarning,
  editDays,
  mergeOptions,
  moved,
  type OptionValues,
  optionDifferences,
  optionErrors,
  optionValues,
  soonWarning,
  toOption,
  withNewOption,
} from './checkout-values.ts'
import { SaveButton, SavedForm } from './forms/saved-form.tsx'
import { useSavedForm } from './forms/use-saved-form.ts'
import classes from './settings.module.css'
import { deliveryQuery } from './settings.queries.ts'
import { LinkedSection } from './shop/linked-section.tsx'

/** The delivery options, saved together as one change with one Undo. */
export function DeliverySection({ shipDays }: { shipDays: number }) {
  return (
    <LinkedSection anchor="delivery" title="Delivery options">
      <Loaded query={useQuery(deliveryQuery)} label="Loading delivery options">
        {(options) => <DeliveryForm options={options} shipDays={shipDays} />}
      </Loaded>
    </LinkedSection>
  )
}

function DeliveryForm({ options, shipDays }: { options: readonly AdminDeliveryOption[]; shipDays: number }) {
  const present = options.map(optionValues)
  const form = useSavedForm(adminCheckout.replaceDeliveryOptions, {
    present,
    merge: mergeOptions,
    findErrors: optionErrors,
    requestOf: (wanted, seen) => ({ body: { wanted: wanted.map(toOption), seen: seen.map(toOption) } }),
    normalize: (edited) => edited.map(toOption).map(optionValues),
    writeSaved: (queryClient, saved) => queryClient.setQueryData(deliveryQuery.queryKey, saved.map(toOption)),
    done: 'Delivery options saved. Checkout shows them within a second',
    refreshes: deliveryQuery.queryKey,
  })
  const { value, set, errors } = form
  return (
    <SavedForm
      form={form}
      intro="Shown in this order at checkout, with the first one selected. The cost is per item."
      differences={() => optionDifferences(present, value)}
      actions={
        <Group gap="sm">
          <QuietButton onClick={() => set(withNewOption(value))}>Add an option</QuietButton>
          <SaveButton form={form}>Save the delivery options</SaveButton>
        </Group>
      }
    >
      {value.length === 0 && <Text>There are none, so checkout says delivery isn’t available.</Text>}
      {value.map((option, index) => (
        <DeliveryOptionFields
          key={option.delivery_type_id}
          option={option}
          shipDays={shipDays}
          errors={(name) => errors[`${index}.${name}`]}
          onEdit={(edited) => set(value.map((other, place) => (place === index ? { ...other, ...edited } : other)))}
          onMoveUp={index === 0 ? null : () => set(moved(value, index, -1))}
          onMoveDown={index === value.length - 1 ? null : () => set(moved(value, index, 1))}
          onRemove={() => set(value.filter((_option, place) => place !== index))}
        />
      ))}
    </SavedForm>
  )
}

type FieldsProps = {
  option: OptionValues
  /** Business days until an order ships. */
  shipDays: number
  errors: (name: keyof OptionValues) => string | undefined
  onEdit: (change: Partial<OptionValues>) => void
  /** `null` for the first one. */
  onMoveUp: (() => void) | null
  /** `null` for the last one. */
  onMoveDown: (() => void) | null
  onRemove: () => void
}

function DeliveryOptionFields({ option, shipDays, errors, onEdit, onMoveUp, onMoveDown, onRemove }: FieldsProps) {
  const name = option.display_text === '' ? 'New option' : option.display_text
  const warning = daysWarning(option) ?? soonWarning(option, shipDays)
  const field = (key: keyof OptionValues) => ({
    value: option[key],
    error: errors(key),
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => onEdit({ [key]: currentTarget.value }),
  })
  return (
    <Fieldset legend={name} variant="unstyled" className={classes.option ?? ''}>
      <TextInput
        label="Text at checkout"
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
        <TextInput label="Cost" inputMode="decimal" leftSection="$" maxLength={9} {...field('delivery_cost_cents')} />
        <TextInput
          label="Business days"
          inputMode="numeric"
          maxLength={4}
          {...field('estimated_days')}
          onChange={({ currentTarget }) => onEdit(editDays(option, currentTarget.value))}
        />
        <TextInput label="Carrier" maxLength={DELIVERY_FIELDS.provider_name.max} {...field('provider_name')} />
        <TextInput label="Service" maxLength={DELIVERY_FIELDS.delivery_type.max} {...field('delivery_type')} />
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
