import type { Kysely } from 'kysely'

/** For lookups that read whole tables: in a large shop on SQLite each held up every other request. */
export async function up(database: Kysely<unknown>): Promise<void> {
  // The same bag in other colors, for each page of a product.
  await database.schema.createIndex('products_siblings').on('products').columns(['line', 'style', 'position']).execute()
  // Mails about an account, which are deleted with it.
  await database.schema.createIndex('outbox_recipient').on('outbox').column('recipient').execute()
}
