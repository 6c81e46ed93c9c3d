import * as z from 'zod/mini'
import { keysOf } from '../http/coercion.ts'
import { changeResult, defineAdminCalls } from '../http/endpoint.ts'
import { sheetText } from '../text/sheet-text.ts'
import { ORDER_CHANNELS } from './admin-values.ts'

/** Columns of a spreadsheet of orders: a row per item, which repeats the order's fields. */
export const IMPORT_LABELS = {
  order_id: 'Order number',
  order_date: 'Order date',
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  product_id: 'Product number',
  product_name: 'Product name',
  price: 'Unit price',
  quantity: 'Quantity',
  full_name: 'First and last name',
  phone: 'Phone',
  delivery_address: 'Delivery address or street',
  delivery_address_2: 'Address line 2',
  delivery_city: 'City',
  delivery_state: 'State or province',
  delivery_zip: 'ZIP code',
  delivery_country: 'Country',
  order_status: 'Status',
  channel: 'Where it was ordered',
  // Takes precedence over the status when refunded or voided.
  financial_status: 'Payment status',
  cancelled_at: 'Cancellation date',
  refunded_amount: 'Amount refunded',
  // Taken off the prices, as far as the total is less than they are.
  discount_amount: 'Discount',
  order_total: 'Total with discount, delivery and tax',
  net_total: 'Total after refunds',
  item_discount: 'Item discount',
  currency: 'Currency',
  tracking_number: 'Tracking number',
  tax_amount: 'Sales tax',
  combined_tax_rate: 'Tax rate',
  delivery_cost: 'Delivery',
  delivery_discount: 'Discount on delivery',
  estimated_delivery_date: 'Expected on',
  customer_id: 'Account id',
  image_file: 'Picture',
  cancellation_status: 'Cancelled',
  cancellation_reason: 'Cancellation reason',
  refund_status: 'Refunded',
} as const
export type ImportField = keyof typeof IMPORT_LABELS
export const IMPORT_FIELDS: readonly ImportField[] = keysOf(IMPORT_LABELS)

export const ORDER_NUMBER_RULE = 'digits only, at most 18, such as 1001 or #1001'

/** Applies to all orders of a spreadsheet that are not cancelled or refunded. */
export const IMPORT_STATUSES = ['delivered', 'shipped', 'processing'] as const
const status = z._default(z.nullable(z.enum(IMPORT_STATUSES)), null)

/** From 0; a missing field is not in the spreadsheet. */
const columns = z.partialRecord(z.enum(IMPORT_FIELDS), z.int().check(z.minimum(0), z.maximum(10_000)))
export type ImportColumns = z.output<typeof columns>

/** With more questions, the columns are mapped wrongly. */
export const MAX_QUESTIONS = 500
const rightZips = z._default(z.array(z.int()).check(z.maxLength(MAX_QUESTIONS)), [])

const problem = z.object({ row: z.int(), field: z.string(), message: z.string() })

const importedOrder = z.object({
  order_id: z.string(),
  order_date: z.string(),
  name: z.string(),
  email: z.string(),
  status: z.string(),
  channel: z.enum(ORDER_CHANNELS),
  delivery_address: z.nullable(z.string()),
  items: z.array(z.string()),
  total_cents: z.int(),
})
export type ImportedOrder = z.output<typeof importedOrder>

const importPreview = z.object({
  headers: z.array(z.string()),
  samples: z.array(z.array(z.string())),
  columns,
  /** Only the first ones, as are problems and notes. */
  orders: z.array(importedOrder),
  order_count: z.int(),
  item_count: z.int(),
  problems: z.array(problem),
  problem_count: z.int(),
  /** ZIP codes that don't look like ones of their state, but may be right. */
  questions: z.array(problem),
  /** Orders that are left out, or stored differently from the spreadsheet. */
  notes: z.array(z.object({ row: z.int(), message: z.string() })),
  note_count: z.int(),
})
export type ImportPreview = z.output<typeof importPreview>

export const adminOrderImports = defineAdminCalls({
  previewOrdersImport: {
    method: 'POST',
    path: '/api/admin/orders/imports/preview',
    summary: 'Previews an import of orders',
    description:
      "The orders, or what is wrong in each row. `status` is for all orders; null takes each row's own. Without `columns` they are recognized by name.",
    body: z.object({ text: sheetText, columns: z.nullable(columns), status }),
    response: importPreview,
  },
  importOrders: {
    method: 'POST',
    path: '/api/admin/orders/imports',
    summary: 'Imports orders from a spreadsheet',
    description:
      'All or none (409). No stock changes, no emails. One undo removes them while they are untouched. `right_zips` are rows whose question was answered: the ZIP code is right.',
    body: z.object({ text: sheetText, columns, status, right_zips: rightZips }),
    response: z.extend(changeResult, { orders: z.int() }),
    errors: ['conflict'],
  },
})
