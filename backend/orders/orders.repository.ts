import type { Selectable } from 'kysely'
import { markNewOrders, markOrders } from '../books/ledger/mark-orders.ts'
import { drawNumbers, lockCounter, raiseCounter } from '../platform/database/counters/counters.ts'
import type { Database, Trx } from '../platform/database/database.ts'
import { chunksOf } from '../platform/database/queries.ts'
import type { OrderStatus, OrdersTables } from './orders.tables.ts'
import { hasTerms, insertTerms } from './search/order-terms.repository.ts'

export type OrderItem = Selectable<OrdersTables['order_items']>
export type StoredOrder = Selectable<OrdersTables['orders']> & { items: OrderItem[] }

/** An order with its items. Queries the items of an unknown order too (R24: same time). */
export async function findOrder(database: Database, orderId: string): Promise<StoredOrder | null> {
  const order = await database.selectFrom('orders').selectAll().where('order_id', '=', orderId).executeTakeFirst()
  const items = await listItems(database, orderId)
  return order === undefined ? null : { ...order, items }
}

/** Locks an order, raises its version and returns it with its items. Call it before any change. */
export async function lockOrder(trx: Trx, orderId: string): Promise<StoredOrder | null> {
  const order = await trx
    .updateTable('orders')
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('order_id', '=', orderId)
    .returningAll()
    .executeTakeFirst()
  if (order === undefined) return null
  markOrders(trx, [orderId])
  return { ...order, items: await listItems(trx, orderId) }
}

/** Locks an order and keeps its version, which shows whether anything changed. */
export async function lockOrderUnchanged(trx: Trx, orderId: string): Promise<void> {
  await trx
    .updateTable('orders')
    .set((row) => ({ version: row.ref('version') }))
    .where('order_id', '=', orderId)
    .execute()
}

/** Locks the order of a payment. Lock an order before its payment. */
export async function lockOrderOfPayment(trx: Trx, reference: string): Promise<void> {
  await trx
    .updateTable('orders')
    .set((row) => ({ version: row.ref('version') }))
    .where('order_id', 'in', trx.selectFrom('payments').select('order_id').where('reference', '=', reference))
    .execute()
}

function listItems(database: Database, orderId: string): Promise<OrderItem[]> {
  return database.selectFrom('order_items').selectAll().where('order_id', '=', orderId).orderBy('position').execute()
}

export type ListedOrder = Pick<StoredOrder, 'order_id' | 'order_date' | 'customer_id' | 'email'>

export function listOrdersByCustomer(database: Database, customerId: string): Promise<ListedOrder[]> {
  return selectListed(database).where('customer_id', '=', customerId).execute()
}

/** Guest orders that share all terms with an email address. The caller compares the addresses. */
export function listGuestOrdersLike(database: Database, email: string): Promise<ListedOrder[]> {
  return selectListed(database).where('customer_id', 'is', null).where(hasTerms(email)).execute()
}

function selectListed(database: Database) {
  return database.selectFrom('orders').select(['order_id', 'order_date', 'customer_id', 'email'])
}

export async function listKnownOrderIds(database: Database, orderIds: readonly string[]): Promise<Set<string>> {
  const known = new Set<string>()
  for (const chunk of chunksOf(orderIds)) {
    const rows = await database.selectFrom('orders').select('order_id').where('order_id', 'in', chunk).execute()
    for (const { order_id } of rows) known.add(order_id)
  }
  return known
}

/** The numbers among these that belong to unfinished placements. */
export async function listDrawnOrderIds(database: Database, orderIds: readonly string[]): Promise<string[]> {
  const drawn: string[] = []
  for (const chunk of chunksOf(orderIds)) {
    const rows = await database
      .selectFrom('placements')
      .select('order_id')
      .where('order_id', 'in', chunk)
      .where('state', '=', 'checking')
      .execute()
    drawn.push(...rows.map(({ order_id }) => order_id))
  }
  return drawn
}

/** Stores new orders with items and search terms. */
export async function insertOrders(trx: Trx, orders: readonly StoredOrder[]): Promise<void> {
  for (const chunk of chunksOf(orders.map(({ items: _, ...order }) => order))) {
    await trx.insertInto('orders').values(chunk).execute()
  }
  for (const chunk of chunksOf(orders.flatMap(({ items }) => items))) {
    await trx.insertInto('order_items').values(chunk).execute()
  }
  markNewOrders(
    trx,
    orders.map(({ order_id }) => order_id),
  )
  await insertTerms(trx, orders)
}

export async function updateCancelled(
  trx: Trx,
  itemIds: readonly string[],
  cancellation: { reason: string; details: string; now: Date },
): Promise<void> {
  await trx
    .updateTable('order_items')
    .set({
      cancellation_status: 'cancelled',
      cancellation_reason: cancellation.reason,
      cancellation_details: cancellation.details,
      cancelled_at: cancellation.now.toISOString(),
    })
    .where('order_item_id', 'in', itemIds)
    .execute()
}

export async function insertItems(trx: Trx, items: readonly OrderItem[]): Promise<void> {
  if (items.length > 0) await trx.insertInto('order_items').values(items).execute()
}

export async function updateItems(
  trx: Trx,
  items: readonly (Pick<OrderItem, 'order_item_id'> & Partial<OrderItem>)[],
): Promise<void> {
  for (const { order_item_id, ...values } of items) {
    await trx.updateTable('order_items').set(values).where('order_item_id', '=', order_item_id).execute()
  }
}

/** Changes the status of a locked order, which ends its imported one. An unchanged status leaves both. */
export async function updateStatusClearingImported(
  trx: Trx,
  order: Pick<StoredOrder, 'order_id' | 'order_status'>,
  order_status: OrderStatus,
): Promise<void> {
  if (order.order_status === order_status) return
  await trx
    .updateTable('orders')
    .set({ order_status, imported_status: null })
    .where('order_id', '=', order.order_id)
    .execute()
}

export type Shipment = Pick<
  StoredOrder,
  'order_status' | 'imported_status' | 'tracking_number' | 'carrier' | 'shipped_by' | 'delivered_on'
>

export async function updateOrder(
  trx: Trx,
  orderId: string,
  values: Partial<Selectable<OrdersTables['orders']>>,
): Promise<void> {
  await trx.updateTable('orders').set(values).where('order_id', '=', orderId).execute()
}

/** Counter of the shop's order numbers. */
const ORDER_NUMBER = 'order_number'

/** Draws the next order number; skips imported ones. */
export async function newOrderNumber(trx: Trx): Promise<string> {
  for (;;) {
    const number = String(await drawNumbers(trx, ORDER_NUMBER))
    // A separate statement sees what was imported while the other one waited for the counter.
    if ((await listKnownOrderIds(trx, [number])).size === 0) return number
  }
}

/** The order of an offline entry and its audit entry; `null` for a new id. */
export async function findEntry(trx: Trx, entryId: string): Promise<{ order_id: string; audit_id: number } | null> {
  const row = await trx
    .selectFrom('order_entries')
    .select(['order_id', 'audit_id'])
    .where('entry_id', '=', entryId)
    .executeTakeFirst()
  return row ?? null
}

/** Stores the id of an offline entry. It stays when the order is removed, which is not entered again. */
export async function insertEntry(trx: Trx, entry: Selectable<OrdersTables['order_entries']>): Promise<void> {
  await trx.insertInto('order_entries').values(entry).execute()
}

/** Locks the counter of order numbers until the end of the transaction. */
export function lockOrderNumbers(trx: Trx): Promise<void> {
  return lockCounter(trx, ORDER_NUMBER)
}

/** Raises the counter above `number`. */
export function raiseOrderNumber(trx: Trx, number: number): Promise<void> {
  return raiseCounter(trx, ORDER_NUMBER, number)
}

/** Skips `count` numbers. */
export async function skipOrderNumbers(trx: Trx, count: number): Promise<void> {
  await drawNumbers(trx, ORDER_NUMBER, count)
}

export async function deleteOrder(trx: Trx, orderId: string): Promise<void> {
  markOrders(trx, [orderId])
  await trx.deleteFrom('orders').where('order_id', '=', orderId).execute()
}

export type OrderNote = Selectable<OrdersTables['order_notes']>

export async function insertNote(trx: Trx, note: OrderNote): Promise<void> {
  await trx.insertInto('order_notes').values(note).execute()
}

export function listNotes(database: Database, orderId: string): Promise<OrderNote[]> {
  return database.selectFrom('order_notes').selectAll().where('order_id', '=', orderId).orderBy('noted_at').execute()
}

export async function deleteNote(trx: Trx, noteId: string): Promise<void> {
  await trx.deleteFrom('order_notes').where('note_id', '=', noteId).execute()
}
