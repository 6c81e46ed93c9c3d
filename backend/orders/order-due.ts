import type { Cents } from '@shop/contract/money'
import { dueFor, receivedFor } from '@shop/contract/order-money'
import { refundedCents } from '@shop/contract/order-totals'
import { refundableToCard } from './card-payment.ts'
import type { OrderState } from './order-change.ts'
import type { StoredOrder } from './orders.repository.ts'

/** Says that an order has nothing left to pay; `null` if it has. */
export function nothingDue(order: StoredOrder): string | null {
  if (order.order_status === 'refunded') return `Order ${order.order_id} was refunded.`
  return dueFor(order).total === 0 ? `Order ${order.order_id} has nothing left to pay.` : null
}

/** The refundable amount in cents: of a card payment what was charged, else what was received. */
export function refundableFor({ order, payment, refunds }: Pick<OrderState, 'order' | 'payment' | 'refunds'>): Cents {
  return payment === null ? Math.max(0, receivedFor(order) - refundedCents(refunds)) : refundableToCard(payment)
}

/** The sentence about the card for an order that was just paid. */
export function paidNotice(isCharged: boolean): string {
  return isCharged
    ? 'We’ve charged your card for the total.'
    : 'We’ve placed a hold on your card for the total. We’ll charge it when your order ships.'
}
