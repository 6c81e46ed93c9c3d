import * as z from 'zod/mini'
import { defineAdminCalls } from '../http/endpoint.ts'
import { lineName } from './admin.ts'

export const MAX_SHEET_PRODUCTS = 500

const wireSheetProduct = z.object({
  product_id: z.string(),
  product_name: z.string(),
  line: z.string(),
  color: z.string(),
  size: z.string(),
  price_cents: z.int(),
  wholesale_price_cents: z.nullable(z.int()),
  wholesale_minimum: z.nullable(z.int()),
  image_url: z.nullable(z.string()),
  url: z.string(),
})
export type SheetProduct = z.infer<typeof wireSheetProduct>

const wireLineSheet = z.object({
  products: z.array(wireSheetProduct),
  has_more: z.boolean(),
  lines: z.array(z.string()),
  today: z.string(),
  shop: z.object({ name: z.string(), email: z.string(), postal_address: z.string() }),
})
export type LineSheet = z.infer<typeof wireLineSheet>

export const adminLineSheet = defineAdminCalls({
  getLineSheet: {
    method: 'GET',
    path: '/api/admin/line-sheet',
    summary: 'Lists products with wholesale prices',
    description: "All, or of one line, in the shop's order.",
    query: z.object({ line: z.optional(lineName).check(z.describe('Only products of this line')) }),
    response: wireLineSheet,
  },
})
