import { type Database, inTransaction, type Trx } from '../database/database.ts'
import { AppError } from '../errors/app-error.ts'
import { itemProblem, shipProblem, statusAfter } from './order-states.ts'
import { lockOrder, type StoredOrder, updateOrderStatus, updateRefunded, updateTracking } from './orders.repository.ts'

/** Marks an order as shipped; from then on nothing can be cancelled. */
export async function shipOrder(database: Database, orderId: string, trackingNumber: string): Promise<void> {
  await inTransaction(database, async (trx) => {
    const order = await requireOrder(trx, orderId)
    const refusal = shipProblem(order)
    if (refusal !== null) throw new AppError('conflict', refusal)
    await updateTracking(trx, orderId, trackingNumber)
    await updateOrderStatus(trx, order, 'shipped')
  })
}

/** Corrects the tracking number of a shipped order; its state does not change. */
export async function replaceTracking(database: Database, orderId: string, trackingNumber: string): Promise<void> {
  await inTransaction(database, async (trx) => {
    const order = await requireOrder(trx, orderId)
    if (order.tracking_number === null) throw new AppError('conflict', `Order ${orderId} has not shipped yet.`)
    await updateTracking(trx, orderId, trackingNumber)
  })
}

/** Marks an item as refunded. Stock is not changed, since the goods may not have come back. */
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
