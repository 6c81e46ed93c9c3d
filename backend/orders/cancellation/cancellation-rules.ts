import { hasLeft } from '@shop/contract/orders/has-left'
import { hasShipped, itemProblem } from '../order-status.ts'
import type { StoredOrder } from '../orders.repository.ts'
import type { OrderStatus } from '../orders.tables.ts'

const ENDED_STATUSES: readonly OrderStatus[] = ['cancelled', 'refunded']
const ALREADY_SHIPPED = 'Order is already shipped. Please contact seller.'

/** The reason these items cannot be cancelled, or `null`. Shipment is checked first, as in the shopper's form (R26). */
export function cancelProblem(order: StoredOrder, itemIds: readonly string[]): string | null {
  if (hasLeft(order)) return ALREADY_SHIPPED
  // Items of an imported order have no state, and the stock no longer includes them.
  if (ENDED_STATUSES.includes(order.order_status)) return `This order is already ${order.order_status}.`
  for (const id of itemIds) {
    const item = order.items.find(({ order_item_id }) => order_item_id === id)
    if (item === undefined) return 'An item is not on this order. Please look the order up again.'
    const problem = itemProblem(item, 'cancel')
    if (problem !== null) return problem
  }
  return null
}

export function shopCancelProblem(order: StoredOrder, itemIds: readonly string[]): string | null {
  if (hasShipped(order)) {
    return `Order ${order.order_id} has shipped. Undo the shipment first, or refund the return.`
  }
  if (hasLeft(order)) return `Order ${order.order_id} has already left the shop. Refund what comes back.`
  return itemIds.length === 0 ? `Order ${order.order_id} has nothing left to cancel.` : cancelProblem(order, itemIds)
}
