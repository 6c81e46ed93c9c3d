import { chargeFor, type PaidFor } from '@shop/contract/order-totals'
import type { StoredOrder } from './orders.repository.ts'

/** What a card is charged for an order: its items that are not cancelled with their share of the tax, and the delivery. */
export function dueFor(order: StoredOrder): PaidFor {
  return chargeFor({ ...order, goods_cents: order.total_cents, delivery_taxed: order.delivery_taxed === 1 })
}
