import { type Kysely, sql } from 'kysely'

/** Changes by the owner with before and after as JSON; ids are numbers that a person can type. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('audit_log')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('subject_kind', 'text', (column) => column.notNull())
    .addColumn('subject_id', 'text', (column) => column.notNull())
    .addColumn('before', 'text', (column) => column.notNull())
    .addColumn('after', 'text', (column) => column.notNull())
    .addColumn('undoes', 'integer')
    .execute()
  for (const columns of [['subject_kind', 'subject_id', 'id'], ['actor', 'id'], ['at']]) {
    await database.schema.createIndex(`audit_log_${columns[0]}`).on('audit_log').columns(columns).execute()
  }

  // The engines' sequences differ, and a restored backup has to continue the numbering.
  await database.schema
    .createTable('counters')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'integer', (column) => column.notNull())
    .execute()
  await sql`insert into counters (name, value) values ('audit_log', 0)`.execute(database)
}
