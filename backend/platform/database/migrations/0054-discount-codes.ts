import { type Kysely, sql } from 'kysely'

/**
 * Discount codes, and what they took off orders and each of their lines. What a sum of days has of them is 0 where a process of
 * the version before writes it, which knows no order with a code.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('discount_codes')
    .addColumn('code', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull().check(sql`kind in ('percent', 'amount')`))
    .addColumn('value', 'integer', (column) => column.notNull())
    .addColumn('minimum_cents', 'integer', (column) => column.notNull())
    .addColumn('lines', 'text', (column) => column.notNull())
    .addColumn('product_ids', 'text', (column) => column.notNull())
    .addColumn('starts_on', 'text')
    .addColumn('ends_on', 'text')
    .addColumn('max_uses', 'integer')
    .addColumn('once_each', 'integer', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull().check(sql`state in ('paused', 'on', 'ended')`))
    .addColumn('uses', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addCheckConstraint('discount_codes_uses', sql`uses >= 0 and (max_uses is null or uses <= max_uses)`)
    .execute()
  await database.schema.alterTable('orders').addColumn('discount_code', 'text').execute()
  await database.schema
    .createIndex('orders_discount_code')
    .on('orders')
    .column('discount_code')
    .where(sql.ref('discount_code'), 'is not', null)
    .execute()
  // While it is being paid, or what it became.
  await database.schema.alterTable('placements').addColumn('discount_code', 'text').execute()
  const amount = [
    'orders.discount_cents',
    'order_items.discount_cents',
    'books_days.code_cents',
    'books_products.code_cents',
  ]
  for (const [table = '', name = ''] of amount.map((column) => column.split('.'))) {
    await database.schema
      .alterTable(table)
      .addColumn(name, table.startsWith('books') ? 'bigint' : 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  }
}
