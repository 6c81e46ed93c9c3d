import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('contact_messages')
    .addColumn('message_id', 'text', (column) => column.primaryKey())
    .addColumn('first_name', 'text', (column) => column.notNull())
    .addColumn('last_name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('reference', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('received_at', 'text', (column) => column.notNull())
    .addColumn('answered_at', 'text')
    .addColumn('probable_spam', 'integer', (column) => column.notNull())
    .addCheckConstraint('contact_messages_spam', sql`probable_spam in (0, 1)`)
    .execute()

  await database.schema
    .createIndex('contact_messages_received')
    .on('contact_messages')
    .columns(['received_at', 'message_id'])
    .execute()
}
