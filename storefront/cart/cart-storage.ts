import { UNKNOWN_PRODUCT } from '@shop/contract/catalog/calls'
import { MAX_CART_LINES } from '@shop/contract/checkout/cart'
import { asCount, asList, asRecord, asText, isNumericId, originalId } from '@shop/contract/http/coercion'
import { parseCents } from '@shop/contract/money'
import { parseJson } from '../data/storage.ts'
import { lineLimit, type StoredItem } from './cart.ts'

export const CART_STORAGE_KEY = 'cart'

/** The text for local storage: exactly the five saved fields of each item. */
export function cartToStorage(items: readonly StoredItem[]): string {
  return JSON.stringify({
    items: items.map((item) => ({
      product_id: originalId(item),
      product_name: item.product_name || UNKNOWN_PRODUCT,
      price: item.price_cents / 100,
      // A sold-out line becomes one of unknown stock when it is loaded again.
      quantity: Math.max(1, item.quantity),
      stock_quantity: item.stock_quantity ?? 0,
    })),
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
    const item = parseStoredItem(entry)
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

function parseStoredItem(value: unknown): StoredItem | null {
  const row = asRecord(value)
  const id = asText(row?.product_id)
  if (row === null || id === null) return null
  // A stored 0 counts as unknown until the refresh (R14).
  const stock = asCount(row.stock_quantity) || null
  return {
    product_id: id,
    ...isNumericId(row.product_id),
    product_name: asText(row.product_name) ?? UNKNOWN_PRODUCT,
    price_cents: parseCents(row.price) ?? 0,
    quantity: Math.min(Math.max(1, asCount(row.quantity) ?? 1), lineLimit(stock)),
    stock_quantity: stock,
  }
}
