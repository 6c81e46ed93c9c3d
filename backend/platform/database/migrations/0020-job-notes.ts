import type { Kysely } from 'kysely'

/** What a job tells of itself while it runs: for the progress of a backup, which any node may be asked for. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('jobs').addColumn('note', 'text').execute()
}
