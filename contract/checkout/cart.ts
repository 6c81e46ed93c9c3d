import { post } from '../http/call.ts'
import { asCount, asRecord, asText } from '../http/coercion.ts'

/** The most lines a cart may hold (R11); a larger stored cart is cut. */
export const MAX_CART_LINES = 100

/** The most units of a line in a cart or an order (section 5). */
export const MAX_PER_LINE = 10

export type ProductQuantity = { product_id: string; quantity: number }

/** In a request an id may be a number too (R3). */
type RequestedQuantity = { product_id: string | number; quantity: number }

export const cartCalls = {
  validateStock: post<ProductQuantity[], { body: { items: RequestedQuantity[] } }>(
    '/api/cart/validate-stock',
    parseAllowedQuantities,
  ),
}

/** Parses a stock check; malformed rows are skipped, a body that is not a list throws. */
export function parseAllowedQuantities(body: unknown): ProductQuantity[] {
  if (!Array.isArray(body)) throw new TypeError('the stock check is not a list')
  return body.flatMap((value) => {
    const row = asRecord(value)
    const product_id = asText(row?.product_id)
    const quantity = asCount(row?.quantity)
    return product_id === null || quantity === null ? [] : [{ product_id, quantity }]
  })
}
