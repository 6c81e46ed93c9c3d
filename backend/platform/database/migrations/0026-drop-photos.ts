import type { Kysely } from 'kysely'

/** No program since 0013 reads this table: pictures and videos are in `media`. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.dropTable('photos').execute()
}
