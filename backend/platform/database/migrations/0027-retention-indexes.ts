import { type Kysely, sql } from 'kysely'

/** Indexes for what is deleted once a day: in a large shop a scan takes longer than a statement may. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create index outbox_texts on outbox (sent_at, id)
    where state = 'sent' and text <> ''`.execute(database)
  await database.schema.createIndex('contact_messages_answered').on('contact_messages').column('answered_at').execute()
  await database.schema.createIndex('visits_day').on('visits').column('day').execute()
}
