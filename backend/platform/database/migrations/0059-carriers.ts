import type { Kysely } from 'kysely'

/** Who carries an order, as a file with tracking numbers named it; `null` elsewhere, where the number may show it. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('orders').addColumn('carrier', 'text').execute()
}
