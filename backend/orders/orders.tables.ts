import type { FieldValues } from '@shop/contract/http/fields'
import type { ADMIN_ORDER_FIELDS, ADMIN_ORDER_ITEM_FIELDS } from '@shop/contract/orders/admin'

/** Every status of an order. A check constraint rejects others. */
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
  /** An unknown status of an import, shown until the status changes. */
  imported_status: string | null
  /** Carrier from a tracking file; `null` otherwise, since the number may show it. */
  carrier: string | null
  /** The goods before discounts; never changed by cancellations (R26). */
  total_cents: number
  /** The code's discount on all lines. */
  discount_cents: number
  /** The address in parts; all `null` without one. */
  company: string | null
  address1: string | null
  address2: string | null
  city: string | null
  /** State of the address. That of the sales tax is `state`, also for a sale at a fair. */
  region: string | null
  zip: string | null
  /** Two letters. */
  country: string | null
  /** An address that came as one text and has no parts; otherwise `null`. */
  delivery_address: string | null
  /** The last promised day to ship, from the confirmation or newest delay notice; `null` if no mail had one. */
  ship_by: string | null
  /** When an unpaid order was recorded as paid; items cancelled earlier were never paid. Otherwise `null`. */
  paid_at: string | null
  /** Millionths: 8.25 % is 82500. */
  tax_rate_millionths: number
  /** 0 or 1: the delivery is taxed too. */
  delivery_taxed: number
}

type OrderItemsTable = FieldValues<typeof ADMIN_ORDER_ITEM_FIELDS> & {
  order_id: string
  /** Position in the order, from 0. */
  position: number
  /** A picture in `media` as of the day of the order; `null` for none. */
  image_file: string | null
  /** The regular price on the day of the order; `null` for older and imported orders. */
  regular_price_cents: number | null
  cancelled_at: string | null
  refunded_at: string | null
}

/** Delay notices, numbered from 1 in each order. */
type OrderDelaysTable = {
  order_id: string
  number: number
  noticed_at: string
  /** The new promised day; `null` if unknown. */
  ship_by: string | null
  /** The day after which an order without an answer is cancelled; `null` if silence is consent. */
  answer_by: string | null
  /** SHA-256 of the token in the mailed link, in hex. */
  token_hash: string
  expires_at: string
  agreed_at: string | null
  used_at: string | null
}

type OrderNotesTable = {
  note_id: string
  order_id: string
  author: string
  note: string
  noted_at: string
}

/** Payment links of manual orders. Only the newest of an order works. */
type PayLinksTable = {
  link_id: string
  /** SHA-256 of the token. */
  token_hash: string
  order_id: string
  amount_cents: number
  /** The mail with the link; `null` without an email address. */
  mail_id: string | null
  created_at: string
  expires_at: string
  withdrawn_at: string | null
  /** Only written by the earlier version: a mail that was withdrawn before it was sent. */
  withdrawn_mail: string | null
}

/** Search tokens of orders: number, names, email and phone, see `termsWithPhone`. */
type OrderTermsTable = { term: string; order_id: string }

type ImportedOrdersTable = { order_id: string; import_id: string }

/** Unfinished imports. `renewed_at`: the time of the last part. */
type OpenImportsTable = { import_id: string; renewed_at: string }

/** Orders entered on a device without a network, by the id from the device. */
type OrderEntriesTable = { entry_id: string; order_id: string; audit_id: number }

/** Orders that one audit entry changed together. */
type SharedOrderChangesTable = { order_id: string; audit_id: number }
