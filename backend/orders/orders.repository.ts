import type { Selectable } from 'kysely'
import type { Database, Trx } from '../database/database.ts'
import type { OrdersTables } from './orders.tables.ts'

export type OrderItem = Selectable<OrdersTables['order_items']>
export type StoredOrder = Selectable<OrdersTables['orders']> & { items: OrderItem[] }

/** An order with its items in their places. Asks for the items even when there is no such order (R24: same work). */
export async function findOrder(database: Database, orderId: string): Promise<StoredOrder | null> {
  const order = await database.selectFrom('orders').selectAll().where('order_id', '=', orderId).executeTakeFirst()
  const items = await database
    .selectFrom('order_items')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
  return order === undefined ? null : { ...order, items }
}

/** A customer's own orders, newest first. */
export function listOrdersOf(
  database: Database,
  customerId: string,
): Promise<{ order_id: string; order_date: string }[]> {
  return database
    .selectFrom('orders')
    .select(['order_id', 'order_date'])
    .where('customer_id', '=', customerId)
    .orderBy('order_date', 'desc')
    .orderBy('order_id', 'desc')
    .execute()
}

/** The newest orders of the shop, without their items. */
export function listOrders(database: Database, most: number): Promise<Selectable<OrdersTables['orders']>[]> {
  return database
    .selectFrom('orders')
    .selectAll()
    .orderBy('order_date', 'desc')
    .orderBy('order_id', 'desc')
    .limit(most)
    .execute()
}

/** Which of these order numbers the shop already has. */
export async function listKnownOrderIds(database: Database, orderIds: readonly string[]): Promise<Set<string>> {
  const known = new Set<string>()
  for (let from = 0; from < orderIds.length; from += CHUNK) {
    const rows = await database
      .selectFrom('orders')
      .select('order_id')
      .where('order_id', 'in', orderIds.slice(from, from + CHUNK))
      .execute()
    for (const { order_id } of rows) known.add(order_id)
  }
  return known
}

/** Values per statement stay far below what the engines take. */
const CHUNK = 500

export async function insertOrder(trx: Trx, { items, ...order }: StoredOrder): Promise<void> {
  await trx.insertInto('orders').values(order).execute()
  for (let from = 0; from < items.length; from += CHUNK) {
    await trx
      .insertInto('order_items')
      .values(items.slice(from, from + CHUNK))
      .execute()
  }
}

/** Keeps an unshipped order as it is until the transaction ends; false when it has shipped or is not there. */
export async function holdUnshipped(trx: Trx, orderId: string): Promise<boolean> {
  const result = await trx
    .updateTable('orders')
    .set((row) => ({ order_status: row.ref('order_status') }))
    .where('order_id', '=', orderId)
    .where('tracking_number', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Marks open items as cancelled and answers how many it found open. */
export async function updateCancelled(
  trx: Trx,
  orderId: string,
  itemIds: readonly string[],
  cancellation: { reason: string; details: string; now: Date },
): Promise<number> {
  const result = await trx
    .updateTable('order_items')
    .set({
      cancellation_status: 'cancelled',
      cancellation_reason: cancellation.reason,
      cancellation_details: cancellation.details,
      cancelled_at: cancellation.now.toISOString(),
    })
    .where('order_id', '=', orderId)
    .where('order_item_id', 'in', itemIds)
    .where('cancellation_status', 'is', null)
    .where('refund_status', 'is', null)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** Marks an item as refunded; false when it already was. */
export async function updateRefunded(trx: Trx, orderItemId: string, now: Date): Promise<boolean> {
  const result = await trx
    .updateTable('order_items')
    .set({ refund_status: 'refunded', refunded_at: now.toISOString() })
    .where('order_item_id', '=', orderItemId)
    .where('refund_status', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function updateOrderStatus(trx: Trx, orderId: string, status: string): Promise<void> {
  await trx.updateTable('orders').set({ order_status: status }).where('order_id', '=', orderId).execute()
}

/** Marks an order as shipped; false when it already was. */
export async function updateShipped(trx: Trx, orderId: string, trackingNumber: string): Promise<boolean> {
  const result = await trx
    .updateTable('orders')
    .set({ tracking_number: trackingNumber, order_status: 'shipped' })
    .where('order_id', '=', orderId)
    .where('tracking_number', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Changes the tracking number of an order that has shipped; false when it has not or is not there. */
export async function updateTracking(trx: Trx, orderId: string, trackingNumber: string): Promise<boolean> {
  const result = await trx
    .updateTable('orders')
    .set({ tracking_number: trackingNumber })
    .where('order_id', '=', orderId)
    .where('tracking_number', 'is not', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
