import { Button, Group, Stack, Text } from '@mantine/core'
import { type AdminDeliveryOption, replaceDeliveryOptionsEndpoint } from '@shop/contract/admin/checkout'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AdminCallError } from '../app/call.ts'
import { useChange } from '../app/use-change.ts'
import { ErrorState, messageOf } from '../ui/error-state.tsx'
import { FailureLine } from '../ui/failure-line.tsx'
import { Loading } from '../ui/loading.tsx'
import { Section } from '../ui/section.tsx'
import { moved, optionDifferences, optionErrors, optionValues, toOption, withNewOption } from './checkout-values.ts'
import { ConflictSection } from './conflict-section.tsx'
import { DeliveryOptionFields } from './delivery-option-fields.tsx'
import { deliveryQuery } from './settings.queries.ts'
import { useEdited } from './use-edited.ts'

/** The delivery options, saved together as one change with one Undo. */
export function DeliverySection() {
  const { data: options, error, refetch } = useQuery(deliveryQuery)
  return (
    <Section title="Delivery options">
      {options === undefined && error === null && <Loading label="Loading delivery options" />}
      {options === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {options !== undefined && <DeliveryForm options={options} />}
    </Section>
  )
}

function DeliveryForm({ options }: { options: readonly AdminDeliveryOption[] }) {
  const { value, base, isChanged, hasNewer, set, takeTheirs, keepMine } = useEdited(options.map(optionValues))
  const [shown, setShown] = useState<Record<string, string>>({})
  const { change, isPending, error } = useChange(replaceDeliveryOptionsEndpoint, {
    done: 'Saved. The checkout shows it within a second',
    refreshes: [deliveryQuery.queryKey],
    onDone: takeTheirs,
    showsError: true,
  })
  const errors = { ...(error instanceof AdminCallError ? error.fields : {}), ...shown }
  const save = () => {
    const found = optionErrors(value)
    setShown(found)
    if (Object.keys(found).length > 0) return focusFirstError()
    change({ body: { wanted: value.map(toOption), seen: base.map(toOption) } })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) save()
      }}
    >
      <Stack gap="md">
        <Text c="dimmed" fz="sm">
          In this order at the checkout; the first is preselected. The cost is for each piece of goods.
        </Text>
        {hasNewer && (
          <ConflictSection
            differences={optionDifferences(options.map(optionValues), value)}
            onKeepMine={keepMine}
            onTakeTheirs={takeTheirs}
          />
        )}
        <FailureLine text={error === null || hasNewer ? null : messageOf(error)} />
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
        <Group gap="sm">
          <Button variant="default" onClick={() => set(withNewOption(value))}>
            Add an option
          </Button>
          <Button type="submit" loading={isPending} disabled={!isChanged || hasNewer}>
            Save the delivery options
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function focusFirstError(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}
