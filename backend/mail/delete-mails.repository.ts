import { sql } from 'kysely'
import type { Database, Trx } from '../platform/database/database.ts'
import { countDeleted } from '../platform/database/queries.ts'
import type { MailKind } from './enqueue-mail.ts'
import { FORGOTTEN_KINDS } from './outbox.repository.ts'

/** Deletes messages of these kinds to an address, sent or not. */
export async function deleteMailsTo(trx: Trx, recipient: string, kinds: readonly MailKind[]): Promise<void> {
  await trx.deleteFrom('outbox').where('recipient', '=', recipient).where('kind', 'in', kinds).execute()
}

/** In lower case; also test messages, which may hold anyone's data. */
export async function deleteMailsOf(trx: Trx, addresses: readonly string[]): Promise<void> {
  if (addresses.length > 0) {
    const among = sql.join(addresses)
    await sql`delete from outbox where lower(recipient) in (${among})`.execute(trx)
    await sql`delete from outbox where reply_to is not null and lower(reply_to) in (${among})`.execute(trx)
  }
  // A test may contain an order of the person. Opening orders asks whether one was sent.
  await sql`delete from outbox where kind = 'test' and state <> 'sent'`.execute(trx)
  await sql`update outbox set subject = '', text = '', html = '' where kind = 'test' and state = 'sent'`.execute(trx)
}

/** Deletes older messages that leave no trace once sent. */
export function deleteForgotten(database: Database, before: string): Promise<number> {
  return countDeleted(
    database.deleteFrom('outbox').where('kind', 'in', FORGOTTEN_KINDS).where('created_at', '<', before),
  )
}

/** Per statement, so locks are short. */
const BATCH_MAILS = 1000

/** Deletes texts of messages sent before a time; the record stays. Returns the count. */
export async function deleteMailTexts(database: Database, before: string): Promise<number> {
  for (let count = 0; ; ) {
    const ids = await listSentWithText(database, before)
    if (ids.length === 0) return count
    const update = database.updateTable('outbox').set({ text: '', html: '' }).where('id', 'in', ids)
    count += Number((await update.executeTakeFirst()).numUpdatedRows)
  }
}

/** Literal, since SQLite would not use the index of texts with parameters. */
const HAS_SENT_TEXT = sql<boolean>`state = 'sent' and text <> ''`

async function listSentWithText(database: Database, before: string): Promise<string[]> {
  const rows = await database
    .selectFrom('outbox')
    .select('id')
    .where(HAS_SENT_TEXT)
    .where('sent_at', '<', before)
    .orderBy('sent_at')
    .orderBy('id')
    .limit(BATCH_MAILS)
    .execute()
  return rows.map(({ id }) => id)
}
