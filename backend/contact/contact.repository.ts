import type { Selectable } from 'kysely'
import type { Database, Trx } from '../database/database.ts'
import type { ContactTables } from './contact.tables.ts'

export type StoredMessage = Selectable<ContactTables['contact_messages']>

/** Status filter: unanswered, answered, probable spam, or all but spam. */
export type MessageFilter = 'open' | 'answered' | 'spam' | 'all'

export async function insertMessage(trx: Trx, message: StoredMessage): Promise<void> {
  await trx.insertInto('contact_messages').values(message).execute()
}

/** Newest first. */
export function listMessages(database: Database, filter: MessageFilter): Promise<StoredMessage[]> {
  return selectMessages(database, filter).execute()
}

/** The last message of the previous page. */
type PageStart = { receivedAt: string; messageId: string }

/** At most `limit` messages after `from`, newest first. */
export function listMessagesPage(
  database: Database,
  filter: MessageFilter,
  { from, limit }: { from: PageStart | null; limit: number },
): Promise<StoredMessage[]> {
  const all = selectMessages(database, filter).limit(limit)
  if (from === null) return all.execute()
  const { receivedAt, messageId } = from
  return all
    .where((row) =>
      row.or([
        row('received_at', '<', receivedAt),
        row.and([row('received_at', '=', receivedAt), row('message_id', '>', messageId)]),
      ]),
    )
    .execute()
}

function selectMessages(database: Database, filter: MessageFilter) {
  const all = database
    .selectFrom('contact_messages')
    .selectAll()
    .where('probable_spam', '=', filter === 'spam' ? 1 : 0)
    .orderBy('received_at', 'desc')
    .orderBy('message_id')
  if (filter === 'open') return all.where('answered_at', 'is', null)
  if (filter === 'answered') return all.where('answered_at', 'is not', null)
  return all
}

export async function findMessage(database: Database, messageId: string): Promise<StoredMessage | null> {
  const row = await database
    .selectFrom('contact_messages')
    .selectAll()
    .where('message_id', '=', messageId)
    .executeTakeFirst()
  return row ?? null
}

/** Records when a message was answered, or `null` to undo that; false when there is no such message. */
export async function markAnswered(database: Database, messageId: string, at: Date | null): Promise<boolean> {
  const result = await database
    .updateTable('contact_messages')
    .set({ answered_at: at?.toISOString() ?? null })
    .where('message_id', '=', messageId)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
