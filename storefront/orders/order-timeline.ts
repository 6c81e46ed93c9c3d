import type { Order, OrderItem } from '@shop/contract/orders'
import { canCancelAny } from './cancellation-rules.ts'
import { formatDate } from './format-date.ts'
import { shownStatus } from './item-status.ts'

export type TimelineStep = {
  name: 'ordered' | 'shipped' | 'cancelled' | 'refunded' | 'expected'
  title: string
  /** A date or a count; empty when unknown. */
  detail: string
}

/** Past and expected events of an order, as far as its data show them. */
export function orderTimeline(order: Order): TimelineStep[] {
  const cancelled = order.items.filter((item) => shownStatus(item.cancellation_status) === 'cancelled')
  const refunded = order.items.filter((item) => shownStatus(item.refund_status) === 'refunded')
  const expected = formatDate(order.estimated_delivery_date)
  const steps: TimelineStep[] = [{ name: 'ordered', title: 'Ordered', detail: formatDate(order.order_date) ?? '' }]
  if (cancelled.length > 0)
    steps.push({ name: 'cancelled', title: 'Cancelled by you', detail: countOf(cancelled, order.items) })
  // Cancellations precede the shipment, since none is possible after it (R26).
  if (order.tracking_number !== null)
    steps.push({ name: 'shipped', title: 'Shipped', detail: `Tracking ${order.tracking_number}` })
  if (refunded.length > 0) steps.push({ name: 'refunded', title: 'Refunded', detail: countOf(refunded, order.items) })
  if (expected !== null && canCancelAny(order))
    steps.push({ name: 'expected', title: 'Estimated delivery', detail: expected })
  return steps
}

function countOf(some: readonly OrderItem[], all: readonly OrderItem[]): string {
  if (all.length === 1) return ''
  if (some.length === all.length) return 'All items'
  return `${some.length} of ${all.length} items`
}
