import { MAX_CART_LINES } from '@shop/contract/checkout/cart'
import { asList, asRecord } from '@shop/contract/http/coercion'
import { parseJson } from '../data/storage.ts'
import { itemFromStorage, itemToStorage, lineLimit, type StoredItem } from './cart.ts'

export const CART_STORAGE_KEY = 'cart'

export function cartToStorage(items: readonly StoredItem[]): string {
  return JSON.stringify({
    items: items.map(itemToStorage),
  })
}

/** A parsed cart. `truncated`: it had more lines than a cart may hold, and only the first ones were loaded. */
export type StoredCart = { items: StoredItem[]; truncated: boolean }

/** Parses the stored cart. Unreadable text is an empty cart, malformed items are skipped; never throws. */
export function cartFromStorage(text: string | null): StoredCart {
  const stored = parseJson(text)
  const entries = Array.isArray(stored) ? stored : asList(asRecord(stored)?.items)
  const items = new Map<string, StoredItem>()
  let truncated = false
  for (const entry of entries) {
    const item = itemFromStorage(entry)
    if (item === null) continue
    const known = items.get(item.product_id)
    if (known === undefined && items.size >= MAX_CART_LINES) {
      truncated = true
      continue
    }
    items.set(
      item.product_id,
      known ? { ...known, quantity: Math.min(known.quantity + item.quantity, lineLimit(known.stock_quantity)) } : item,
    )
  }
  return { items: [...items.values()], truncated }
}
