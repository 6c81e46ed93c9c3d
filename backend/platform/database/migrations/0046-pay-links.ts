import { type Kysely, sql } from 'kysely'

/**
 * Links by which orders are paid that were taken by hand. Of a placement that pays such an order `paid_order_id` is the order;
 * its own `order_id`, of which there is one a placement, is its reference.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('pay_links')
    .addColumn('link_id', 'text', (column) => column.primaryKey())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('order_id', 'text', (column) => column.notNull().references('orders.order_id').onDelete('cascade'))
    .addColumn('amount_cents', 'integer', (column) => column.notNull())
    .addColumn('mail_id', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('withdrawn_at', 'text')
    .execute()
  await database.schema.createIndex('pay_links_order').on('pay_links').column('order_id').execute()
  await database.schema.alterTable('placements').addColumn('paid_order_id', 'text').execute()
  await database.schema
    .createIndex('placements_paid_order')
    .on('placements')
    .column('paid_order_id')
    .where(sql.ref('paid_order_id'), 'is not', null)
    .execute()
}
