import { Checkbox, MultiSelect, SegmentedControl, SimpleGrid, TextInput } from '@mantine/core'
import type { adminDiscounts } from '@shop/contract/discounts/admin'
import { DISCOUNT_KINDS } from '@shop/contract/discounts/rules'
import type { ResultOf } from '@shop/contract/http/call'
import { typed } from '../ui/form.tsx'
import type { CodeValues } from './discount-values.ts'

/** The lines and products that a code can be for. */
export type Goods = ResultOf<typeof adminDiscounts.listCodes>['goods']

const KIND_LABELS = { percent: 'Percent', amount: 'Dollars' } as const

type FieldsProps = {
  values: CodeValues
  goods: Goods
  /** Errors by field: `terms.value`. */
  errors: Readonly<Record<string, string>>
  onChange: (values: CodeValues) => void
}

export function DiscountFields({ values, goods, errors, onChange }: FieldsProps) {
  const set = (changed: Partial<CodeValues>) => onChange({ ...values, ...changed })
  const field = (name: 'value' | 'minimum' | 'starts_on' | 'ends_on' | 'max_uses', error: string = name) => ({
    error: errors[`terms.${error}`],
    ...typed(values[name], (text) => set({ [name]: text })),
  })
  return (
    <>
      <SegmentedControl
        aria-label="Percent or dollars"
        data={DISCOUNT_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }))}
        value={values.kind}
        onChange={(kind) => set({ kind })}
        maw="24rem"
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label={values.kind === 'percent' ? 'Percent off' : 'Dollars off'}
          description={
            values.kind === 'percent'
              ? 'Taken off each line and rounded to the cent'
              : 'Taken off the order and split across its lines'
          }
          inputMode="decimal"
          {...field('value')}
        />
        <TextInput
          label="Minimum order, in dollars (optional)"
          description="Before the discount, without delivery"
          inputMode="decimal"
          {...field('minimum', 'minimum_cents')}
        />
      </SimpleGrid>
      <MultiSelect
        label="Only for these lines (optional)"
        description="Leave lines and products empty to cover everything"
        data={withChosen(
          goods.lines.map((line) => ({ value: line, label: line })),
          values.lines,
        )}
        value={values.lines}
        onChange={(lines) => set({ lines })}
        error={errors['terms.lines']}
        size="md"
        searchable
        clearable
      />
      <MultiSelect
        label="Only for these products (optional)"
        data={withChosen(
          goods.products.map(({ product_id, product_name }) => ({ value: product_id, label: product_name })),
          values.product_ids,
        )}
        value={values.product_ids}
        onChange={(product_ids) => set({ product_ids })}
        error={errors['terms.product_ids']}
        size="md"
        searchable
        clearable
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput label="First day (optional)" type="date" {...field('starts_on')} />
        <TextInput label="Last day (optional)" type="date" {...field('ends_on')} />
        <TextInput
          label="Maximum number of uses (optional)"
          description="Leave empty for no limit"
          inputMode="numeric"
          {...field('max_uses')}
        />
      </SimpleGrid>
      <Checkbox
        label="Each email address can use it once"
        checked={values.once_each}
        onChange={(event) => set({ once_each: event.currentTarget.checked })}
      />
    </>
  )
}

type Choice = { value: string; label: string }

/** Chosen goods that have left the catalog can still be taken out. */
function withChosen(choices: readonly Choice[], chosen: readonly string[]): Choice[] {
  const gone = chosen.filter((value) => !choices.some((choice) => choice.value === value))
  return [...choices, ...gone.map((value) => ({ value, label: `${value} (no longer here)` }))]
}
