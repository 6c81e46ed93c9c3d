import type { Kysely } from 'kysely'

/** The day until which each order was promised to ship, and the notices of delays, which may move it. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('orders').addColumn('ship_by', 'text').execute()
  await database.schema.createIndex('orders_ship_by').on('orders').columns(['order_status', 'ship_by']).execute()
  await database.schema
    .createTable('order_delays')
    .addColumn('order_id', 'text', (column) => column.notNull().references('orders.order_id').onDelete('cascade'))
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('noticed_at', 'text', (column) => column.notNull())
    .addColumn('ship_by', 'text')
    .addColumn('answer_by', 'text')
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('agreed_at', 'text')
    .addColumn('used_at', 'text')
    .addPrimaryKeyConstraint('order_delays_key', ['order_id', 'number'])
    .execute()
}
