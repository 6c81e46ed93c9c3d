import type { Cents } from '@shop/contract/money'
import type { StoredOrder } from './orders.repository.ts'

/** The most that an order may come to. It keeps sums of orders within the integers of both engines. */
export const MAX_ORDER_CENTS: Cents = 1_000_000_000

/** What was paid for an order, in cents: goods, delivery and tax (R23). */
export function paidCents(order: Pick<StoredOrder, 'total_cents' | 'delivery_cents' | 'tax_cents'>): Cents {
  return order.total_cents + order.delivery_cents + order.tax_cents
}

/** What was paid back so far, in cents. */
export function refundedCents(refunds: readonly { amount_cents: Cents }[]): Cents {
  return refunds.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
}
