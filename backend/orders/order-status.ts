import { wasHandedOver } from '@shop/contract/orders/shipping'
import type { OrderItem, StoredOrder } from './orders.repository.ts'
import type { OrderStatus } from './orders.tables.ts'

type ItemStatus = 'open' | 'cancelled' | 'refunded'
type ItemMove = 'cancel' | 'refund'

const ITEM_MOVES: Record<ItemStatus, Partial<Record<ItemMove, ItemStatus>>> = {
  open: { cancel: 'cancelled', refund: 'refunded' },
  // Cancelled after payment: the money is returned.
  cancelled: { refund: 'refunded' },
  refunded: {},
}

type OrderMove = 'ship' | 'deliver' | 'cancelLastItem' | 'refundLastItem'

/** Allowed transitions of an order. A missing one is an error or, for items, no change. */
const ORDER_MOVES: Record<OrderStatus, Partial<Record<OrderMove, OrderStatus>>> = {
  processing: { ship: 'shipped', cancelLastItem: 'cancelled', refundLastItem: 'refunded' },
  // Imported orders may have shipped or arrived without a tracking number.
  shipped: { ship: 'shipped', deliver: 'delivered', cancelLastItem: 'cancelled', refundLastItem: 'refunded' },
  delivered: { deliver: 'delivered', cancelLastItem: 'cancelled', refundLastItem: 'refunded' },
  cancelled: { cancelLastItem: 'cancelled', refundLastItem: 'refunded' },
  refunded: { cancelLastItem: 'cancelled', refundLastItem: 'refunded' },
}

/** An item with any status, even an unknown one, is not open (R27). */
function itemStatus(item: Pick<OrderItem, 'cancellation_status' | 'refund_status'>): ItemStatus {
  if (item.refund_status !== null) return 'refunded'
  return item.cancellation_status === null ? 'open' : 'cancelled'
}

/** The reason a transition of an item is not allowed, or `null`. */
export function itemProblem(item: OrderItem, move: ItemMove): string | null {
  const status = itemStatus(item)
  return ITEM_MOVES[status][move] === undefined ? `${item.product_name} is already ${status}.` : null
}

/** Whether a shipment was recorded and can be undone. See also `hasLeft`. */
export function hasShipped({ tracking_number, shipped_by }: StoredOrder): boolean {
  return tracking_number !== null || shipped_by !== null
}

export function listCancellable({ items }: Pick<StoredOrder, 'items'>): OrderItem[] {
  return items.filter((item) => itemProblem(item, 'cancel') === null)
}

/** The reason an order cannot be shipped; `null` if it can. */
export function shipProblem(order: StoredOrder): string | null {
  if (order.tracking_number !== null) {
    return `Order ${order.order_id} is already shipped. You can correct a wrong tracking number.`
  }
  const nothingLeft = order.items.every((item) => itemStatus(item) !== 'open')
  if (nothingLeft) return `Order ${order.order_id} has nothing left to ship.`
  const status = order.order_status
  return ORDER_MOVES[status].ship === undefined ? `Order ${order.order_id} is already ${status}.` : null
}

/** The reason an order cannot arrive on a day, or lose its day with `null`; `null` if it can. */
export function deliverProblem(order: StoredOrder, deliveredOn: string | null): string | null {
  const { order_id, order_status, delivered_on } = order
  if (deliveredOn === null) {
    if (order_status !== 'delivered') return `Order ${order_id} is not marked as delivered.`
    return wasHandedOver(order) ? `Order ${order_id} was handed over by the shop.` : null
  }
  if (order_status === 'delivered' && delivered_on === deliveredOn) return `Order ${order_id} is already delivered.`
  if (ORDER_MOVES[order_status].deliver !== undefined) return null
  return order_status === 'processing'
    ? `Order ${order_id} has not shipped yet.`
    : `Order ${order_id} is ${order_status}.`
}

/** The status once no item is open: cancelled if all items are, refunded if some were delivered and refunded. */
export function statusAfter(order: Pick<StoredOrder, 'order_status' | 'items'>): OrderStatus {
  const statuses = order.items.map(itemStatus)
  if (statuses.includes('open')) return order.order_status
  const isCancelled = order.items.every(({ cancellation_status }) => cancellation_status !== null)
  const isRefunded = statuses.every((status) => status === 'refunded')
  const move = isCancelled && !isRefunded ? 'cancelLastItem' : 'refundLastItem'
  return ORDER_MOVES[order.order_status][move] ?? order.order_status
}
