import type { Cents } from './money.ts'
import { salesTax } from './tax.ts'

/** Subtotal from which delivery is free, in cents. */
export const FREE_DELIVERY_FROM_CENTS: Cents = 4500

export type OrderTotals = {
  subtotal: Cents
  delivery: Cents
  /** Equals `delivery` when delivery is free, otherwise 0. */
  discount: Cents
  tax: Cents
  total: Cents
}

/** What an order would cost, in cents: total = subtotal + delivery − discount + tax. */
export function orderTotals(order: {
  subtotal: Cents
  /** Units in the cart. */
  itemCount: number
  /** The chosen option's cost per unit, 0 without one. */
  deliveryCost: Cents
  /** A fraction; `null` when no state was chosen or its rate is missing: no tax then (R19). */
  taxRate: number | null
}): OrderTotals {
  const delivery = order.deliveryCost * order.itemCount
  const discount = order.subtotal >= FREE_DELIVERY_FROM_CENTS ? delivery : 0
  const tax = salesTax(order.subtotal, order.taxRate ?? 0)
  return { subtotal: order.subtotal, delivery, discount, tax, total: order.subtotal + delivery - discount + tax }
}
