import * as z from 'zod/mini'
import { asCount, asRecord, asText } from './coercion.ts'
import { defineEndpoint } from './endpoint.ts'

/** The most lines a cart may hold (R11); of a larger stored cart the first ones are loaded. */
export const MAX_CART_LINES = 100

/** The most units that a line of a cart or an order may hold (section 5). */
export const MAX_PER_LINE = 10

const productId = z.string().check(z.minLength(1), z.maxLength(100))

export const productQuantity = z.object({
  product_id: productId,
  quantity: z.number().check(z.int(), z.minimum(0), z.maximum(1_000_000)),
})

/** Ids may be numbers too (R3). */
export const requestedQuantity = z.extend(productQuantity, {
  product_id: z.union([productId, z.number()]),
})

/** A quantity of a product, in the request and the response of a stock check. */
export type ProductQuantity = z.infer<typeof productQuantity>

export const validateStockEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/cart/validate-stock',
  summary: 'Returns how many of each product the stock allows',
  tag: 'cart',
  description:
    'For each line of a cart, the quantity that the stock allows: never more than requested, 0 when there is none or no such product.',
  body: z.object({ items: z.array(requestedQuantity).check(z.maxLength(MAX_CART_LINES)) }),
  response: z.array(productQuantity),
  errors: [],
  parse: parseAllowedQuantities,
})

/** Parses the response of a stock check; malformed rows are skipped, a body that is not a list throws. */
export function parseAllowedQuantities(body: unknown): ProductQuantity[] {
  if (!Array.isArray(body)) throw new TypeError('the stock check is not a list')
  return body.flatMap((value) => {
    const row = asRecord(value)
    const product_id = asText(row?.product_id)
    const quantity = asCount(row?.quantity)
    return product_id === null || quantity === null ? [] : [{ product_id, quantity }]
  })
}
