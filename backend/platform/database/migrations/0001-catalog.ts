import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  // An import replaces all products, so other tables have no foreign keys to them; orders copy what was sold.
  await database.schema
    .createTable('products')
    .addColumn('product_id', 'text', (column) => column.primaryKey())
    .addColumn('slug', 'text', (column) => column.notNull().unique())
    .addColumn('product_name', 'text', (column) => column.notNull())
    .addColumn('line', 'text', (column) => column.notNull())
    .addColumn('style', 'text', (column) => column.notNull())
    .addColumn('color', 'text', (column) => column.notNull())
    .addColumn('size', 'text', (column) => column.notNull())
    .addColumn('price_cents', 'integer', (column) => column.notNull())
    .addColumn('stock_quantity', 'integer', (column) => column.notNull())
    .addColumn('short_description', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('details', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addCheckConstraint('products_price', sql`price_cents >= 0`)
    .addCheckConstraint('products_stock', sql`stock_quantity >= 0`)
    .execute()

  await database.schema
    .createTable('product_pictures')
    .addColumn('product_id', 'text', (column) => column.notNull().references('products.product_id').onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('file', 'text', (column) => column.notNull())
    .addColumn('alt', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('product_pictures_key', ['product_id', 'position'])
    .execute()

  await database.schema
    .createTable('catalog_meta')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('version', 'integer', (column) => column.notNull())
    .execute()
  await sql`insert into catalog_meta (id, version) values ('catalog', 0)`.execute(database)
}
