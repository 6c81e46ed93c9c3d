import type { Kysely } from 'kysely'

/** The first and the last day of a sale; `null` is open on that side, as every sale from before. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('products').addColumn('sale_from', 'text').execute()
  await database.schema.alterTable('products').addColumn('sale_until', 'text').execute()
}
