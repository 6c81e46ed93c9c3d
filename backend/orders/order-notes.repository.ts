import type { Selectable } from 'kysely'
import type { Database, Trx } from '../database/database.ts'
import type { OrdersTables } from './orders.tables.ts'

export type OrderNote = Selectable<OrdersTables['order_notes']>

export async function insertNote(trx: Trx, note: OrderNote): Promise<void> {
  await trx.insertInto('order_notes').values(note).execute()
}

/** The notes on an order, oldest first. */
export function listNotes(database: Database, orderId: string): Promise<OrderNote[]> {
  return database.selectFrom('order_notes').selectAll().where('order_id', '=', orderId).orderBy('noted_at').execute()
}

export async function deleteNote(trx: Trx, noteId: string): Promise<void> {
  await trx.deleteFrom('order_notes').where('note_id', '=', noteId).execute()
}
