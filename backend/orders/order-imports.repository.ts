import { chunksOf } from '../database/chunks.ts'
import type { Database, Trx } from '../database/database.ts'

/** Records which orders came with a new import, and returns its id. */
export async function insertImport(trx: Trx, orderIds: readonly string[]): Promise<string> {
  const { value } = await trx
    .updateTable('counters')
    .set((row) => ({ value: row('value', '+', 1) }))
    .where('name', '=', 'orders_import')
    .returning('value')
    .executeTakeFirstOrThrow()
  const import_id = String(value)
  const rows = orderIds.map((order_id) => ({ order_id, import_id }))
  for (const chunk of chunksOf(rows)) await trx.insertInto('imported_orders').values(chunk).execute()
  return import_id
}

/** Locks the orders of an import that are still there until the end of the transaction. */
export async function lockImport(trx: Trx, importId: string): Promise<void> {
  await trx
    .updateTable('orders')
    .set((row) => ({ version: row.ref('version') }))
    .where('order_id', 'in', ordersOf(trx, importId))
    .execute()
}

/** How many orders of an import are still there, and one that is no longer as the import wrote it. */
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

/** Deletes the orders of an import with their items and all else that belongs to them. */
export async function deleteImport(trx: Trx, importId: string): Promise<void> {
  await trx.deleteFrom('orders').where('order_id', 'in', ordersOf(trx, importId)).execute()
}

function ordersOf(database: Database, importId: string) {
  return database.selectFrom('imported_orders').select('order_id').where('import_id', '=', importId)
}
