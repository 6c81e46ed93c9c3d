import type { Kysely } from 'kysely'

/** Where the goods of an order are sent; `null` where the shop was not told, as of every order from before. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('orders').addColumn('delivery_address', 'text').execute()
}
