import { type Product, UNKNOWN_PRODUCT } from '@shop/contract/catalog/calls'
import { MAX_CART_LINES, MAX_PER_LINE, type ProductQuantity } from '@shop/contract/checkout/cart'
import { asCount, asRecord, asText, isNumericId, originalId } from '@shop/contract/http/coercion'
import { type Cents, goodsTotal, type PricedLine, parseCents, unitsOf } from '@shop/contract/money'

/** A line as stored. The rest of the product comes from the query cache (R12). */
export type StoredItem = {
  product_id: string
  /** Set when the id is stored and sent as a number (R3). */
  numeric_id?: true
  product_name: string
  /** The price when it was added (R39). */
  price_cents: Cents
  /** At least 1, even when the product is sold out. */
  quantity: number
  /** `null` when unknown. */
  stock_quantity: number | null
}

/** A line as local storage holds it: exactly its five saved fields. */
export function itemToStorage(item: StoredItem) {
  return {
    product_id: originalId(item),
    product_name: item.product_name || UNKNOWN_PRODUCT,
    price: item.price_cents / 100,
    // A sold-out line becomes one of unknown stock when it is loaded again.
    quantity: Math.max(1, item.quantity),
    stock_quantity: item.stock_quantity ?? 0,
  }
}

/** Parses a stored line; `null` for a malformed one. */
export function itemFromStorage(value: unknown): StoredItem | null {
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

/** How a refresh or stock check of this visit changed a quantity: "was 5, now 3 in stock" (R15). */
export type Adjustment = { was: number; now: number }

/** A line of the cart. Its quantity is 0 while its product is known to be sold out (R14). */
export type CartItem = StoredItem & {
  /** Set while the product's call finds nothing: the line stays as it is, and blocks checkout (R14). Not stored. */
  missing?: true
  /** Not stored. */
  adjusted: Adjustment | null
}

/** A line from storage with its adjustment of this visit, unless another tab has changed the line since. */
export function withAdjustment(item: StoredItem, adjusted: Adjustment | null): CartItem {
  if (adjusted === null || item.quantity !== Math.max(1, adjusted.now)) return { ...item, adjusted: null }
  if (adjusted.now > 0) return { ...item, adjusted }
  const isBack = item.stock_quantity !== null && item.stock_quantity > 0
  return isBack ? { ...item, adjusted: null } : { ...item, quantity: 0, stock_quantity: 0, adjusted }
}

export type CartTotals = { totalItems: number; totalPriceCents: Cents }

/** The most a line may hold: the lesser of known stock and 10 (R14). Unknown stock is no limit. */
export function lineLimit(stock: number | null): number {
  return Math.min(stock ?? MAX_PER_LINE, MAX_PER_LINE)
}

/** Units and price of the whole cart (R40). */
export function cartTotals(items: readonly PricedLine[]): CartTotals {
  return { totalItems: unitsOf(items), totalPriceCents: goodsTotal(items) }
}

export type AddableProduct = Pick<
  Product,
  'product_id' | 'numeric_id' | 'product_name' | 'nameless' | 'price_cents' | 'stock_quantity'
>

/** `limit`: the line is full. `full`: the cart has no room for another line (R11). */
export type AddToCartError = { code: 'no-name' | 'no-price' | 'sold-out' | 'limit' | 'full'; message: string }

/** The cart cannot hold another line. */
export const CART_FULL: AddToCartError = {
  code: 'full',
  message: `Your cart is full: it can hold ${MAX_CART_LINES} different products. Remove one to add another.`,
}

/** Why one more of a product cannot be added, with a message for the shopper; `null` when it can. */
export function checkAddToCart(items: readonly CartItem[], product: AddableProduct): AddToCartError | null {
  if (product.nameless) return { code: 'no-name', message: 'This product has no name yet, so you can’t add it.' }
  if (product.price_cents === null)
    return { code: 'no-price', message: 'This product has no price yet, so you can’t add it.' }
  if (product.stock_quantity <= 0) return { code: 'sold-out', message: 'Sold Out' }
  const limit = lineLimit(product.stock_quantity)
  const line = items.find((item) => item.product_id === product.product_id)
  if (line === undefined) return isCartFull(items) ? CART_FULL : null
  return line.quantity >= limit ? { code: 'limit', message: `Max ${limit} items allowed` } : null
}

export function isCartFull(items: readonly CartItem[]): boolean {
  return items.length >= MAX_CART_LINES
}

/** Adds one unit of a product to its line, or a new line. Returns the same cart on error. */
export function addToCart(
  items: readonly CartItem[],
  product: AddableProduct,
): { items: readonly CartItem[]; error: AddToCartError | null } {
  const error = checkAddToCart(items, product)
  const { product_id, numeric_id, product_name, price_cents, stock_quantity } = product
  if (error !== null || price_cents === null) return { items, error }
  const line = items.find((item) => item.product_id === product_id)
  const changed: CartItem = line
    ? { ...present(line), quantity: line.quantity + 1, stock_quantity, adjusted: null }
    : {
        ...{ product_id, product_name, price_cents, quantity: 1, stock_quantity, adjusted: null },
        ...(numeric_id && { numeric_id }),
      }
  return { items: line ? items.map((item) => (item === line ? changed : item)) : [...items, changed], error }
}

export function removeFromCart(items: readonly CartItem[], productId: string): CartItem[] {
  return items.filter((item) => item.product_id !== productId)
}

/** Sets a quantity, clamped between 1 and the line's limit. A sold-out line stays at 0 (R14). */
export function setQuantity(items: readonly CartItem[], productId: string, wanted: number): CartItem[] {
  return items.map((item) => {
    if (item.product_id !== productId || !Number.isFinite(wanted)) return item
    const quantity = Math.min(Math.max(1, Math.trunc(wanted)), lineLimit(item.stock_quantity))
    return quantity === item.quantity ? item : { ...item, quantity, adjusted: null }
  })
}

/** A product's stock from a refresh or stock check; `null` when unknown, which changes nothing of what is known (R14). */
export type FreshStock = Pick<CartItem, 'product_id' | 'stock_quantity' | 'missing'>

/** The refreshed cart, and whether any quantity was reduced. */
export type RefreshedCart = { items: CartItem[]; adjusted: boolean }

/** Merges fresh stock into the current cart by product_id (R39), capping quantities. */
export function refreshStock(items: readonly CartItem[], fresh: readonly FreshStock[]): RefreshedCart {
  const stocks = new Map(fresh.map((stock) => [stock.product_id, stock]))
  const refreshed = items.map((item) => withStock(item, stocks.get(item.product_id)))
  return { items: refreshed, adjusted: refreshed.some((item, index) => item.quantity < (items[index]?.quantity ?? 0)) }
}

/** The line of a product that is there. */
function present({ missing: _, ...line }: CartItem): CartItem {
  return line
}

function withStock(item: CartItem, fresh: FreshStock | undefined): CartItem {
  if (fresh === undefined) return item
  const { stock_quantity, missing } = fresh
  if (missing) return { ...item, missing }
  if (stock_quantity === null) return present(item)
  const quantity = Math.min(Math.max(1, item.quantity), lineLimit(stock_quantity))
  const adjusted =
    quantity < item.quantity ? { was: item.quantity, now: quantity } : quantity > item.quantity ? null : item.adjusted
  return { ...present(item), stock_quantity, quantity, adjusted }
}

/**
 * Caps quantities at what a stock check allows (R2). `adjusted` also when a refresh has reduced the line since it was
 * posted (R15). A line whose product is missing keeps its quantity (R14): the check only knows it as sold out.
 */
export function applyStockCheck(
  items: readonly CartItem[],
  posted: readonly ProductQuantity[],
  allowed: readonly ProductQuantity[],
): RefreshedCart {
  const missing = new Set(items.filter((item) => item.missing).map(({ product_id }) => product_id))
  const requested = new Map(posted.map(({ product_id, quantity }) => [product_id, quantity]))
  const short = new Map(
    allowed
      .filter(({ product_id, quantity }) => !missing.has(product_id) && quantity < (requested.get(product_id) ?? 0))
      .map(({ product_id, quantity }) => [product_id, quantity]),
  )
  const fresh = [...short].map(([product_id, stock_quantity]) => ({ product_id, stock_quantity }))
  return { items: refreshStock(items, fresh).items, adjusted: items.some(({ product_id }) => short.has(product_id)) }
}

/** Whether a refresh has reduced a line below what was posted; reductions by the shopper do not count. */
export function wasCutSince(posted: readonly ProductQuantity[], items: readonly CartItem[]): boolean {
  return posted.some(({ product_id, quantity }) => {
    const line = items.find((item) => item.product_id === product_id)
    return line !== undefined && line.adjusted !== null && line.quantity < quantity
  })
}

/** The first line that blocks checkout: its quantity is 0, or its product is missing. */
export function findBlockingItem(items: readonly CartItem[]): CartItem | null {
  return items.find((item) => item.quantity === 0 || item.missing) ?? null
}
