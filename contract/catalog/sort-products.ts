import * as z from 'zod/mini'
import { changeResult, cursor, defineAdminCalls } from '../http/endpoint.ts'
import { lineName, productId, wireListedAdminProduct } from './admin.ts'

export const MAX_MOVES = 500

/** Identifies the order of all products. */
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
    summary: 'Lists products for sorting',
    description: '`next` begins the next page. Moves repeat `order`.',
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
    summary: 'Sorts products',
    description: 'All moves as one change. 409 if the order is no longer `order`.',
    body: z.object({
      order: orderToken,
      moves: z.array(move).check(z.minLength(1), z.maxLength(MAX_MOVES)),
    }),
    response: changeResult,
    errors: ['conflict'],
  },
})
