import { Button, Group, SegmentedControl, Text, TextInput } from '@mantine/core'
import { type AdminProduct, changeStockEndpoint, STOCK_NOTE_LENGTH } from '@shop/contract/admin/catalog'
import { setStockEndpoint } from '@shop/contract/admin/several-products'
import { useRef, useState } from 'react'
import { useChange } from '../app/use-change.ts'
import { Form, typed, useSentFields } from '../ui/form.tsx'
import { Section } from '../ui/page.tsx'
import { FailureLine, failureOf } from '../ui/states.tsx'
import { PRODUCTS_KEY, productQuery } from './catalog.queries.ts'
import { describeCount, describeUnits, type Movement, readUnits } from './stock.ts'

const MOVEMENTS: readonly { value: Movement; label: string }[] = [
  { value: 'counted', label: 'Counted' },
  { value: 'sold', label: 'Sold' },
  { value: 'made', label: 'Came in' },
]

type StockFields = { count: string; note: string }
const UNTOUCHED: StockFields = { count: '', note: '' }

/** How many were counted, sold at a fair, or came from the workshop. */
export function StockSection({ product }: { product: AdminProduct }) {
  const { stock_quantity: stock } = product
  const [movement, setMovement] = useState<Movement>('counted')
  const [problem, setProblem] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const { send, isPending, error } = useStockChange(product)
  const { fields, change: type, clear } = useSentFields<StockFields>(UNTOUCHED, error)
  const read = readUnits(fields.count, { movement, stock })
  const submit = () => {
    setProblem('error' in read ? read.error : null)
    if ('error' in read) input.current?.focus()
    else if (send(movement, read.units, fields.note.trim())) clear()
  }
  return (
    <Section title="Stock">
      <Form onSubmit={submit}>
        <Group justify="space-between" gap="sm" mb="sm">
          <Text fz="xl" fw={600}>
            {stock === 0 ? 'Sold out' : `${stock} in stock`}
          </Text>
          <SegmentedControl
            aria-label="What happened"
            data={[...MOVEMENTS]}
            value={movement}
            onChange={(value) => {
              setMovement(MOVEMENTS.find((known) => known.value === value)?.value ?? 'counted')
              setProblem(null)
            }}
          />
        </Group>
        <Group align="end" gap="sm">
          <TextInput
            ref={input}
            label={movement === 'counted' ? 'How many there are' : 'How many'}
            inputMode="numeric"
            autoComplete="off"
            w={180}
            value={fields.count}
            error={problem !== null}
            onChange={({ currentTarget }) => {
              type({ count: currentTarget.value })
              setProblem(null)
            }}
          />
          <TextInput
            label="What for (optional)"
            maxLength={STOCK_NOTE_LENGTH}
            {...typed(fields.note, (text) => type({ note: text }))}
            style={{ flex: '1 1 9rem' }}
          />
          <Button type="submit" loading={isPending}>
            {labelOf(movement, 'units' in read ? ` ${read.units}` : '')}
          </Button>
        </Group>
        <Text c="brick" fz="sm" mt={problem === null ? 0 : 'xs'} role="alert">
          {problem}
        </Text>
        <FailureLine text={failureOf(error)} />
      </Form>
    </Section>
  )
}

function labelOf(movement: Movement, units: string): string {
  if (movement === 'counted') return units === '' ? 'Set the stock' : `Set to${units}`
  return movement === 'sold' ? `Take${units} out` : `Add${units}`
}

/** Sets the stock to a counted number, unless it has changed since it was seen; or takes from it, or adds to it. */
function useStockChange({ product_id, product_name, stock_quantity: seen }: AdminProduct) {
  const options = { refreshes: [PRODUCTS_KEY], showsError: true }
  const { queryKey } = productQuery(product_id)
  const counted = useChange(setStockEndpoint, {
    ...options,
    done: ({ body: { products, note } }) => describeCount(product_name, products[0]?.stock ?? 0, note ?? ''),
    applyOptimistically: (queryClient, { body: { products } }) =>
      queryClient.setQueryData(
        queryKey,
        (before) => before && { ...before, stock_quantity: products[0]?.stock ?? before.stock_quantity },
      ),
  })
  const moved = useChange(changeStockEndpoint, {
    ...options,
    done: ({ body: { delta, note } }) => describeUnits(delta, note ?? ''),
    applyOptimistically: (queryClient, { body }) =>
      queryClient.setQueryData(
        queryKey,
        (before) => before && { ...before, stock_quantity: Math.max(0, before.stock_quantity + body.delta) },
      ),
  })
  const send = (movement: Movement, units: number, note: string): boolean => {
    if (movement === 'counted') {
      moved.reset()
      return counted.change({ body: { products: [{ product_id, seen, stock: units }], note } })
    }
    counted.reset()
    return moved.change({ params: { product_id }, body: { delta: movement === 'sold' ? -units : units, note } })
  }
  return { send, isPending: counted.isPending || moved.isPending, error: counted.error ?? moved.error }
}
