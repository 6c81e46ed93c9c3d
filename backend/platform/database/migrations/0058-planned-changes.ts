import type { Kysely } from 'kysely'

/** Changes of products that are made at a time, and from which stock on the family is told that a product runs low. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('planned_changes')
    .addColumn('planned_id', 'text', (column) => column.primaryKey())
    .addColumn('product_id', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('changes', 'text', (column) => column.notNull())
    .addColumn('planned_by', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('problem', 'text')
    .addUniqueConstraint('planned_changes_once', ['product_id', 'at'])
    .execute()
  await database.schema.createIndex('planned_changes_due').on('planned_changes').column('at').execute()
  await database.schema.alterTable('products').addColumn('low_stock_at', 'integer').execute()
  await database.schema
    .createTable('low_stock_mails')
    .addColumn('product_id', 'text', (column) =>
      column.primaryKey().references('products.product_id').onDelete('cascade'),
    )
    .addColumn('told_at', 'text', (column) => column.notNull())
    .execute()
}
