import { type Database, inTransaction, type Trx } from '../database/database.ts'
import { AppError } from '../errors/app-error.ts'
import { itemProblem, shipProblem, statusAfter } from './order-states.ts'
import { lockOrder, type StoredOrder, updateOrderStatus, updateRefunded, updateTracking } from './orders.repository.ts'

/** Notes that an order is on its way; from then on nothing of it can be cancelled. */
export async function shipOrder(database: Database, orderId: string, trackingNumber: string): Promise<void> {
  await inTransaction(database, async (trx) => {
    const order = await requireOrder(trx, orderId)
    const refusal = shipProblem(order)
    if (refusal !== null) throw new AppError('conflict', refusal)
    await updateTracking(trx, orderId, trackingNumber)
    await updateOrderStatus(trx, order, 'shipped')
  })
}

/** Puts another tracking number in place of a wrong one; the order's state stays. */
export async function replaceTracking(database: Database, orderId: string, trackingNumber: string): Promise<void> {
  await inTransaction(database, async (trx) => {
    const order = await requireOrder(trx, orderId)
    if (order.tracking_number === null) throw new AppError('conflict', `Order ${orderId} has not shipped yet.`)
    await updateTracking(trx, orderId, trackingNumber)
  })
}

/** Notes that an item was paid back. Stock stays: whether the goods came back, and how, is another matter. */
export async function refundItem(database: Database, orderId: string, itemId: string, now: Date): Promise<void> {
  await inTransaction(database, async (trx) => {
    const order = await requireOrder(trx, orderId)
    const item = order.items.find(({ order_item_id }) => order_item_id === itemId)
    if (item === undefined) throw new AppError('not_found', `Order ${orderId} has no item ${itemId}.`)
    const refusal = itemProblem(item, 'refund')
    if (refusal !== null) throw new AppError('conflict', refusal)
    await updateRefunded(trx, itemId, now)
    const items = order.items.map((one) => (one === item ? { ...one, refund_status: 'refunded' as const } : one))
    await updateOrderStatus(trx, order, statusAfter({ ...order, items }))
  })
}

async function requireOrder(trx: Trx, orderId: string): Promise<StoredOrder> {
  const order = await lockOrder(trx, orderId)
  if (order === null) throw new AppError('not_found', `There is no order ${orderId}.`)
  return order
}
