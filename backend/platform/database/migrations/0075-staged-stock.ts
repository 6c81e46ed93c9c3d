import type { Kysely } from 'kysely'

/** The difference that an import makes to the stock of a product. Sales during the import are kept. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable('staged_products')
    .addColumn('stock_change', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
