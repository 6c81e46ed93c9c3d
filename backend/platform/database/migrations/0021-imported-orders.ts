import { type Kysely, sql } from 'kysely'

/** Which import an order came with, so that the whole import can be undone. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('imported_orders')
    .addColumn('order_id', 'text', (column) => column.primaryKey().references('orders.order_id').onDelete('cascade'))
    .addColumn('import_id', 'text', (column) => column.notNull())
    .execute()
  await database.schema.createIndex('imported_orders_import').on('imported_orders').column('import_id').execute()
  await sql`insert into counters (name, value) values ('orders_import', 0)`.execute(database)
}
