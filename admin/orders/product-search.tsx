import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { ListedAdminProduct } from '@shop/contract/admin/catalog'
import { formatMoney, roundToCents } from '@shop/contract/money'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SEARCH_DELAY_MS } from '../app/use-list-address.ts'
import { productsQuery } from '../catalog/catalog.queries.ts'
import { thumbnailOf } from '../catalog/thumbnail.ts'
import { messageOf } from '../ui/error-state.tsx'
import classes from './product-search.module.css'
import type { DraftItem } from './taken-draft.ts'

const MAX_SHOWN = 6

/** Finds products by a part of their name, each with a button that adds it. */
export function ProductSearch({
  error,
  onAdd,
}: {
  error: string | undefined
  onAdd: (product: Omit<DraftItem, 'quantity' | 'price'>) => void
}) {
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), SEARCH_DELAY_MS)
  const { data, error: failure } = useInfiniteQuery({
    ...productsQuery({ search, stock: 'any' }),
    enabled: search !== '',
  })
  const found = search === '' ? [] : (data?.pages[0]?.products ?? []).slice(0, MAX_SHOWN)
  return (
    <Stack gap="xs">
      <TextInput
        type="search"
        label="Add a product"
        description="Part of its name or number"
        value={text}
        maxLength={200}
        error={error}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Text role="status" fz="sm" c="dimmed">
        {statusOf({ search, isFound: data !== undefined, count: found.length, failure })}
      </Text>
      <ul className={classes.found} aria-label="Products found">
        {found.map((product) => (
          <FoundProduct key={product.product_id} product={product} onAdd={() => onAdd(toItem(product))} />
        ))}
      </ul>
    </Stack>
  )
}

function FoundProduct({ product, onAdd }: { product: ListedAdminProduct; onAdd: () => void }) {
  const { product_name, image_url, stock_quantity } = product
  return (
    <li>
      <Group wrap="nowrap" gap="sm">
        {image_url !== null && (
          <img src={thumbnailOf(image_url)} alt="" width={48} height={48} className={classes.picture} />
        )}
        <div className={classes.name}>
          <Text fw={600}>{product_name}</Text>
          <Text fz="sm" c={stock_quantity === 0 ? 'brick' : 'dimmed'}>
            {formatMoney(toItem(product).price_today)},{' '}
            {stock_quantity === 0 ? 'sold out' : `${stock_quantity} in stock`}
          </Text>
        </div>
        <Button variant="default" disabled={stock_quantity === 0} onClick={onAdd} aria-label={`Add ${product_name}`}>
          Add
        </Button>
      </Group>
    </li>
  )
}

function statusOf(state: { search: string; isFound: boolean; count: number; failure: Error | null }): string {
  const { search, isFound, count, failure } = state
  if (search === '') return ''
  if (failure !== null) return messageOf(failure)
  if (!isFound) return 'Searching …'
  return count === 0 ? `No product matches “${search}”.` : ''
}

function toItem({ product_id, product_name, image_url, price_today, stock_quantity }: ListedAdminProduct) {
  return { product_id, product_name, image_url, price_today: roundToCents(price_today), stock: stock_quantity }
}
