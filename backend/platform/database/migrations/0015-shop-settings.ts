import type { Kysely } from 'kysely'

/** The shop's settings as key and JSON value, and the source of the tax rates. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('shop_settings')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute()
  await database.schema
    .createTable('tax_source')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('published', 'text', (column) => column.notNull())
    .addColumn('note', 'text', (column) => column.notNull())
    .execute()
}
