import * as z from 'zod/mini'
import { changeResult, cursor, defineAdminCalls } from '../endpoint.ts'
import { lineName, productId, wireListedAdminProduct } from './catalog.ts'

/** Moves that are saved at once; each is one product that was taken to another place. */
export const MAX_MOVES = 500

/** Stands for the order of all products: another order has another one. */
const orderToken = z.string().check(z.maxLength(64))

const move = z.object({
  product_id: productId,
  side: z.enum(['before', 'after']),
  other: productId.check(z.describe('The product beside which it stands then')),
})
export type ProductMove = z.infer<typeof move>

export const adminProductOrder = defineAdminCalls({
  listProductOrder: {
    method: 'GET',
    path: '/api/admin/product-order',
    summary: 'Lists products in the order of the shop, to be put in another order',
    description:
      'A page of them; `next` is where the following page begins, null on the last one. Moves repeat `order`.',
    query: z.object({
      line: z.optional(lineName).check(z.describe('Only products of this line')),
      after: z.optional(cursor).check(z.describe('`next` of the page before')),
    }),
    response: z.object({
      products: z.array(wireListedAdminProduct),
      order: orderToken,
      next: z.nullable(z.string()),
    }),
  },
  reorderProducts: {
    method: 'POST',
    path: '/api/admin/product-order',
    summary: 'Puts products in another order',
    description:
      'Moves one after the other, saved as one change; all other products keep their order. 409 when the order is no longer `order`, because somebody else has changed it or a product came or went.',
    body: z.object({
      order: orderToken,
      moves: z.array(move).check(z.minLength(1), z.maxLength(MAX_MOVES)),
    }),
    response: changeResult,
    errors: ['conflict'],
  },
})
