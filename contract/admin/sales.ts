import * as z from 'zod/mini'
import { MAX_PRICE } from '../catalog.ts'
import { day, hasWholeCents } from '../field-schemas.ts'
import { defineAdminEndpoint } from './admin-endpoint.ts'
import { lineName, productId } from './catalog.ts'
import { changeResult } from './change.ts'
import { MAX_PERCENT } from './several-products.ts'

const reduction = z.discriminatedUnion('by', [
  z.object({
    by: z.literal('percent'),
    /** In tenths. */
    percent: z.number().check(z.minimum(0.1), z.maximum(MAX_PERCENT.down), z.multipleOf(0.1)),
  }),
  z.object({
    by: z.literal('dollars'),
    dollars: z
      .number()
      .check(z.positive(), z.maximum(MAX_PRICE), z.refine(hasWholeCents, 'has more than two decimals')),
  }),
])

/** How much less products cost, from day to day; `null` is open on that side. */
const sale = z.object({ reduction, from: z.nullable(day), until: z.nullable(day) }).check(
  z.refine(({ from, until }) => from === null || until === null || until >= from, {
    error: 'must not be before the first day',
    path: ['until'],
  }),
)
export type Sale = z.infer<typeof sale>

const wanted = z
  .nullable(sale)
  .check(z.describe('The sale, in place of the one that a product has; `null` ends what there is'))

const saleDays = z.object({ price: z.number(), from: z.nullable(z.string()), until: z.nullable(z.string()) })
const wireSaleChange = z.object({
  product_id: z.string(),
  product_name: z.string(),
  version: z.number(),
  /** The regular price, which stays. */
  price: z.number(),
  /** The sale that there is, and the one that there would be. */
  before: z.nullable(saleDays),
  after: z.nullable(saleDays),
  /** Why the product cannot be in the sale; `null` when it can. */
  problem: z.nullable(z.string()),
  /** What shoppers pay changes by more than half. */
  large: z.boolean(),
})
export type SaleChange = z.infer<typeof wireSaleChange>

export const previewSaleEndpoint = defineAdminEndpoint({
  method: 'POST',
  path: '/api/admin/products/sale/preview',
  summary: 'Shows what a sale would do',
  description:
    'Old and new price of each product of a line, or of all, whose name or id has `search` in it; for the end of a sale those that are in one. Nothing is changed.',
  body: z.object({
    sale: wanted,
    line: z.optional(lineName),
    search: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
  }),
  response: z.object({ changes: z.array(wireSaleChange) }),
})

export const changeSaleEndpoint = defineAdminEndpoint({
  method: 'POST',
  path: '/api/admin/products/sale',
  summary: 'Puts products on sale, or ends their sale',
  description:
    'All of them or none. The regular price stays; the sale begins and ends by itself at midnight where the shop runs. 409 when one of the products has another version or cannot be in the sale, or what shoppers pay changes by more than half without `large_price_changes`.',
  body: z.object({
    sale: wanted,
    products: z
      .array(z.object({ product_id: productId, version: z.int() }))
      .check(z.minLength(1), z.maxLength(100_000)),
    large_price_changes: z._default(z.boolean(), false),
  }),
  response: changeResult,
  errors: ['conflict'],
})
