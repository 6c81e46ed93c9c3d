import type { Cents } from '@shop/contract/money'
import { chargeFor, type PaidFor, paidCents, refundedCents } from '@shop/contract/order-totals'
import { isUncharged, leftToPayBack } from './card-payment.ts'
import type { OrderState } from './order-change.ts'
import type { OrderItem, StoredOrder } from './orders.repository.ts'

/** What a card is charged for an order: its items that are not cancelled with their share of the tax, and the delivery. */
export function dueFor(order: StoredOrder): PaidFor {
  return chargeFor({ ...order, goods_cents: order.total_cents, delivery_taxed: order.delivery_taxed === 1 })
}

/** That an order has nothing left to pay; `null` where it has. */
export function nothingDue(order: StoredOrder): string | null {
  if (order.order_status === 'refunded') return `Order ${order.order_id} was refunded.`
  return dueFor(order).total === 0 ? `Nothing of order ${order.order_id} is left to pay.` : null
}

type Paid = Pick<OrderState, 'order' | 'payment'>

/** Whether nothing was paid for an item, since it was cancelled before its card was charged, or before the order was recorded as paid. */
export function isUnpaidItem({ order, payment }: Paid, item: OrderItem): boolean {
  return payment === null ? wasNeverPaid(order, item) : isUncharged(payment, item)
}

/** Whether an item of an order that no card paid was cancelled before the order was recorded as paid. */
export function wasNeverPaid({ paid_at }: Pick<StoredOrder, 'paid_at'>, { cancelled_at }: OrderItem): boolean {
  return paid_at !== null && cancelled_at !== null && cancelled_at <= paid_at
}

/** What can still be paid back, in cents: of a card payment what was charged, else what was received. */
export function leftOf({ order, payment, refunds }: Paid & Pick<OrderState, 'refunds'>): Cents {
  return payment === null ? Math.max(0, receivedFor(order) - refundedCents(refunds)) : leftToPayBack(payment)
}

/** What was received for an order that no card paid; Sales count the same. */
function receivedFor(order: StoredOrder): Cents {
  if (!order.items.some((item) => wasNeverPaid(order, item))) return paidCents(order)
  const items = order.items.map((item) => {
    return { ...item, cancellation_status: wasNeverPaid(order, item) ? ('cancelled' as const) : null }
  })
  return dueFor({ ...order, items }).total
}

/** What becomes of the money of an order that was just paid by card, for the shopper. */
export function moneyOfPaid(isCharged: boolean): string {
  return isCharged
    ? 'We’ve charged your card for the total.'
    : 'Your card has a hold for the total. We’ll charge it when your order ships.'
}
