import { markOrders } from '../../books/ledger/mark-orders.ts'
import { drawNumbers } from '../../platform/database/counters/counters.ts'
import type { Database, Trx } from '../../platform/database/database.ts'
import { chunksOf } from '../../platform/database/queries.ts'

export async function newImportId(trx: Trx): Promise<string> {
  return String(await drawNumbers(trx, 'orders_import'))
}

export async function insertImported(trx: Trx, importId: string, orderIds: readonly string[]): Promise<void> {
  const rows = orderIds.map((order_id) => ({ order_id, import_id: importId }))
  for (const chunk of chunksOf(rows)) await trx.insertInto('imported_orders').values(chunk).execute()
}

export async function openImport(trx: Trx, importId: string, at: string): Promise<void> {
  await trx.insertInto('open_imports').values({ import_id: importId, renewed_at: at }).execute()
}

/** Renews an import that was last renewed at `before`; false if another process has done so since. */
export async function renewImport(trx: Trx, importId: string, before: string, at: string): Promise<boolean> {
  const query = trx.updateTable('open_imports').set({ renewed_at: at }).where('import_id', '=', importId)
  return (await query.where('renewed_at', '=', before).executeTakeFirst()).numUpdatedRows > 0n
}

export async function closeImport(trx: Trx, importId: string): Promise<void> {
  await trx.deleteFrom('open_imports').where('import_id', '=', importId).execute()
}

/** Imports renewed before one time, or after another, which a wrong clock causes. */
export function listStoppedImports(
  database: Database,
  before: string,
  ahead: string,
): Promise<{ import_id: string; renewed_at: string }[]> {
  return database
    .selectFrom('open_imports')
    .selectAll()
    .where((row) => row.or([row('renewed_at', '<', before), row('renewed_at', '>', ahead)]))
    .execute()
}

export async function hasUntouched(trx: Trx, importId: string): Promise<boolean> {
  const query = trx.selectFrom('orders').select('order_id').where('order_id', 'in', ordersOf(trx, importId))
  return (await query.where('version', '=', 0).limit(1).executeTakeFirst()) !== undefined
}

/** The orders among these that belong to an unfinished import. */
export async function listOpenOrders(database: Database, orderIds: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>()
  for (const chunk of chunksOf(orderIds)) {
    const rows = await database
      .selectFrom('imported_orders')
      .innerJoin('open_imports', 'open_imports.import_id', 'imported_orders.import_id')
      .select('order_id')
      .where('order_id', 'in', chunk)
      .execute()
    for (const { order_id } of rows) found.add(order_id)
  }
  return found
}

export async function lockImport(trx: Trx, importId: string): Promise<void> {
  const first = trx.selectFrom('imported_orders').where('import_id', '=', importId)
  await trx
    .updateTable('imported_orders')
    .set({ import_id: importId })
    .where(
      'order_id',
      '=',
      first.select((row) => row.fn.min('order_id').as('order_id')),
    )
    .execute()
}

/** Number of remaining orders of an import, and one that was changed since. */
export async function findImport(
  database: Database,
  importId: string,
): Promise<{ orders: number; changed: string | null }> {
  const { orders, changed } = await database
    .selectFrom('orders')
    .select((row) => [
      row.fn.countAll<number | string>().as('orders'),
      row.fn.min(row.case().when('version', '>', 0).then(row.ref('order_id')).end()).as('changed'),
    ])
    .where('order_id', 'in', ordersOf(database, importId))
    .executeTakeFirstOrThrow()
  return { orders: Number(orders), changed }
}

/** Deletes up to `limit` unchanged orders of an import with their rows. Returns how many. */
export async function deleteUntouched(trx: Trx, importId: string, limit: number): Promise<number> {
  const some = trx
    .selectFrom('orders')
    .select('order_id')
    .where('order_id', 'in', ordersOf(trx, importId))
    .where('version', '=', 0)
    .limit(limit)
  const query = trx.deleteFrom('orders').where('order_id', 'in', some).where('version', '=', 0)
  const rows = await query.returning('order_id').execute()
  markOrders(
    trx,
    rows.map(({ order_id }) => order_id),
  )
  return rows.length
}

function ordersOf(database: Database, importId: string) {
  return database.selectFrom('imported_orders').select('order_id').where('import_id', '=', importId)
}
