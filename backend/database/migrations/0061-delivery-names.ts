import type { Kysely } from 'kysely'

/** The delivery option of an order as it was called when it was chosen; `null` where none was, and before. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('orders').addColumn('delivery_name', 'text').execute()
}
