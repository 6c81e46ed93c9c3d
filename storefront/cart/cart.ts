import { MAX_CART_LINES, type ProductQuantity } from '@shop/contract/cart'
import type { Product } from '@shop/contract/catalog'
import type { Cents } from '@shop/contract/money'
import type { Picture } from '@shop/contract/pictures'
import { stillPicture } from '../catalog/still-picture.ts'

/** The most units one cart line may hold (section 5). */
export const MAX_PER_LINE = 10

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
