import { type Kysely, sql } from 'kysely'

/**
 * Pictures and videos move into the database. The table `photos` is dropped in a later version, since nodes of the
 * previous version read it during a rolling update.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('media')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('bytes', 'double precision', (column) => column.notNull())
    .addColumn('width', 'integer')
    .addColumn('height', 'integer')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addCheckConstraint('media_bytes', sql`bytes > 0`)
    .execute()
  await database.schema.createIndex('media_sha256').on('media').column('sha256').execute()

  await database.schema
    .createTable('media_chunks')
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('data', 'bytea', (column) => column.notNull())
    .addPrimaryKeyConstraint('media_chunks_key', ['sha256', 'position'])
    .execute()

  await database.schema
    .createTable('unused_media')
    .addColumn('sha256', 'text', (column) => column.primaryKey())
    .addColumn('since', 'text', (column) => column.notNull())
    .execute()

  // 1 once the files of catalog/photos were imported.
  await sql`insert into catalog_meta (id, version) values ('photos', 0)`.execute(database)
}
