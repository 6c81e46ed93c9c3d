import type { Kysely } from 'kysely'

/** By how much an import changes the stock of a product that the shop has, so that what is sold during it is not lost. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable('staged_products')
    .addColumn('stock_change', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
