import type { Kysely } from 'kysely'

/**
 * Which orders a change of several was about, so that the history of each has it; its entry is in the audit log. What is to
 * go out is listed by the day that was promised, and of each day by number.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('shared_order_changes')
    .addColumn('order_id', 'text', (column) => column.notNull().references('orders.order_id').onDelete('cascade'))
    .addColumn('audit_id', 'integer', (column) => column.notNull().references('audit_log.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('shared_order_changes_key', ['order_id', 'audit_id'])
    .execute()
  await database.schema
    .createIndex('shared_order_changes_audit')
    .on('shared_order_changes')
    .column('audit_id')
    .execute()
  await database.schema.dropIndex('orders_ship_by').execute()
  await database.schema
    .createIndex('orders_ship_by')
    .on('orders')
    .columns(['order_status', 'ship_by', 'order_id'])
    .execute()
}
