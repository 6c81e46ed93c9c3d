import { Button, Group, Text } from '@mantine/core'
import { type AdminDeliveryOption, replaceDeliveryOptionsEndpoint } from '@shop/contract/admin/checkout'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../ui/loaded.tsx'
import { Section } from '../ui/section.tsx'
import {
  mergeOptions,
  moved,
  optionDifferences,
  optionErrors,
  optionValues,
  toOption,
  withNewOption,
} from './checkout-values.ts'
import { DeliveryOptionFields } from './delivery-option-fields.tsx'
import { SaveButton, SavedForm } from './saved-form.tsx'
import { deliveryQuery } from './settings.queries.ts'
import { useSavedForm } from './use-saved-form.ts'

/** The delivery options, saved together as one change with one Undo. */
export function DeliverySection() {
  return (
    <Section title="Delivery options">
      <Loaded query={useQuery(deliveryQuery)} label="Loading delivery options">
        {(options) => <DeliveryForm options={options} />}
      </Loaded>
    </Section>
  )
}

function DeliveryForm({ options }: { options: readonly AdminDeliveryOption[] }) {
  const present = options.map(optionValues)
  const form = useSavedForm(replaceDeliveryOptionsEndpoint, {
    present,
    merge: mergeOptions,
    findErrors: optionErrors,
    requestOf: (wanted, seen) => ({ body: { wanted: wanted.map(toOption), seen: seen.map(toOption) } }),
    normalize: (edited) => edited.map(toOption).map(optionValues),
    writeSaved: (queryClient, saved) => queryClient.setQueryData(deliveryQuery.queryKey, saved.map(toOption)),
    done: 'Delivery options saved. The checkout shows them within a second',
    refreshes: deliveryQuery.queryKey,
  })
  const { value, set, errors } = form
  return (
    <SavedForm
      form={form}
      intro="In this order at the checkout; the first is preselected. The cost is for each piece of goods."
      differences={() => optionDifferences(present, value)}
      actions={
        <Group gap="sm">
          <Button variant="default" onClick={() => set(withNewOption(value))}>
            Add an option
          </Button>
          <SaveButton form={form}>Save the delivery options</SaveButton>
        </Group>
      }
    >
      {value.length === 0 && <Text>There is none, so the checkout says that delivery is not available.</Text>}
      {value.map((option, index) => (
        <DeliveryOptionFields
          key={option.delivery_type_id}
          option={option}
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
