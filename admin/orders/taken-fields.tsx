import { Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { PHONE_LENGTH } from '@shop/contract/admin/orders'
import { EMAIL_LENGTH, NAME_LENGTH } from '@shop/contract/customer'
import { formatMoney } from '@shop/contract/money'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Columns } from '../ui/columns.tsx'
import { Section } from '../ui/section.tsx'
import { AgreedSection } from './agreed-section.tsx'
import { termsQuery } from './orders.queries.ts'
import { ProductSearch } from './product-search.tsx'
import { addItem, type FieldsProps, sumsOf } from './taken-draft.ts'
import { TakenItems } from './taken-items.tsx'

/** The form of an order: its products, the customer, what else was agreed, and the buttons that send it. */
export function TakenFields({ children, ...props }: FieldsProps & { children: ReactNode }) {
  const { draft, errors, onChange } = props
  const { data: terms } = useQuery(termsQuery)
  const sums = sumsOf(draft, terms)
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
          <AgreedSection {...props} terms={terms} sums={sums} />
          <Group justify="space-between">
            <Text fw={600}>Total</Text>
            <Text fw={600} fz="lg">
              {sums === null ? 'An amount cannot be read' : formatMoney(sums.total)}
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
          label="Telephone (optional)"
          type="tel"
          autoComplete="off"
          maxLength={PHONE_LENGTH}
          value={draft.phone}
          error={errors.phone}
          onChange={(event) => onChange({ ...draft, phone: event.currentTarget.value })}
        />
        <TextInput
          label="E-mail (optional)"
          description="Without one nobody gets a mail, and the customer cannot look the order up"
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
