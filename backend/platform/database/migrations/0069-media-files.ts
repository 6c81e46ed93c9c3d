import type { Kysely } from 'kysely'

/** The file that each picture was read from last, by which an import knows one that has not changed without opening it. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('media_files')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('bytes', 'double precision', (column) => column.notNull())
    .addColumn('modified', 'double precision', (column) => column.notNull())
    .execute()
}
