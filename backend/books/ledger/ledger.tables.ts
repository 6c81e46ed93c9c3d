import type { Figures, SalesWay } from '@shop/contract/books/admin'
import type { Entry } from '@shop/contract/order-money'

export type LedgerTables = {
  order_transactions: OrderTransactionsTable
  sales_sums: SalesSumsTable
  product_sums: ProductSumsTable
  orders_to_post: OrdersToPostTable
  orders_to_refund: OrdersToRefundTable
  payment_movements: PaymentMovementsTable
  order_refunds: OrderRefundsTable
}

declare module '../../platform/database/tables.ts' {
  interface Tables extends LedgerTables {}
}

/**
 * The money of orders. Rows are only added: `postOrders` adds what the order is now and its rows lack. Cancellations,
 * failed refunds and undos are negative rows on the day of the row that they reverse.
 */
type OrderTransactionsTable = Entry & {
  /** Order number or, without an order, the payment's reference, and a number: `100001-T1`. */
  transaction_id: string
  created_at: string
}

/** Sums of the rows by day, and by month under `m2026-11`, written in the same transaction as the rows. */
type SalesSumsTable = Figures & { day: string; way: SalesWay; state: string; channel: string }

type ProductSumsTable = Pick<Figures, 'units' | 'goods_cents' | 'discount_cents' | 'code_cents'> & {
  day: string
  way: SalesWay
  product_id: string
  product_name: string | null
}

/** Older orders, and payments without an order, that have no rows yet. */
type OrdersToPostTable = { order_id: string }

/** Orders for which `isToRefund` holds; written with their rows. */
type OrdersToRefundTable = { order_id: string }

/** Money that the gateway moved. */
type PaymentMovementsTable = {
  movement_id: string
  reference: string
  kind: 'charge' | 'refund'
  amount_cents: number
  /** The calendar day on which it settled, or until then the day of submission. */
  day: string
  /** 0 or 1. */
  settled: number
  /** Sales tax in a refund; `null` until `postOrders` has posted it. */
  tax_cents: number | null
}

/** Refunds of orders, by card and by hand, never more than was paid. */
type OrderRefundsTable = {
  /** Order number and a number in the order: `100001-R1`. */
  refund_id: string
  order_id: string
  amount_cents: number
  /** Part of the shopper's mail; empty without one. */
  note: string
  refunded_at: string
  /** Calendar day of the shop. */
  refunded_on: string | null
  /** The gateway request; `null` for a refund by hand. */
  operation_id: string | null
  /** The return that was refunded; `null` without one. */
  return_id: string | null
  /** Sales tax in a refund by hand; `null` until `postOrders` has posted it. */
  tax_cents: number | null
}
