import {
  type AuditEntry,
  findAuditEntry,
  findUndo,
  type ListedAuditEntry,
  listAudit,
} from '../../admin/audit/audit.repository.ts'
import { isObject, type Json } from '../../admin/audit/canonical-json.ts'
import { markOrders } from '../../books/ledger/mark-orders.ts'
import type { Database, Trx } from '../../platform/database/database.ts'
import { chunksOf } from '../../platform/database/queries.ts'
import type { OrderRow } from '../list/orders-page.repository.ts'
import { type OrderDelay, selectNewestDelays } from '../order-delays.repository.ts'
import type { StoredOrder } from '../orders.repository.ts'

/** Orders with their items, by number. Unknown numbers are left out. */
export async function findOrders(database: Database, orderIds: readonly string[]): Promise<Map<string, StoredOrder>> {
  const orders = new Map<string, StoredOrder>()
  for (const some of chunksOf(orderIds)) {
    const rows = await database.selectFrom('orders').selectAll().where('order_id', 'in', some).execute()
    for (const order of await withItems(database, rows)) orders.set(order.order_id, order)
  }
  return orders
}

/** Locks orders, raises their versions and returns them with their items. Unknown numbers are left out. */
export async function lockOrders(trx: Trx, orderIds: readonly string[]): Promise<Map<string, StoredOrder>> {
  const orders: StoredOrder[] = []
  for (const some of chunksOf(orderIds)) {
    const rows = await trx
      .updateTable('orders')
      .set((row) => ({ version: row('version', '+', 1) }))
      .where('order_id', 'in', some)
      .returningAll()
      .execute()
    orders.push(...(await withItems(trx, rows)))
  }
  markOrders(
    trx,
    orders.map(({ order_id }) => order_id),
  )
  return new Map(orders.map((order) => [order.order_id, order]))
}

/** Writes the shipment columns of locked orders. */
export async function updateShipments(trx: Trx, orders: readonly StoredOrder[]): Promise<void> {
  const rows = orders.map(({ items: _, ...order }) => order)
  for (const chunk of chunksOf(rows)) {
    // Every order exists, so each is an update: one statement for hundreds of different numbers.
    await trx
      .insertInto('orders')
      .values(chunk)
      .onConflict((conflict) =>
        conflict.column('order_id').doUpdateSet((row) => ({
          order_status: row.ref('excluded.order_status'),
          imported_status: row.ref('excluded.imported_status'),
          tracking_number: row.ref('excluded.tracking_number'),
          carrier: row.ref('excluded.carrier'),
          shipped_by: row.ref('excluded.shipped_by'),
          delivered_on: row.ref('excluded.delivered_on'),
        })),
      )
      .execute()
  }
}

/**
 * Unshipped orders, oldest first: at most `limit` with a promised day and as many without. With `before` only orders
 * due before that day; without a promised day, orders placed until `placedUntil`.
 */
export async function listUnshipped(
  database: Database,
  due: { before: string; placedUntil: string } | null,
  limit: number,
): Promise<StoredOrder[]> {
  const unshipped = database.selectFrom('orders').selectAll().where('order_status', '=', 'processing').limit(limit)
  let named = unshipped.where('ship_by', 'is not', null).orderBy('ship_by').orderBy('order_id')
  let unnamed = unshipped.where('ship_by', 'is', null).orderBy('order_date').orderBy('order_id')
  if (due !== null) {
    named = named.where('ship_by', '<', due.before)
    unnamed = unnamed.where('order_date', '<=', due.placedUntil)
  }
  const rows = [...(await named.execute()), ...(await unnamed.execute())]
  return withItems(database, rows)
}

async function withItems(database: Database, rows: readonly OrderRow[]): Promise<StoredOrder[]> {
  const items: StoredOrder['items'] = []
  for (const some of chunksOf(rows.map(({ order_id }) => order_id))) {
    const query = database.selectFrom('order_items').selectAll().where('order_id', 'in', some)
    items.push(...(await query.orderBy('order_id').orderBy('position').execute()))
  }
  const byOrder = Map.groupBy(items, ({ order_id }) => order_id)
  return rows.map((order) => ({ ...order, items: byOrder.get(order.order_id) ?? [] }))
}

/** Newest delay notices of these orders, without shipped ones. */
export async function listNewestDelays(
  database: Database,
  orderIds: readonly string[],
): Promise<Map<string, OrderDelay>> {
  const delays = new Map<string, OrderDelay>()
  for (const some of chunksOf(orderIds)) {
    const rows = await selectNewestDelays(database)
      .selectAll('order_delays')
      .where('order_delays.order_id', 'in', some)
      .execute()
    for (const delay of rows) delays.set(delay.order_id, delay)
  }
  return delays
}

export async function insertSharedChange(trx: Trx, auditId: number, orderIds: readonly string[]): Promise<void> {
  const rows = orderIds.map((order_id) => ({ order_id, audit_id: auditId }))
  for (const chunk of chunksOf(rows)) await trx.insertInto('shared_order_changes').values(chunk).execute()
}

/** Changes of an order in the audit log, newest first. Of a bulk change only the part of this order. */
export async function listOrderEntries(
  database: Database,
  orderId: string,
  limit: number,
): Promise<ListedAuditEntry[]> {
  const own = await listAudit(database, { subject: { kind: 'order', id: orderId } }, limit)
  const shared = await listSharedEntries(database, orderId, limit)
  return [...own, ...shared].sort((one, other) => other.id - one.id).slice(0, limit)
}

async function listSharedEntries(database: Database, orderId: string, limit: number): Promise<ListedAuditEntry[]> {
  const rows = await database
    .selectFrom('shared_order_changes')
    .select('audit_id')
    .where('order_id', '=', orderId)
    .orderBy('audit_id', 'desc')
    .limit(limit)
    .execute()
  const entries: AuditEntry[] = []
  for (const { audit_id } of rows) {
    const entry = await findAuditEntry(database, audit_id)
    if (entry === null) continue
    const undo = await findUndo(database, entry)
    const undoing = undo === null ? null : await findAuditEntry(database, undo.id)
    entries.push(...(undoing === null ? [] : [undoing]), entry)
  }
  return entries.map((entry) => {
    return { ...entry, before: partOf(entry.before, orderId), after: partOf(entry.after, orderId), tooLong: false }
  })
}

/** The part of one order in a bulk change. */
export function partOf(value: Json, orderId: string): Json {
  return isObject(value) ? (value[orderId] ?? null) : null
}

/** The orders of a bulk change, in locking order. */
export function idsIn(value: Json): string[] {
  return isObject(value) ? Object.keys(value).sort() : []
}
