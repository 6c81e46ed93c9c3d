import type { UndoRule } from '../audit/undo-change.ts'
import { type ChangeContext, writeAudit } from '../audit/write-audit.ts'
import { type Database, inTransaction, type Trx } from '../database/database.ts'
import { AppError } from '../errors/app-error.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { getShopSettings } from '../shop-settings/shop-settings.repository.ts'
import { itemProblem, shipProblem, statusAfter } from './order-states.ts'
import {
  lockOrder,
  parseShipment,
  type Shipment,
  type StoredOrder,
  updateOrderStatus,
  updateRefunded,
  updateShipment,
  updateTracking,
} from './orders.repository.ts'
import { shipmentCorrectionMail, shipmentMail } from './shipment.mail.ts'

/**
 * Marks an order as shipped and notifies the shopper by mail; from then on nothing can be cancelled. Returns the id of
 * the audit entry.
 */
export async function shipOrder(
  { database, clock, actor }: ChangeContext,
  orderId: string,
  trackingNumber: string,
): Promise<number> {
  return inTransaction(database, async (trx) => {
    const order = await requireOrder(trx, orderId)
    const problem = shipProblem(order)
    if (problem !== null) throw new AppError('conflict', problem)
    await updateTracking(trx, orderId, trackingNumber)
    await updateOrderStatus(trx, order, 'shipped')
    const [now, shop] = [clock(), await getShopSettings(trx)]
    await enqueueMail(trx, shipmentMail(order, trackingNumber, shop), { now, shop })
    const after = { order_status: 'shipped', imported_status: null, tracking_number: trackingNumber }
    const subject = { kind: 'order', id: orderId }
    return writeAudit(trx, { at: now, actor, action: 'order.shipped', subject, before: shipmentOf(order), after })
  })
}

/** Undoes a shipment if nothing else happened to the order since, and notifies the shopper. */
export const undoShipment: UndoRule = {
  readPresent: async (trx, { subject }) => shipmentOf(await requireOrder(trx, subject.id)),
  writeBefore: async (trx, { subject, before }, { now }) => {
    const order = await requireOrder(trx, subject.id)
    const shipment = parseShipment(before)
    await updateShipment(trx, order.order_id, shipment)
    const shop = await getShopSettings(trx)
    const { tracking_number } = shipment
    const mail =
      tracking_number === null ? shipmentCorrectionMail(order, shop) : shipmentMail(order, tracking_number, shop)
    await enqueueMail(trx, mail, { now, shop })
  },
}

/** Adds a note to an order that only the owner sees. */
export async function noteOnOrder(
  { database, clock, actor }: ChangeContext,
  orderId: string,
  note: string,
): Promise<number> {
  return inTransaction(database, async (trx) => {
    await requireOrder(trx, orderId)
    const subject = { kind: 'order', id: orderId }
    return writeAudit(trx, { at: clock(), actor, action: 'order.noted', subject, before: null, after: note })
  })
}

function shipmentOf({ order_status, imported_status, tracking_number }: StoredOrder): Shipment {
  return { order_status, imported_status, tracking_number }
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
    const problem = itemProblem(item, 'refund')
    if (problem !== null) throw new AppError('conflict', problem)
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
