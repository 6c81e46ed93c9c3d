import { Badge, Button, Group, Text, TextInput } from '@mantine/core'
import { type ListedAdminProduct, LOW_STOCK } from '@shop/contract/admin/catalog'
import { setStockEndpoint } from '@shop/contract/admin/several-products'
import { useId, useState } from 'react'
import { useChange } from '../app/use-change.ts'
import { Form } from '../ui/form.tsx'
import { FailureLine } from '../ui/states.tsx'
import { PRODUCTS_KEY } from './catalog.queries.ts'
import { describeCount, readUnits } from './stock.ts'

/** A number that is typed, and the stock that was shown then. */
type Count = { text: string; seen: number }

/** The stock of a product in the list, which a counted number replaces. */
export function StockField({ product }: { product: ListedAdminProduct }) {
  const { product_id, product_name, stock_quantity: stock } = product
  const unit = useId()
  const [count, setCount] = useState<Count | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { change, isPending, error, failure, reset } = useChange(setStockEndpoint, {
    done: ({ body: { products } }) => describeCount(product_name, products[0]?.stock ?? 0, ''),
    refreshes: [PRODUCTS_KEY],
    onDone: () => setCount(null),
    showsError: true,
  })
  const save = ({ text, seen }: Count) => {
    const read = readUnits(text, { movement: 'counted', stock })
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
      <Group gap="xs" wrap="nowrap">
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
