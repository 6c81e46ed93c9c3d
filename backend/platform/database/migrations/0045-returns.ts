import { type Kysely, sql } from 'kysely'

/** What shoppers ask to return, the prepaid labels that they are sent, and for which return money went back. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('order_returns')
    .addColumn('return_id', 'text', (column) => column.primaryKey())
    .addColumn('order_id', 'text', (column) => column.notNull().references('orders.order_id').onDelete('cascade'))
    .addColumn('return_state', 'text', (column) =>
      column.notNull().check(sql`return_state in ('asked', 'accepted', 'declined', 'received')`),
    )
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('details', 'text', (column) => column.notNull())
    .addColumn('answer', 'text', (column) => column.notNull())
    .addColumn('asked_at', 'text', (column) => column.notNull())
    .execute()
  await database.schema.createIndex('order_returns_order').on('order_returns').column('order_id').execute()
  await database.schema.createIndex('order_returns_state').on('order_returns').column('return_state').execute()

  await database.schema
    .createTable('order_return_items')
    .addColumn('return_id', 'text', (column) =>
      column.notNull().references('order_returns.return_id').onDelete('cascade'),
    )
    .addColumn('order_item_id', 'text', (column) => column.notNull())
    .addColumn('quantity', 'integer', (column) => column.notNull().check(sql`quantity > 0`))
    .addPrimaryKeyConstraint('order_return_items_key', ['return_id', 'order_item_id'])
    .execute()

  await database.schema
    .createTable('return_labels')
    .addColumn('return_id', 'text', (column) =>
      column.primaryKey().references('order_returns.return_id').onDelete('cascade'),
    )
    .addColumn('token', 'text', (column) => column.notNull().unique())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('data', 'bytea', (column) => column.notNull())
    .execute()

  await database.schema.alterTable('order_refunds').addColumn('return_id', 'text').execute()
  await database.schema.createIndex('order_refunds_return').on('order_refunds').column('return_id').execute()
}
