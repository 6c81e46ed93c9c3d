import type { FieldValues } from '@shop/contract/http/fields'
import type { ADMIN_ORDER_FIELDS, ADMIN_ORDER_ITEM_FIELDS } from '@shop/contract/orders/admin'

/** Every status of an order; a check constraint rejects others. */
export const ORDER_STATUSES = ['processing', 'shipped', 'delivered', 'cancelled', 'refunded'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

export type OrdersTables = {
  orders: OrdersTable
  order_items: OrderItemsTable
  order_notes: OrderNotesTable
  order_terms: OrderTermsTable
  order_delays: OrderDelaysTable
  pay_links: PayLinksTable
  imported_orders: ImportedOrdersTable
  open_imports: OpenImportsTable
  order_entries: OrderEntriesTable
  shared_order_changes: SharedOrderChangesTable
}

declare module '../platform/database/tables.ts' {
  interface Tables extends OrdersTables {}
}

type OrdersTable = FieldValues<typeof ADMIN_ORDER_FIELDS> & {
  /** `null` for a guest's order. */
  customer_id: string | null
  order_status: OrderStatus
  /** An imported status that is none of ours; shown instead of the status until that changes. */
  imported_status: string | null
  /** Who carries it, as a file with tracking numbers named it; `null` elsewhere, where the number may show it. */
  carrier: string | null
  /** The goods, without what a code took off them; never changed by cancellations (R26). */
  total_cents: number
  /** The code's discount on the goods, all lines together. */
  discount_cents: number
  /** Where it is sent, in parts; all of them are `null` without an address. */
  company: string | null
  address1: string | null
  address2: string | null
  city: string | null
  /** The state of the address; that of the sales tax, which is charged at a fair without an address too, is `state`. */
  region: string | null
  zip: string | null
  /** Two letters. */
  country: string | null
  /** An address that came as a text and cannot be read in parts; `null` where there are parts. */
  delivery_address: string | null
  /**
   * The last day on which the shopper was promised that it ships, by the confirmation or the newest notice of a delay; `null`
   * when no mail named one.
   */
  ship_by: string | null
  /** When an order that was not paid first was recorded as paid; what was cancelled before was never paid. `null` elsewhere. */
  paid_at: string | null
  /** Millionths: 8.25 % is 82500. */
  tax_rate_millionths: number
  /** 1: the tax is on the delivery too. */
  delivery_taxed: number
}

type OrderItemsTable = FieldValues<typeof ADMIN_ORDER_ITEM_FIELDS> & {
  order_id: string
  /** Position in the order, from 0. */
  position: number
  /** Name of a picture in `media` as of the day of the order, `null` without a picture. */
  image_file: string | null
  /** The product's regular price on the day of the order; `null` for orders from before and for imports. */
  regular_price_cents: number | null
  cancelled_at: string | null
  refunded_at: string | null
}

/** Notices that an order is delayed, numbered from 1 in each order. */
type OrderDelaysTable = {
  order_id: string
  number: number
  noticed_at: string
  /** The day until which it ships now; `null` when that is not known. */
  ship_by: string | null
  /** Without an answer until the end of this day the order is cancelled; `null` where silence means that the shopper waits. */
  answer_by: string | null
  /** SHA-256 of the token in the mailed link, in hex. */
  token_hash: string
  expires_at: string
  /** When the shopper agreed to wait. */
  agreed_at: string | null
  /** When the shopper cancelled by the link. */
  used_at: string | null
}

/** For owners and helpers only. */
type OrderNotesTable = {
  note_id: string
  order_id: string
  author: string
  note: string
  noted_at: string
}

/** Links by which an order can be paid that was taken by hand; of one order only the newest works. */
type PayLinksTable = {
  link_id: string
  /** SHA-256 of the token. */
  token_hash: string
  order_id: string
  /** The order's total. */
  amount_cents: number
  /** The mail that carries it; `null` where the order has no e-mail address. */
  mail_id: string | null
  created_at: string
  expires_at: string
  withdrawn_at: string | null
  /** Written by the version before only: the row of a mail that was withdrawn before it left. */
  withdrawn_mail: string | null
}

/** Search tokens of orders: number, names, email and telephone number, see `termsWithPhone`. */
type OrderTermsTable = { term: string; order_id: string }

type ImportedOrdersTable = { order_id: string; import_id: string }

/** Imports that are being written, in parts; `renewed_at` is when the last part was. */
type OpenImportsTable = { import_id: string; renewed_at: string }

/** Orders that were taken on a device without a network, by the id that the device gave them. */
type OrderEntriesTable = { entry_id: string; order_id: string; audit_id: number }

/** The orders that an entry of the audit log changed together. */
type SharedOrderChangesTable = { order_id: string; audit_id: number }
