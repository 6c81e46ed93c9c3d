import { type Kysely, sql } from 'kysely'

/** Metadata of photographs, so that they need not be read. Filled by imports and by the check at the start. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('photos')
    .addColumn('file', 'text', (column) => column.primaryKey())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('bytes', 'double precision', (column) => column.notNull())
    .addColumn('modified_at', 'text', (column) => column.notNull())
    .addColumn('width', 'integer')
    .addColumn('height', 'integer')
    .addCheckConstraint('photos_bytes', sql`bytes >= 0`)
    .execute()
}
