import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { ListedAdminProduct } from '@shop/contract/catalog/admin'
import { formatAdminMoney } from '@shop/contract/money'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SEARCH_DELAY_MS } from '../../app/use-list-address.ts'
import { productsQuery } from '../../catalog/catalog.queries.ts'
import { thumbnailOf } from '../../catalog/media.ts'
import { typed } from '../../ui/form.tsx'
import { messageOf } from '../../ui/states.tsx'
import { type DraftItem, splitItem, type TakenDraft, usualPrice } from './taken-draft.ts'
import classes from './taken-items.module.css'

export function TakenItems({
  draft: { items, channel },
  errors,
  onChange,
}: {
  draft: Pick<TakenDraft, 'items' | 'channel'>
  /** Errors by field: `items.0.quantity`. */
  errors: Readonly<Record<string, string>>
  onChange: (items: DraftItem[]) => void
}) {
  const change = (index: number, values: Partial<DraftItem>) =>
    onChange(items.map((item, other) => (other === index ? { ...item, ...values } : item)))
  if (items.length === 0) return null
  return (
    <Stack component="ul" gap="lg" p={0} m={0} style={{ listStyle: 'none' }} aria-label="Products of the order">
      {items.map((item, index) => (
        // A product may stand in two lines, each with its price.
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
        <li key={`${item.product_id} ${index}`}>
          <Text fw={600} mb="xs" className="anywhere">
            {item.product_name}
          </Text>
          {errors[`items.${index}.product_id`] !== undefined && (
            <Text c="brick">{errors[`items.${index}.product_id`]}</Text>
          )}
          <SimpleGrid cols={2} spacing="sm" maw="24rem">
            <TextInput
              label="Quantity"
              aria-label={`Quantity of ${item.product_name}`}
              description={stockHint(item, channel)}
              inputMode="numeric"
              error={errors[`items.${index}.quantity`]}
              {...typed(item.quantity, (text) => change(index, { quantity: text }))}
            />
            <TextInput
              label="Unit price"
              aria-label={`Unit price ${item.product_name}`}
              description={`Leave empty for ${formatAdminMoney(usualPrice(item, channel))}`}
              inputMode="decimal"
              error={errors[`items.${index}.price_cents`]}
              {...typed(item.price, (text) => change(index, { price: text }))}
            />
          </SimpleGrid>
          <Group gap="sm" mt="xs">
            {Number(item.quantity) > 1 && (
              <Button
                variant="default"
                aria-label={`Change the unit price ${item.product_name}`}
                onClick={() => onChange(splitItem(items, index))}
              >
                Change the unit price
              </Button>
            )}
            <Button
              variant="default"
              aria-label={`Remove ${item.product_name}`}
              onClick={() => onChange(items.filter((_, other) => other !== index))}
            >
              Remove
            </Button>
          </Group>
        </li>
      ))}
    </Stack>
  )
}

function stockHint({ stock, wholesale_minimum }: DraftItem, channel: TakenDraft['channel']): string {
  const hasMinimum = channel === 'wholesale' && wholesale_minimum !== null
  return hasMinimum ? `${stock} in stock, minimum ${wholesale_minimum}` : `${stock} in stock`
}

const MAX_SHOWN = 6

export type NewItem = Omit<DraftItem, 'quantity' | 'price'>

type ProductSearchProps = { error: string | undefined; onAdd: (product: NewItem) => void }

/** Finds products by a part of their name, each with a button that adds it. */
export function ProductSearch({ error, onAdd }: ProductSearchProps) {
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), SEARCH_DELAY_MS)
  const { data, error: failure } = useInfiniteQuery({
    ...productsQuery({ search, stock: 'any' }),
    enabled: search !== '',
  })
  const found = search === '' ? [] : (data?.pages[0]?.products ?? []).map(toItem)
  const status = statusOf({ search, isFound: data !== undefined, count: found.length, failure })
  return <ProductChoice text={text} setText={setText} status={status} found={found} error={error} onAdd={onAdd} />
}

type ProductChoiceProps = ProductSearchProps & {
  text: string
  setText: (text: string) => void
  status: string
  /** The first few are shown. */
  found: readonly NewItem[]
}

/** A field for a part of a product's name, and what was found by it. */
export function ProductChoice({ text, setText, status, found, error, onAdd }: ProductChoiceProps) {
  return (
    <Stack gap="xs">
      <TextInput
        type="search"
        label="Add a product"
        description="Part of the name or number"
        maxLength={200}
        error={error}
        {...typed(text, setText)}
      />
      <Text role="status" fz="sm" c="dimmed">
        {status}
      </Text>
      <ul className={classes.found} aria-label="Products found">
        {found.slice(0, MAX_SHOWN).map((product) => (
          <FoundProduct key={product.product_id} product={product} onAdd={() => onAdd(product)} />
        ))}
      </ul>
    </Stack>
  )
}

function FoundProduct({ product, onAdd }: { product: NewItem; onAdd: () => void }) {
  const { product_name, image_url, price_today, stock } = product
  return (
    <li>
      <Group wrap="nowrap" gap="sm">
        {image_url !== null && (
          <img src={thumbnailOf(image_url)} alt="" width={48} height={48} className={classes.picture} />
        )}
        <div className={classes.name}>
          <Text fw={600}>{product_name}</Text>
          <Text fz="sm" c={stock === 0 ? 'brick' : 'dimmed'}>
            {formatAdminMoney(price_today)}, {stock === 0 ? 'sold out' : `${stock} in stock`}
          </Text>
        </div>
        <Button variant="default" disabled={stock === 0} onClick={onAdd} aria-label={`Add ${product_name}`}>
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
  return count === 0 ? noMatch(search) : ''
}

export function noMatch(search: string): string {
  return `No product matches “${search}”.`
}

function toItem(product: ListedAdminProduct): NewItem {
  const { product_id, product_name, image_url, wholesale_minimum } = product
  return {
    ...{ product_id, product_name, image_url, wholesale_minimum },
    price_today: product.price_today_cents,
    wholesale_price: product.wholesale_price_cents,
    stock: product.stock_quantity,
  }
}
