import { Badge, Button, Group, SegmentedControl, Text, TextInput } from '@mantine/core'
import { type AdminProduct, adminCatalog, type ListedAdminProduct } from '@shop/contract/catalog/admin'
import { adminSeveralProducts } from '@shop/contract/catalog/several-products'
import { LOW_STOCK, MAX_PRODUCT_STOCK, STOCK_NOTE_LENGTH } from '@shop/contract/catalog/stock'
import { useId, useRef, useState } from 'react'
import { useChange } from '../app/changes/use-change.ts'
import { Form, typed, useSentFields } from '../ui/form.tsx'
import { Section } from '../ui/page.tsx'
import { FailureLine, failureOf } from '../ui/states.tsx'
import { WaitingNote } from '../waitlist/waiting-note.tsx'
import { PRODUCTS_KEY, productQuery } from './catalog.queries.ts'

const MOVEMENT_OPTIONS: readonly { value: Movement; label: string }[] = [
  { value: 'counted', label: 'Counted' },
  { value: 'sold', label: 'Sold' },
  { value: 'made', label: 'Received' },
]

type StockFields = { count: string; note: string }
const EMPTY_FIELDS: StockFields = { count: '', note: '' }

/** How many were counted, sold at a fair, or came from the workshop. */
export function StockSection({ product }: { product: AdminProduct }) {
  const { stock_quantity: stock } = product
  const [movement, setMovement] = useState<Movement>('counted')
  const [problem, setProblem] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const { send, isPending, error } = useStockChange(product)
  const { fields, change: type, clear } = useSentFields<StockFields>(EMPTY_FIELDS, error)
  const read = parseUnits(fields.count, { movement, stock })
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
            data={[...MOVEMENT_OPTIONS]}
            value={movement}
            onChange={(value) => {
              setMovement(MOVEMENT_OPTIONS.find((known) => known.value === value)?.value ?? 'counted')
              setProblem(null)
            }}
          />
        </Group>
        <Group align="end" gap="sm">
          <TextInput
            ref={input}
            label={movement === 'counted' ? 'Number in stock' : 'Quantity'}
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
            label="Reason (optional)"
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
      <WaitingNote productId={product.product_id} />
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
  const counted = useChange(adminSeveralProducts.setStock, {
    ...options,
    done: ({ body: { products, note } }) => describeCount(product_name, products[0]?.stock ?? 0, note ?? ''),
    applyOptimistically: (queryClient, { body: { products } }) =>
      queryClient.setQueryData(
        queryKey,
        (before) => before && { ...before, stock_quantity: products[0]?.stock ?? before.stock_quantity },
      ),
  })
  const moved = useChange(adminCatalog.changeStock, {
    ...options,
    done: ({ body: { delta, note } }) => withReason(delta < 0 ? `Sold ${-delta}` : `Added ${delta}`, note ?? ''),
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

/** A number that is typed, and the stock that was shown then. */
type Count = { text: string; seen: number }

/** The stock of a product in the list, which a counted number replaces. */
export function StockField({ product }: { product: ListedAdminProduct }) {
  const { product_id, product_name, stock_quantity: stock } = product
  const unit = useId()
  const [count, setCount] = useState<Count | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { change, isPending, error, failure, reset } = useChange(adminSeveralProducts.setStock, {
    done: ({ body: { products } }) => describeCount(product_name, products[0]?.stock ?? 0, ''),
    refreshes: [PRODUCTS_KEY],
    onDone: () => setCount(null),
    showsError: true,
  })
  const save = ({ text, seen }: Count) => {
    const read = parseUnits(text, { movement: 'counted', stock })
    setProblem('error' in read ? read.error : null)
    if ('units' in read) change({ body: { products: [{ product_id, seen, stock: read.units }] } })
  }
  const type = (text: string) => {
    setProblem(null)
    if (error !== null) reset()
    // After a refusal the number that is shown now is the one that was seen.
    setCount({ text, seen: error === null ? (count?.seen ?? stock) : stock })
  }
  return (
    <Form onSubmit={() => count !== null && save(count)}>
      <Group gap="xs">
        <TextInput
          aria-label={`Stock of ${product_name}`}
          aria-describedby={unit}
          inputMode="numeric"
          autoComplete="off"
          w={84}
          value={count?.text ?? String(stock)}
          error={problem !== null}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onChange={({ currentTarget }) => type(currentTarget.value)}
        />
        <Text span id={unit} fz="sm" style={{ whiteSpace: 'nowrap' }}>
          in stock
        </Text>
        {count === null ? (
          <StockBadge stock={stock} />
        ) : (
          <Button type="submit" loading={isPending}>
            Set
          </Button>
        )}
      </Group>
      <FailureLine text={problem ?? failure} />
    </Form>
  )
}

function StockBadge({ stock }: { stock: number }) {
  if (stock === 0)
    return (
      <Badge color="brick" miw="max-content">
        Sold out
      </Badge>
    )
  return (
    stock < LOW_STOCK && (
      <Badge color="amber" miw="max-content">
        Few left
      </Badge>
    )
  )
}

/** The kind of a stock change: counted, taken out, or received. */
export type Movement = 'counted' | 'sold' | 'made'

/** How many pieces a text says; a sentence when it is no number of them, or more than can leave or come in. */
export function parseUnits(
  text: string,
  { movement, stock }: { movement: Movement; stock: number },
): { units: number } | { error: string } {
  const plain = text.trim()
  const units = Number(plain.replaceAll(',', ''))
  if (!/^(\d+|\d{1,3}(,\d{3})+)$/.test(plain) || (units === 0 && movement !== 'counted')) {
    return { error: 'Please enter a whole number such as 5' }
  }
  if (movement === 'sold' && units > stock) return { error: stock === 0 ? 'There are none' : `There are only ${stock}` }
  if (units > MAX_PRODUCT_STOCK) return { error: `Please enter ${MAX_PRODUCT_STOCK.toLocaleString('en-US')} at most` }
  return { units }
}

/** A counted stock in words, with its note. */
function describeCount(name: string, stock: number, note: string): string {
  return withReason(`${name}: ${stock} in stock`, note)
}

function withReason(text: string, note: string): string {
  return note === '' ? text : `${text}: ${note}`
}
