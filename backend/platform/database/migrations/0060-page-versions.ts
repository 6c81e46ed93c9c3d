import type { Kysely } from 'kysely'

/** What Home, About, the return policy and the questions about orders say, version by version. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('page_versions')
    .addColumn('page', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('values_json', 'text', (column) => column.notNull())
    .addColumn('changed_at', 'text', (column) => column.notNull())
    .addColumn('changed_by', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('page_versions_key', ['page', 'version'])
    .execute()
}
