import type { OrderState } from './order-states.ts'

export type OrdersTables = { orders: OrdersTable; order_items: OrderItemsTable }

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
