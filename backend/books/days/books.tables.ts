import type { Generated } from 'kysely'

export type BooksTables = {
  payment_movements: PaymentMovementsTable
  books_days: BooksDaysTable
  books_products: BooksProductsTable
  books_changes: BooksChangesTable
}

declare module '../../platform/database/tables.ts' {
  interface Tables extends BooksTables {}
}

/** Whether the gateway moved the money of an order, or the shop noted by hand how it was paid; imports count as the latter. */
export type BooksWay = 'card' | 'hand'

/** Money that the gateway moved, as it says itself. */
type PaymentMovementsTable = {
  /** The gateway's own id. */
  movement_id: string
  reference: string
  kind: 'charge' | 'refund'
  amount_cents: number
  /** The calendar day on which it settled or, until then, on which the gateway took it on. */
  day: string
  /** 0 or 1. */
  settled: number
  /** Of a refund the sales tax in it; `null` until it is filled in, see `fillTaxInRefunds`. */
  tax_cents: number | null
}

/** Sums of a day, except of days that are among the changes. */
type BooksDaysTable = {
  day: string
  way: BooksWay
  /** Two letters; empty where the order names none. */
  state: string
  /** Empty where a process of the version before summed, which knew none. */
  channel: string
  orders: number
  goods_cents: number
  discount_cents: number
  code_cents: Generated<number>
  delivery_cents: number
  tax_cents: number
  /** `null` of a day that a process of a version before has summed. */
  tax_paid_back_cents: number | null
  charged_cents: number
  paid_back_cents: number
  disputed_cents: number
}

type BooksProductsTable = {
  day: string
  way: BooksWay
  product_id: string
  product_name: string | null
  units: number
  goods_cents: number
  discount_cents: number
  code_cents: Generated<number>
}

/** Days whose sums may not be those of their rows any more; a day may be there several times, by a random id a change. */
type BooksChangesTable = { day: string; change_id: string }
