import { Button, Group, SegmentedControl, Text, TextInput } from '@mantine/core'
import { type AdminProduct, changeStockEndpoint, STOCK_NOTE_LENGTH } from '@shop/contract/admin/products'
import { useState } from 'react'
import { AdminCallError } from '../app/call.ts'
import { useChange } from '../app/use-change.ts'
import { FailureLine } from '../ui/failure-line.tsx'
import { Section } from '../ui/section.tsx'
import { useSentFields } from '../ui/use-sent-fields.ts'
import { PRODUCTS_KEY, productQuery } from './products.queries.ts'
import { type Direction, readUnits } from './read-units.ts'

const REASONS: Readonly<Record<Direction, string>> = { sold: 'Sold at the fair', made: 'Made in the workshop' }

type StockFields = { count: string; note: string }
const UNTOUCHED: StockFields = { count: '1', note: '' }

/** How many there are, and what was sold at a fair or came from the workshop. */
export function StockSection({ product }: { product: AdminProduct }) {
  const { product_id, stock_quantity: stock } = product
  const [direction, setDirection] = useState<Direction>(stock === 0 ? 'made' : 'sold')
  const [problem, setProblem] = useState<string | null>(null)
  const { change, isPending, error } = useChange(changeStockEndpoint, {
    done: ({ body }) => (body.delta < 0 ? `Sold ${-body.delta}: ${body.note}` : `Added ${body.delta}: ${body.note}`),
    refreshes: [PRODUCTS_KEY],
    applyOptimistically: (queryClient, { body }) =>
      queryClient.setQueryData(
        productQuery(product_id).queryKey,
        (before) => before && { ...before, stock_quantity: Math.max(0, before.stock_quantity + body.delta) },
      ),
    showsError: true,
  })
  const { fields, change: type, clear } = useSentFields<StockFields>(UNTOUCHED, error)
  const { count, note } = fields
  const reason = note.trim() === '' ? REASONS[direction] : note.trim()
  const read = readUnits(count, { direction, stock })
  const units = 'units' in read ? ` ${read.units}` : ''
  const send = () => {
    if ('error' in read) {
      setProblem(read.error)
      return
    }
    setProblem(null)
    const delta = direction === 'sold' ? -read.units : read.units
    if (change({ params: { product_id }, body: { delta, note: reason } })) clear()
  }
  return (
    <Section title="Stock">
      <Text fz="xl" fw={600} mb="sm">
        {stock === 0 ? 'Sold out' : `${stock} in stock`}
      </Text>
      <Group align="end" gap="sm">
        <SegmentedControl
          aria-label="What happened"
          data={[
            { value: 'sold', label: 'Sold' },
            { value: 'made', label: 'Came in' },
          ]}
          value={direction}
          onChange={(value) => {
            setDirection(value === 'made' ? 'made' : 'sold')
            setProblem(null)
          }}
        />
        <TextInput
          label="How many"
          inputMode="numeric"
          w={110}
          value={count}
          error={problem !== null}
          onChange={({ currentTarget }) => {
            type({ count: currentTarget.value })
            setProblem(null)
          }}
        />
        <TextInput
          label="What for"
          placeholder={REASONS[direction]}
          maxLength={STOCK_NOTE_LENGTH}
          value={note}
          onChange={({ currentTarget }) => type({ note: currentTarget.value })}
          style={{ flex: '1 1 12rem' }}
        />
        <Button loading={isPending} onClick={send}>
          {direction === 'sold' ? `Take${units} out` : `Add${units}`}
        </Button>
      </Group>
      <Text c="brick" fz="sm" mt={problem === null ? 0 : 'xs'} role="alert">
        {problem}
      </Text>
      <FailureLine text={error instanceof AdminCallError ? error.message : null} />
    </Section>
  )
}
