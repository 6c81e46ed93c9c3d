import type { Order, OrderItem } from '@shop/contract/orders/calls'
import { hasLeft } from '@shop/contract/orders/has-left'
import type { FormErrors } from '../../forms/use-form.ts'

/** Whether an item can be selected: it has neither a cancellation nor a refund status (section 2, R27). */
export function isSelectable(item: Pick<OrderItem, 'cancellation_status' | 'refund_status'>): boolean {
  return item.cancellation_status === null && item.refund_status === null
}

/**
 * The cancel option is shown while at least one item is neither cancelled nor refunded (section 4), unless the backend says
 * why nothing of the order can be cancelled.
 */
export function canCancelAny({ items, cancel_problem }: Pick<Order, 'items' | 'cancel_problem'>): boolean {
  return (
    cancel_problem === null &&
    items.some((item) => shownStatus(item.cancellation_status) === '' && shownStatus(item.refund_status) === '')
  )
}

/** Whether an order has left, by what a backend says of it. */
export function hasShipped(order: Pick<Order, 'tracking_number' | 'order_status'>): boolean {
  return hasLeft({ ...order, shipped_by: null, delivered_on: null })
}

export function isDelivered({ order_status }: Pick<Order, 'order_status'>): boolean {
  return order_status?.toLowerCase() === 'delivered'
}

export type CancelFields = { reason: string; details: string }

/** The first error of a cancellation in the order of section 5; `null` without one. */
export function checkCancellation(request: {
  tracking_number: string | null
  order_status: string | null
  selected: readonly string[]
  reason: string
  details: string
}): { field: 'order' | 'items' | 'reason' | 'details'; message: string } | null {
  if (hasShipped(request)) {
    return { field: 'order', message: 'Order is already shipped. Please contact seller.' }
  }
  if (request.selected.length === 0) return { field: 'items', message: 'Please select at least one item to cancel.' }
  const { reason, details } = checkCancelFields(request)
  if (reason !== undefined) return { field: 'reason', message: reason }
  return details === undefined ? null : { field: 'details', message: details }
}

export function checkCancelFields({ reason, details }: CancelFields): FormErrors<CancelFields> {
  return {
    ...(reason === '' && { reason: 'Please select a cancellation reason.' }),
    ...(details.trim() === '' && { details: 'Please provide additional details.' }),
  }
}

/** The displayed status: 'cancelled' or 'refunded' in any letter case, otherwise empty (R27). */
export function shownStatus(status: string | null): '' | 'cancelled' | 'refunded' {
  const known = status?.toLowerCase()
  return known === 'cancelled' || known === 'refunded' ? known : ''
}
