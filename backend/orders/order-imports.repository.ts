import { chunksOf } from '../database/chunks.ts'
import type { Trx } from '../database/database.ts'

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

/** Locks the orders of an import that are still there; untouched ones are as the import wrote them. */
export async function lockImport(trx: Trx, importId: string): Promise<{ orderId: string; isUntouched: boolean }[]> {
  const rows = await trx
    .updateTable('orders')
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('order_id', 'in', ordersOf(trx, importId))
    .returning(['order_id', 'version'])
    .execute()
  // The lock itself has raised the version.
  return rows.map(({ order_id, version }) => ({ orderId: order_id, isUntouched: version === 1 }))
}

/** Deletes the orders of an import with their items and all else that belongs to them. */
export async function deleteImport(trx: Trx, importId: string): Promise<void> {
  await trx.deleteFrom('orders').where('order_id', 'in', ordersOf(trx, importId)).execute()
}

function ordersOf(trx: Trx, importId: string) {
  return trx.selectFrom('imported_orders').select('order_id').where('import_id', '=', importId)
}
