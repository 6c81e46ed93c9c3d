import type { Kysely } from 'kysely'

/** When the bank releases what is reserved on a card; `null` for payments from before. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('payments').addColumn('expires_at', 'text').execute()
}
