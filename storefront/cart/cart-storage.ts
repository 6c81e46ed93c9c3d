import { MAX_CART_LINES } from '@shop/contract/cart'
import { UNKNOWN_PRODUCT } from '@shop/contract/catalog'
import { asCount, asList, asRecord, asText } from '@shop/contract/coercion'
import { parseCents } from '@shop/contract/money'
import { type CartItem, lineLimit } from './cart.ts'

export const CART_STORAGE_KEY = 'cart'

/** The text kept in local storage: exactly the five saved fields of each item (section 3). */
export function cartToStorage(items: readonly CartItem[]): string {
  return JSON.stringify({
    items: items.map((item) => ({
      product_id: item.product_id,
      product_name: item.product_name || UNKNOWN_PRODUCT,
      price: item.price_cents / 100,
      quantity: Math.max(1, item.quantity),
      stock_quantity: Math.max(0, item.stock_quantity ?? 0),
    })),
  })
}

/** What was read from local storage. `truncated`: it held more lines than a cart may, and the first ones were kept. */
export type StoredCart = { items: CartItem[]; truncated: boolean }

/** Parses what local storage holds. Anything unreadable is an empty cart, single bad items are dropped; never throws. */
export function cartFromStorage(text: string | null): StoredCart {
  const stored = parseJson(text)
  const entries = Array.isArray(stored) ? stored : asList(asRecord(stored)?.items)
  const items = new Map<string, CartItem>()
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

function parseStoredItem(value: unknown): CartItem | null {
  const row = asRecord(value)
  const id = asText(row?.product_id)
  if (row === null || id === null) return null
  // A stored 0 counts as unknown until the refresh answers (R14).
  const stock = asCount(row.stock_quantity) || null
  return {
    product_id: id,
    product_name: asText(row.product_name) ?? UNKNOWN_PRODUCT,
    price_cents: parseCents(row.price) ?? 0,
    quantity: Math.min(Math.max(1, asCount(row.quantity) ?? 1), lineLimit(stock)),
    stock_quantity: stock,
    picture: null,
    color: null,
    size: null,
    price_today_cents: null,
    adjusted: null,
  }
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}
