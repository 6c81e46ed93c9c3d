import type { Kysely } from 'kysely'

/** Jobs that one node runs for all, such as the nightly backup: lease and last result. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('jobs')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('holder', 'text')
    .addColumn('leased_until', 'text')
    .addColumn('succeeded_at', 'text')
    .addColumn('failed_at', 'text')
    .addColumn('failure', 'text')
    .execute()
}
