import type { Kysely } from 'kysely'

/** What a product costs wholesale, and how many are ordered at least; `null` where nobody has said so. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const column of ['wholesale_price_cents', 'wholesale_minimum']) {
    await database.schema.alterTable('products').addColumn(column, 'integer').execute()
  }
}
