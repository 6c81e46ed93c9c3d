import { type Kysely, sql } from 'kysely'

/** Sale prices, drafts and hidden products, earlier slugs, and a version for optimistic locking. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const salePrice = sql`sale_price_cents >= 0 and sale_price_cents < price_cents`
  const status = sql`status in ('published', 'draft', 'hidden')`
  await database.schema
    .alterTable('products')
    .addColumn('sale_price_cents', 'integer', (column) => column.check(salePrice))
    .execute()
  await database.schema
    .alterTable('products')
    .addColumn('status', 'text', (column) => column.notNull().defaultTo('published').check(status))
    .execute()
  await database.schema
    .alterTable('products')
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()

  await database.schema
    .createTable('product_slugs')
    .addColumn('slug', 'text', (column) => column.primaryKey())
    .addColumn('product_id', 'text', (column) => column.notNull().references('products.product_id').onDelete('cascade'))
    .execute()
}
