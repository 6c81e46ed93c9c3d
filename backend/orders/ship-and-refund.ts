import { type Database, inTransaction, type Trx } from '../database/database.ts'
import { Refusal } from '../refusal.ts'
import { itemRefusal, shipRefusal, statusAfter } from './order-states.ts'
import {
  findOrder,
  type StoredOrder,
  updateOrderStatus,
  updateRefunded,
  updateShipped,
  updateTracking,
} from './orders.repository.ts'

/** Notes that an order is on its way; from then on nothing of it can be cancelled. */
export async function shipOrder(database: Database, orderId: string, trackingNumber: string): Promise<void> {
  await inTransaction(database, async (trx) => {
    // First the change, then the look: what is read after it cannot move any more.
    const shipped = await updateShipped(trx, orderId, trackingNumber)
    const order = await requireOrder(trx, orderId)
    const refusal = shipRefusal(shipped ? { ...order, tracking_number: null } : order)
    if (refusal !== null) throw new Refusal('conflict', refusal)
  })
}

/** Puts another tracking number in place of a wrong one; the order stays shipped. */
export async function replaceTracking(database: Database, orderId: string, trackingNumber: string): Promise<void> {
  await inTransaction(database, async (trx) => {
    if (await updateTracking(trx, orderId, trackingNumber)) return
    await requireOrder(trx, orderId)
    throw new Refusal('conflict', `Order ${orderId} has not shipped yet.`)
  })
}

/** Notes that an item was paid back. Stock stays: whether the goods came back, and how, is another matter. */
export async function refundItem(database: Database, orderId: string, itemId: string, now: Date): Promise<void> {
  await inTransaction(database, async (trx) => {
    const order = await requireOrder(trx, orderId)
    const item = order.items.find(({ order_item_id }) => order_item_id === itemId)
    if (item === undefined) throw new Refusal('not_found', `Order ${orderId} has no item ${itemId}.`)
    const refusal = itemRefusal(item, 'refund')
    if (refusal !== null) throw new Refusal('conflict', refusal)
    if (!(await updateRefunded(trx, itemId, now))) {
      throw new Refusal('conflict', `${item.product_name} is already refunded.`)
    }
    await updateOrderStatus(trx, orderId, statusAfter(await requireOrder(trx, orderId)))
  })
}

async function requireOrder(trx: Trx, orderId: string): Promise<StoredOrder> {
  const order = await findOrder(trx, orderId)
  if (order === null) throw new Refusal('not_found', `There is no order ${orderId}.`)
  return order
}
