import * as z from 'zod/mini'
import { type Product, stillPicture, UNKNOWN_PRODUCT } from './catalog.ts'
import { asCount, asList, asRecord, asText } from './coercion.ts'
import { defineEndpoint } from './endpoint.ts'
import { type Cents, centsFromWire } from './money.ts'
import type { Picture } from './pictures.ts'

/** The most units one cart line may hold (section 5). */
export const MAX_PER_LINE = 10

/** The most lines a cart may hold (R11): one more is refused, of a larger stored cart the first ones stay. */
export const MAX_CART_LINES = 100

export type CartItem = {
  product_id: string
  product_name: string
  /** The price of the day it was added (R39). */
  price_cents: Cents
  /** At least 1, except 0 on a line whose product is gone (R14). */
  quantity: number
  /** `null` when it never arrived (R14). */
  stock_quantity: number | null
  /** The following four are not stored; the cart page's refresh restores them (R12). */
  picture: Picture | null
  color: string | null
  size: string | null
  /** Today's price, `null` until a refresh told it. */
  price_today_cents: Cents | null
  /** What the last refresh changed, e.g. "was 5, now 3 in stock" (R15). */
  adjusted: { was: number; now: number } | null
}

export type CartTotals = { totalItems: number; totalPriceCents: Cents }

/** The most a line may hold: the lesser of known stock and 10 (R14). Unknown stock sets no limit of its own. */
export function lineLimit(stock: number | null): number {
  return Math.min(stock ?? MAX_PER_LINE, MAX_PER_LINE)
}

/** Units and price of the whole cart (R40). */
export function cartTotals(items: readonly CartItem[]): CartTotals {
  return {
    totalItems: items.reduce((sum, item) => sum + item.quantity, 0),
    totalPriceCents: items.reduce((sum, item) => sum + lineTotal(item), 0),
  }
}

/** Price times quantity, in cents. */
export function lineTotal(item: Pick<CartItem, 'price_cents' | 'quantity'>): Cents {
  return item.price_cents * item.quantity
}

/** How many units of a product the cart holds. */
export function quantityInCart(items: readonly CartItem[], productId: string): number {
  return items.find((item) => item.product_id === productId)?.quantity ?? 0
}

export type Addable = Pick<
  Product,
  'product_id' | 'product_name' | 'price_cents' | 'stock_quantity' | 'pictures' | 'color' | 'size'
>

/** `limit`: the line holds all it may. `full`: the cart holds all the lines it may (R11). */
export type AddToCartError = 'no-name' | 'no-price' | 'sold-out' | 'limit' | 'full'

/** Why a product cannot be added, `null` when it can. */
export function checkAddToCart(items: readonly CartItem[], product: Addable): AddToCartError | null {
  if (product.product_name.trim() === '') return 'no-name'
  if (product.price_cents === null) return 'no-price'
  if (product.stock_quantity <= 0) return 'sold-out'
  if (quantityInCart(items, product.product_id) >= lineLimit(product.stock_quantity)) return 'limit'
  const known = items.some((item) => item.product_id === product.product_id)
  return !known && isCartFull(items) ? 'full' : null
}

/** Whether there is no place for another line (R11). */
export function isCartFull(items: readonly CartItem[]): boolean {
  return items.length >= MAX_CART_LINES
}

/** One more of a product: its line grows by 1, or a new line of 1 is added. Unchanged where `checkAddToCart` refuses. */
export function addToCart(items: readonly CartItem[], product: Addable): CartItem[] {
  const { price_cents } = product
  if (price_cents === null || checkAddToCart(items, product) !== null) return [...items]
  const known = items.find((item) => item.product_id === product.product_id)
  if (known)
    return items.map((item) =>
      item === known
        ? { ...item, quantity: item.quantity + 1, stock_quantity: product.stock_quantity, adjusted: null }
        : item,
    )
  return [
    ...items,
    {
      product_id: product.product_id,
      product_name: product.product_name,
      price_cents,
      quantity: 1,
      stock_quantity: product.stock_quantity,
      picture: stillPicture(product.pictures),
      color: product.color,
      size: product.size,
      price_today_cents: price_cents,
      adjusted: null,
    },
  ]
}

export function removeFromCart(items: readonly CartItem[], productId: string): CartItem[] {
  return items.filter((item) => item.product_id !== productId)
}

/** Sets a quantity, clamped between 1 and the line's limit. A line without stock keeps 0 (R14). */
export function setQuantity(items: readonly CartItem[], productId: string, quantity: number): CartItem[] {
  return items.map((item) => {
    if (item.product_id !== productId || !Number.isFinite(quantity)) return item
    const limit = lineLimit(item.stock_quantity)
    return { ...item, quantity: Math.min(Math.max(1, Math.trunc(quantity)), limit), adjusted: null }
  })
}

/** A product as a refresh or a stock check tells it; what it does not tell (`null`) stays as it was (R14). */
export type FreshStock = Pick<CartItem, 'product_id' | 'stock_quantity'> &
  Partial<Pick<CartItem, 'picture' | 'color' | 'size' | 'price_today_cents'>>

/** The cart after fresh stock arrived, and whether any quantity was cut. */
export type RefreshedCart = { items: CartItem[]; adjusted: boolean }

/** Merges fresh stock by product_id into the cart as it is now (R39), capping each quantity at its stock. */
export function refreshStock(items: readonly CartItem[], fresh: readonly FreshStock[]): RefreshedCart {
  const byId = new Map(fresh.map((product) => [product.product_id, product]))
  const refreshed = items.map((item) => {
    const product = byId.get(item.product_id)
    return product === undefined ? item : withFreshStock(item, product)
  })
  return { items: refreshed, adjusted: refreshed.some((item, index) => item.quantity < (items[index]?.quantity ?? 0)) }
}

function withFreshStock(item: CartItem, fresh: FreshStock): CartItem {
  const shown = {
    picture: fresh.picture ?? item.picture,
    color: fresh.color ?? item.color,
    size: fresh.size ?? item.size,
    price_today_cents: fresh.price_today_cents ?? item.price_today_cents,
  }
  const { stock_quantity } = fresh
  if (stock_quantity === null) return { ...item, ...shown }
  const quantity = Math.min(Math.max(1, item.quantity), lineLimit(stock_quantity))
  const adjusted =
    quantity < item.quantity ? { was: item.quantity, now: quantity } : quantity > item.quantity ? null : item.adjusted
  return { ...item, ...shown, stock_quantity, quantity, adjusted }
}

/**
 * Caps quantities at what a stock check allows (R2). `adjusted` when it allows less than was posted for a line that is
 * still there: a refresh may have cut that line meanwhile, and what it holds now would no longer show it (R15).
 */
export function applyStockCheck(
  items: readonly CartItem[],
  posted: readonly ProductQuantity[],
  allowed: readonly ProductQuantity[],
): RefreshedCart {
  const asked = new Map(posted.map(({ product_id, quantity }) => [product_id, quantity]))
  const short = new Map(
    allowed
      .filter(({ product_id, quantity }) => quantity < (asked.get(product_id) ?? 0))
      .map(({ product_id, quantity }) => [product_id, quantity]),
  )
  const fresh = [...short].map(([product_id, stock_quantity]) => ({ product_id, stock_quantity }))
  return { items: refreshStock(items, fresh).items, adjusted: items.some(({ product_id }) => short.has(product_id)) }
}

/** Whether a refresh has cut a line below what was posted. What the shopper lowered by hand is no cut. */
export function isCutSince(posted: readonly ProductQuantity[], items: readonly CartItem[]): boolean {
  return posted.some(({ product_id, quantity }) => {
    const line = items.find((item) => item.product_id === product_id)
    return line !== undefined && line.adjusted !== null && line.quantity < quantity
  })
}

/** The first line that keeps the cart from checkout because its quantity is 0 (section 5). */
export function blockingItem(items: readonly CartItem[]): CartItem | null {
  return items.find((item) => item.quantity === 0) ?? null
}

// Storage (R11) -----------------------------------------------------------------------------------

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
    price_cents: centsFromWire(row.price) ?? 0,
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

// The stock check (R2) ------------------------------------------------------------------------------

const productId = z.string().check(z.minLength(1), z.maxLength(100))

const quantityOf = z.object({
  product_id: productId,
  quantity: z.number().check(z.int(), z.minimum(0), z.maximum(1_000_000)),
})

/** Ids may come as numbers too (R3). */
const askedQuantity = z.extend(quantityOf, {
  product_id: z.union([productId, z.number()]),
})

/** So many of a product, as a stock check is asked and as it answers. */
export type ProductQuantity = { product_id: string; quantity: number }

export const validateStockEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/cart/validate-stock',
  summary: 'Returns how many of each product the stock allows',
  body: z.object({ items: z.array(askedQuantity).check(z.maxLength(MAX_CART_LINES)) }),
  response: z.array(quantityOf),
  errors: [],
  parse: parseAllowedQuantities,
})

/** Parses the answer of a stock check; unreadable rows are left out, a body that is no list throws. */
export function parseAllowedQuantities(body: unknown): ProductQuantity[] {
  if (!Array.isArray(body)) throw new TypeError('the stock check is no list')
  return body.flatMap((value) => {
    const row = asRecord(value)
    const product_id = asText(row?.product_id)
    const quantity = asCount(row?.quantity)
    return product_id === null || quantity === null ? [] : [{ product_id, quantity }]
  })
}
