import { type Kysely, sql } from 'kysely'

/**
 * People by e-mail address: which addresses are one person's, notes on people, and indexes that find their rows in any letter
 * case.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('customer_links')
    .addColumn('email', 'text', (column) => column.primaryKey())
    .addColumn('person_email', 'text', (column) => column.notNull())
    .addColumn('linked_at', 'text', (column) => column.notNull())
    .execute()
  await database.schema.createIndex('customer_links_person').on('customer_links').column('person_email').execute()
  await database.schema
    .createTable('customer_notes')
    .addColumn('note_id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('author', 'text', (column) => column.notNull())
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('noted_at', 'text', (column) => column.notNull())
    .execute()
  await database.schema.createIndex('customer_notes_person').on('customer_notes').column('email').execute()
  await sql`insert into counters (name, value) values ('customer_links', 0)`.execute(database)
  for (const table of ['orders', 'customers', 'contact_messages', 'waitlist']) {
    await sql`create index ${sql.ref(`${table}_person`)} on ${sql.table(table)} (lower(email))`.execute(database)
  }
  await sql`create index placements_draft on placements (placement_key) where draft is not null`.execute(database)
  await sql`create index outbox_recipient_person on outbox (lower(recipient))`.execute(database)
  await sql`create index outbox_reply_person on outbox (lower(reply_to)) where reply_to is not null`.execute(database)
}
