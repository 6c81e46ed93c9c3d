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
 * The money of orders. Rows are only added: at the end of a transaction that changes an order `postOrders` adds what the order
 * is now and its rows lack. A cancellation, a failed refund or an undo is a row below zero, on the day of the row that it takes
 * back.
 */
type OrderTransactionsTable = Entry & {
  /** Order number and a number in the order: `100001-T1`; without an order the payment's reference is in its place. */
  transaction_id: string
  created_at: string
}

/** Sums of the rows by day, and by month under `m2026-11`; added to in the transaction that adds the rows. */
type SalesSumsTable = Figures & { day: string; way: SalesWay; state: string; channel: string }

type ProductSumsTable = Pick<Figures, 'units' | 'goods_cents' | 'discount_cents' | 'code_cents'> & {
  day: string
  way: SalesWay
  product_id: string
  product_name: string | null
}

/** Orders from before the rows, and payments without an order, that have no rows yet. */
type OrdersToPostTable = { order_id: string }

/** Orders for which `isToRefund` holds; written with their rows. */
type OrdersToRefundTable = { order_id: string }

/** Money that the gateway moved, as it says itself. */
type PaymentMovementsTable = {
  movement_id: string
  reference: string
  kind: 'charge' | 'refund'
  amount_cents: number
  /** The calendar day on which it settled or, until then, on which the gateway took it on. */
  day: string
  /** 0 or 1. */
  settled: number
  /** Of a refund the sales tax in it; `null` until its order is posted, see `postOrders`. */
  tax_cents: number | null
}

/** Refunds of orders, by card and by hand; together never more than was paid. */
type OrderRefundsTable = {
  /** Order number and a number in the order: `100001-R1`. */
  refund_id: string
  order_id: string
  amount_cents: number
  /** Part of the shopper's mail; empty without one. */
  note: string
  refunded_at: string
  /** The calendar day, as the shop's. */
  refunded_on: string | null
  /** The gateway request; `null` where the money went back in another way. */
  operation_id: string | null
  /** The return that it was refunded for; `null` without one. */
  return_id: string | null
  /** The sales tax in it where it was noted by hand; `null` until its order is posted, see `postOrders`. */
  tax_cents: number | null
}
