import type { Kysely } from 'kysely'

/** Work that one node does for all, such as the nightly backup: who holds it, and how it went last. */
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
