import type { Kysely } from 'kysely'

/** The same product in other colors is looked up by line and size, since it may have no style. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.createIndex('products_colors').on('products').columns(['line', 'size', 'position']).execute()
  await database.schema.dropIndex('products_siblings').execute()
}
