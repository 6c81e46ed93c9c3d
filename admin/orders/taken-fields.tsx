import { Checkbox, Group, SegmentedControl, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { ADDRESS_LENGTH, NOTE_LENGTH } from '@shop/contract/admin/orders'
import { EMAIL_LENGTH, NAME_LENGTH } from '@shop/contract/customer'
import { formatMoney } from '@shop/contract/money'
import type { ReactNode } from 'react'
import { Columns } from '../ui/columns.tsx'
import { linesHigh } from '../ui/lines-high.ts'
import { Section } from '../ui/section.tsx'
import { ProductSearch } from './product-search.tsx'
import { addItem, type TakenDraft, totalOf } from './taken-draft.ts'
import { TakenItems } from './taken-items.tsx'

type FieldsProps = {
  draft: TakenDraft
  /** What is wrong, by field. */
  errors: Readonly<Record<string, string>>
  onChange: (draft: TakenDraft) => void
}

/** The form of an order: its products, the customer, what else was agreed, and the buttons that send it. */
export function TakenFields({ children, ...props }: FieldsProps & { children: ReactNode }) {
  const { draft, errors, onChange } = props
  const total = totalOf(draft)
  return (
    <Columns
      left={
        <Section title="Products">
          <Stack>
            <TakenItems items={draft.items} errors={errors} onChange={(items) => onChange({ ...draft, items })} />
            <ProductSearch
              error={errors.items}
              onAdd={(product) => onChange({ ...draft, items: addItem(draft.items, product) })}
            />
          </Stack>
        </Section>
      }
      right={
        <>
          <CustomerSection {...props} />
          <AgreedSection {...props} />
          <Group justify="space-between">
            <Text fw={600}>Total</Text>
            <Text fw={600} fz="lg">
              {total === null ? 'An amount cannot be read' : formatMoney(total)}
            </Text>
          </Group>
          {children}
        </>
      }
    />
  )
}

function CustomerSection({ draft, errors, onChange }: FieldsProps) {
  return (
    <Section title="Customer">
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            label="First name"
            autoComplete="off"
            maxLength={NAME_LENGTH}
            value={draft.first_name}
            error={errors.first_name}
            onChange={(event) => onChange({ ...draft, first_name: event.currentTarget.value })}
          />
          <TextInput
            label="Last name"
            autoComplete="off"
            maxLength={NAME_LENGTH}
            value={draft.last_name}
            error={errors.last_name}
            onChange={(event) => onChange({ ...draft, last_name: event.currentTarget.value })}
          />
        </SimpleGrid>
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="off"
          maxLength={EMAIL_LENGTH}
          value={draft.email}
          error={errors.email}
          onChange={(event) => onChange({ ...draft, email: event.currentTarget.value })}
        />
      </Stack>
    </Section>
  )
}

function AgreedSection({ draft, errors, onChange }: FieldsProps) {
  return (
    <Section title="What was agreed">
      <Stack>
        <SegmentedControl
          fullWidth
          aria-label="Where the order was taken"
          data={[
            { value: 'fair', label: 'At a fair' },
            { value: 'phone', label: 'By phone' },
          ]}
          value={draft.channel}
          onChange={(value) => {
            const isFair = value === 'fair'
            onChange({ ...draft, channel: isFair ? 'fair' : 'phone', handed_over: isFair })
          }}
        />
        <Checkbox
          label="The customer has taken it along; nothing is to be shipped"
          checked={draft.handed_over}
          onChange={(event) => onChange({ ...draft, handed_over: event.currentTarget.checked })}
        />
        {!draft.handed_over && (
          <Textarea
            label="Delivery address (optional)"
            description="Street, city, state and ZIP code, for the packing slip"
            autoComplete="off"
            maxLength={ADDRESS_LENGTH}
            styles={{ input: linesHigh(3) }}
            value={draft.address}
            error={errors.delivery_address}
            onChange={(event) => onChange({ ...draft, address: event.currentTarget.value })}
          />
        )}
        <SimpleGrid cols={2}>
          <TextInput
            label="Delivery"
            description="In dollars"
            inputMode="decimal"
            value={draft.delivery}
            error={errors.delivery_cents}
            onChange={(event) => onChange({ ...draft, delivery: event.currentTarget.value })}
          />
          <TextInput
            label="Sales tax"
            description="In dollars"
            inputMode="decimal"
            value={draft.tax}
            error={errors.tax_cents}
            onChange={(event) => onChange({ ...draft, tax: event.currentTarget.value })}
          />
        </SimpleGrid>
        <Textarea
          label="Note, for you and your helpers alone"
          description="How it was paid, for one"
          maxLength={NOTE_LENGTH}
          value={draft.note}
          error={errors.note}
          onChange={(event) => onChange({ ...draft, note: event.currentTarget.value })}
        />
      </Stack>
    </Section>
  )
}
