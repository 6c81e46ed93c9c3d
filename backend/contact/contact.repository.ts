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
  const all = database
    .selectFrom('contact_messages')
    .selectAll()
    .where('probable_spam', '=', filter === 'spam' ? 1 : 0)
    .orderBy('received_at', 'desc')
    .orderBy('message_id')
  if (filter === 'open') return all.where('answered_at', 'is', null).execute()
  if (filter === 'answered') return all.where('answered_at', 'is not', null).execute()
  return all.execute()
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
