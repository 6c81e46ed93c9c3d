import * as z from 'zod/mini'
import { changeResult, defineAdminCalls } from '../http/endpoint.ts'
import { day } from '../http/fields-schemas.ts'
import { defineAdminFile } from '../http/files.ts'
import { roundToCents } from '../money.ts'
import { sheetText } from '../text/sheet-text.ts'
import { lineName, productId } from './admin.ts'
import { MAX_PRICE } from './calls.ts'
import { stockCount, stockNote } from './stock.ts'

/** 50,000 products with their texts. */
export const MAX_SHEET_BYTES = 64_000_000

/** Versions as they were seen; a product that has changed since is refused. */
const seenProducts = z
  .array(z.object({ product_id: productId, version: z.int() }))
  .check(z.minLength(1), z.maxLength(100_000))

const wirePriceChange = z.object({
  product_id: z.string(),
  product_name: z.string(),
  version: z.number(),
  before_cents: z.int(),
  after_cents: z.int(),
  /** The sale price, which moves along; `null` outside a sale. */
  sale_before_cents: z.nullable(z.int()),
  sale_after_cents: z.nullable(z.int()),
  large: z.boolean(),
})

export type PriceChange = z.infer<typeof wirePriceChange>

export const MAX_PERCENT = { down: 90, up: 900 } as const
const percent = z.number().check(z.minimum(-MAX_PERCENT.down), z.maximum(MAX_PERCENT.up), z.multipleOf(0.1))

const wireStockRow = z.object({
  row: z.number(),
  product_id: z.nullable(z.string()),
  product_name: z.string(),
  before: z.number(),
  after: z.number(),
  problem: z.nullable(z.string()),
})
export type StockRow = z.infer<typeof wireStockRow>

const fieldChange = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })
const namedRow = z.object({ key: z.string(), name: z.string() })
const wireImportPreview = z.object({
  added: z.array(namedRow),
  changed: z.array(z.extend(namedRow, { fields: z.array(fieldChange) })),
  large_price_changes: z.array(z.string()),
  /** The first errors; the header is row 1, `field` is empty for a whole row. Any error prevents the import. */
  errors: z.array(z.object({ row: z.number(), field: z.string(), message: z.string() })),
  error_count: z.int(),
})

export type ImportPreview = z.infer<typeof wireImportPreview>

const sheet = {
  csv: z.string().check(z.minLength(1), z.maxLength(MAX_SHEET_BYTES)),
  stock: z._default(z.boolean(), false).check(z.describe('Whether the stock of the table is taken, too')),
}

const reduction = z.discriminatedUnion('by', [
  z.object({
    by: z.literal('percent'),
    percent: z.number().check(z.minimum(0.1), z.maximum(MAX_PERCENT.down), z.multipleOf(0.1)),
  }),
  z.object({
    by: z.literal('amount'),
    amount_cents: z.int().check(z.positive(), z.maximum(roundToCents(MAX_PRICE))),
  }),
])

const sale = z.object({ reduction, from: z.nullable(day), until: z.nullable(day) }).check(
  z.refine(({ from, until }) => from === null || until === null || until >= from, {
    error: 'must not be before the first day',
    path: ['until'],
  }),
)
export type Sale = z.infer<typeof sale>

const wanted = z.nullable(sale).check(z.describe('The sale, replacing any current one; `null` ends it'))

const saleDays = z.object({ price_cents: z.int(), from: z.nullable(z.string()), until: z.nullable(z.string()) })
const wireSaleChange = z.object({
  product_id: z.string(),
  product_name: z.string(),
  version: z.number(),
  price_cents: z.int(),
  before: z.nullable(saleDays),
  after: z.nullable(saleDays),
  problem: z.nullable(z.string()),
  large: z.boolean(),
})
export type SaleChange = z.infer<typeof wireSaleChange>

export const adminSeveralProducts = defineAdminCalls({
  previewPrices: {
    method: 'POST',
    path: '/api/admin/products/prices/preview',
    summary: 'Previews a bulk price change',
    description: 'Old and new prices of a line, or of all products.',
    body: z.object({ percent, line: z.optional(lineName) }),
    response: z.object({ changes: z.array(wirePriceChange) }),
  },
  changePrices: {
    method: 'POST',
    path: '/api/admin/products/prices',
    summary: 'Changes prices in bulk',
    description:
      'All or none, rounded to cents; sale prices follow. 409 if a version is old, or a price changes by more than half without `large_price_changes`.',
    body: z.object({
      percent,
      products: seenProducts,
      large_price_changes: z._default(z.boolean(), false),
    }),
    response: changeResult,
    errors: ['conflict'],
  },
  previewStock: {
    method: 'POST',
    path: '/api/admin/products/stock/preview',
    summary: 'Previews a pasted stock list',
    description:
      'Old and new stock by row, or what is wrong. Without a header, the first cell is the product and the last its stock.',
    body: z.object({ text: sheetText }),
    response: z.object({ rows: z.array(wireStockRow) }),
  },
  setStock: {
    method: 'POST',
    path: '/api/admin/products/stock',
    summary: 'Sets stock in bulk',
    description: 'All or none. 409 if a stock has changed since.',
    body: z.object({
      products: z
        .array(z.object({ product_id: productId, seen: z.int(), stock: stockCount }))
        .check(z.minLength(1), z.maxLength(100_000)),
      note: stockNote,
    }),
    response: changeResult,
    errors: ['not_found', 'conflict'],
  },
  previewImport: {
    method: 'POST',
    path: '/api/admin/products-csv/preview',
    summary: 'Previews an import of products',
    description: 'Added and changed products, or the errors by row.',
    body: z.object(sheet),
    response: wireImportPreview,
  },
  importProducts: {
    method: 'POST',
    path: '/api/admin/products-csv',
    summary: 'Imports products',
    description:
      'All rows or none. Missing columns and products stay as they are. 409 if a row is wrong, or a price changes by more than half without `large_price_changes`.',
    body: z.object({ ...sheet, large_price_changes: z._default(z.boolean(), false) }),
    response: changeResult,
    errors: ['conflict'],
  },
  previewSale: {
    method: 'POST',
    path: '/api/admin/products/sale/preview',
    summary: 'Previews a sale',
    description: 'Old and new prices of products that match `search`; to end a sale, only those on sale.',
    body: z.object({
      sale: wanted,
      line: z.optional(lineName),
      search: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
    }),
    response: z.object({ changes: z.array(wireSaleChange) }),
  },
  changeSale: {
    method: 'POST',
    path: '/api/admin/products/sale',
    summary: 'Starts or ends a sale',
    description:
      "All or none. It starts and ends at midnight. 409 if a version is old, a product can't be on sale, or a price changes by more than half without `large_price_changes`.",
    body: z.object({
      sale: wanted,
      products: seenProducts,
      large_price_changes: z._default(z.boolean(), false),
    }),
    response: changeResult,
    errors: ['conflict'],
  },
})

export const productsFile = defineAdminFile({
  name: 'adminDownloadProducts',
  path: '/api/admin/products-csv',
  summary: 'Downloads all products',
  description: 'One product a row; the same columns can be imported.',
  query: z.object({}),
})
