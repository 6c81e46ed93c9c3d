import type { Kysely } from 'kysely'

/** Since when products are sold out, and which addresses without a page visitors opened, by day. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('sold_out_products')
    .addColumn('product_id', 'text', (column) =>
      column.primaryKey().references('products.product_id').onDelete('cascade'),
    )
    .addColumn('since', 'text', (column) => column.notNull())
    .execute()
  await database.schema
    .createTable('missing_pages')
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('views', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('missing_pages_key', ['path', 'day'])
    .execute()
}
