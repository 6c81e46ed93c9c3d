import { Button, SegmentedControl, Select, SimpleGrid, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { MAX_PRICE } from '@shop/contract/catalog/calls'
import { adminSeveralProducts, type Sale } from '@shop/contract/catalog/several-products'
import { dollars, parseDollars } from '@shop/contract/money'
import { call } from '../../app/call.ts'
import { focusFirstError, usePlainCall } from '../../ui/form.tsx'
import { Hint, Section } from '../../ui/page.tsx'
import { FailureLine } from '../../ui/states.tsx'
import { useLines } from '../catalog.queries.ts'
import { parsePercent } from './prices-tab.tsx'
import { SalePreview } from './sale-preview.tsx'

type Wanted = { sale: Sale | null; line: string | null; search: string }
type Values = Typed & { kind: Kind; line: string | null; search: string }
const EMPTY_FORM: Typed = { amount: '', from: '', until: '' }

/** A sale from day to day: old and new for each product first, and then all of them as one change. */
export function SaleTab() {
  const lines = useLines()
  const { press, isPending, failure, result, clear } = usePlainCall(async ({ sale, line, search }: Wanted) => {
    const body = { sale, search, ...(line === null ? {} : { line }) }
    return { at: Date.now(), sale, changes: (await call(adminSeveralProducts.previewSale, { body })).changes }
  })
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues: { ...EMPTY_FORM, kind: 'percent', line: null, search: '' },
    validate: ({ kind, ...typed }) => {
      const read = parseSale(kind, typed)
      return 'errors' in read ? read.errors : {}
    },
    onValuesChange: () => {
      clear()
      form.clearErrors()
    },
  })
  const { kind } = form.values
  const show = form.onSubmit(({ kind, line, search, ...typed }) => {
    const read = parseSale(kind, typed)
    if ('sale' in read && !isPending) press({ sale: read.sale, line, search })
  }, focusFirstError)
  return (
    <>
      <Section title="Put products on sale">
        <form noValidate onSubmit={show}>
          <SegmentedControl aria-label="What to do" mb="sm" data={[...SALE_KINDS]} {...form.getInputProps('kind')} />
          {kind !== 'end' && (
            <>
              <TextInput
                label="Discount"
                inputMode="decimal"
                maxLength={10}
                w={140}
                {...(kind === 'percent' ? { rightSection: '%' } : { leftSection: '$' })}
                {...form.getInputProps('amount')}
              />
              <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" maw="30rem" my="sm">
                <TextInput type="date" label="First day" {...form.getInputProps('from')} />
                <TextInput type="date" label="Last day" {...form.getInputProps('until')} />
              </SimpleGrid>
            </>
          )}
          <SimpleGrid cols={2} spacing="sm" maw="30rem">
            <Select label="Apply to" placeholder="All lines" clearable data={lines} {...form.getInputProps('line')} />
            <TextInput label="Name contains" type="search" maxLength={200} {...form.getInputProps('search')} />
          </SimpleGrid>
          <Button type="submit" variant="default" mt="md" loading={isPending}>
            Show old and new prices
          </Button>
          <FailureLine text={failure} />
        </form>
        <Hint mt="sm">
          {kind === 'end'
            ? 'The sale ends now, and shoppers pay the regular price again.'
            : 'The regular price is crossed out. Sales start and end at midnight. Without a first day, the sale starts now. Without a last day, it runs until you end it.'}{' '}
          You’ll see each price before anything changes.
        </Hint>
      </Section>
      {result !== undefined && (
        <SalePreview key={result.at} {...result} onDone={() => form.setValues(EMPTY_FORM)} onStale={() => show()} />
      )}
    </>
  )
}

/** The action: percent off, dollars off, or the end of a sale. */
export const SALE_KINDS = [
  { value: 'percent', label: '% off' },
  { value: 'dollars', label: '$ off' },
  { value: 'end', label: 'End a sale' },
] as const
export type Kind = (typeof SALE_KINDS)[number]['value']

type Typed = { amount: string; from: string; until: string }

/** The sale that was typed, `null` for the end of one; or what is wrong, by field. */
export function parseSale(
  kind: Kind,
  { amount, from, until }: Typed,
): { sale: Sale | null } | { errors: Partial<Typed> } {
  if (kind === 'end') return { sale: null }
  const reduction = parseReduction(kind, amount)
  const isBefore = from !== '' && until !== '' && until < from
  if ('error' in reduction || isBefore) {
    return {
      errors: {
        ...('error' in reduction ? { amount: reduction.error } : {}),
        ...(isBefore ? { until: 'This is before the first day' } : {}),
      },
    }
  }
  return { sale: { reduction, from: from === '' ? null : from, until: until === '' ? null : until } }
}

function parseReduction(kind: 'percent' | 'dollars', text: string): Sale['reduction'] | { error: string } {
  if (kind === 'percent') {
    const read = parsePercent(text, 'down')
    return 'error' in read ? read : { by: 'percent', percent: -read.percent }
  }
  const amount_cents = parseDollars(text) ?? 0
  if (amount_cents === 0 || dollars(amount_cents) > MAX_PRICE) {
    return { error: 'Please enter dollars such as 15 or 15.50' }
  }
  return { by: 'amount', amount_cents }
}
