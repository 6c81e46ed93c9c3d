import type { Kysely } from 'kysely'

/** Orders that were taken on a device without a network, by the id that the device gave them, so that none is entered twice. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('order_entries')
    .addColumn('entry_id', 'text', (column) => column.primaryKey())
    .addColumn('order_id', 'text', (column) => column.notNull())
    .addColumn('audit_id', 'integer', (column) => column.notNull())
    .execute()
}
