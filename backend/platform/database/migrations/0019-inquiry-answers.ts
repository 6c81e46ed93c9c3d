import type { Kysely } from 'kysely'

/** What the shop has answered to messages of the contact form, each with its mail. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('contact_answers')
    .addColumn('answer_id', 'text', (column) => column.primaryKey())
    .addColumn('message_id', 'text', (column) =>
      column.notNull().references('contact_messages.message_id').onDelete('cascade'),
    )
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('author', 'text', (column) => column.notNull())
    .addColumn('answered_at', 'text', (column) => column.notNull())
    .addColumn('mail_id', 'text', (column) => column.notNull())
    .execute()
  await database.schema.createIndex('contact_answers_message').on('contact_answers').column('message_id').execute()
}
