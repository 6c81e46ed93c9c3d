import type { OrderChannel } from '@shop/contract/admin/orders'
import type { Generated } from 'kysely'
import type { OrderState } from './order-states.ts'

export type OrdersTables = {
  orders: OrdersTable
  order_items: OrderItemsTable
  order_refunds: OrderRefundsTable
  order_notes: OrderNotesTable
  order_terms: OrderTermsTable
  imported_orders: ImportedOrdersTable
}

declare module '../database/tables.ts' {
  interface Tables extends OrdersTables {}
}

type OrdersTable = {
  /** Digits, as a shopper types them. */
  order_id: string
  /** `null` for a guest's order. */
  customer_id: string | null
  first_name: string
  last_name: string
  email: string
  /** A calendar day, for example `2026-11-21`. */
  order_date: string
  order_status: OrderState
  /** An imported status that is none of our states; shown instead of the state until that changes. */
  imported_status: string | null
  /** The goods; never changed by cancellations (R26). */
  total_cents: number
  tax_cents: number
  /** Millionths: 8.25 % is 82500. */
  tax_rate_millionths: number
  /** Net of any discount (R23). */
  delivery_cents: number
  /** Set when the order ships; from then on nothing can be cancelled. */
  tracking_number: string | null
  estimated_delivery_date: string | null
  /** Where it was ordered; imported orders count as online. */
  channel: Generated<OrderChannel>
  /** Raised by every change, so that an edit of what somebody else has changed is noticed. */
  version: Generated<number>
}

type OrderItemsTable = {
  order_item_id: string
  order_id: string
  /** Position in the order, from 0. */
  position: number
  product_id: string
  /** Name, price and picture as of the day of the order. */
  product_name: string
  price_cents: number
  quantity: number
  /** Name of a picture in `media`, `null` without a picture. */
  image_file: string | null
  /** `other`: an unknown status, shown as empty (R27). */
  cancellation_status: 'cancelled' | 'other' | null
  refund_status: 'refunded' | 'other' | null
  cancellation_reason: string | null
  /** The shopper's own text. */
  cancellation_details: string | null
  cancelled_at: string | null
  refunded_at: string | null
}

/** Amounts that were paid back; together never more than was paid. */
type OrderRefundsTable = {
  /** Order number and a number in the order: `100001-R1`. */
  refund_id: string
  order_id: string
  amount_cents: number
  /** Part of the shopper's mail; empty without one. */
  note: string
  refunded_at: string
}

/** For the owner and helpers alone. */
type OrderNotesTable = {
  note_id: string
  order_id: string
  author: string
  note: string
  noted_at: string
}

/** What orders are found by: number, names and e-mail, see `termsOf`. */
type OrderTermsTable = { term: string; order_id: string }

/** The import that an order came with. */
type ImportedOrdersTable = { order_id: string; import_id: string }
