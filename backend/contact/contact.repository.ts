import { type Selectable, sql } from 'kysely'
import { containsText } from '../database/contains-text.ts'
import type { Database, Trx } from '../database/database.ts'
import type { ContactTables } from './contact.tables.ts'

export type StoredMessage = Selectable<ContactTables['contact_messages']>
export type StoredAnswer = Selectable<ContactTables['contact_answers']>

/** Status filter: unanswered, answered, probable spam, or all but spam. */
export type MessageFilter = 'open' | 'answered' | 'spam' | 'all'

export async function insertMessage(trx: Trx, message: StoredMessage): Promise<void> {
  await trx.insertInto('contact_messages').values(message).execute()
}

/** Newest first. */
export function listMessages(database: Database, filter: MessageFilter): Promise<StoredMessage[]> {
  return inOrder(selectMessages(database, filter), 'desc').execute()
}

/** The last message of the previous page. */
type PageStart = { receivedAt: string; messageId: string }

/**
 * At most `limit` of those that hold `search` and come after `from`: newest first, but of the unanswered ones the oldest,
 * which is the most urgent.
 */
export function listMessagesPage(
  database: Database,
  filter: MessageFilter,
  { from, limit, search = '' }: { from: PageStart | null; limit: number; search?: string },
): Promise<StoredMessage[]> {
  const [order, beyond] = filter === 'open' ? (['asc', '>'] as const) : (['desc', '<'] as const)
  const some = inOrder(selectMessages(database, filter), order).limit(limit)
  const all = search === '' ? some : some.where(containsText(SEARCHED, search))
  if (from === null) return all.execute()
  const { receivedAt, messageId } = from
  return all
    .where((row) => row(row.refTuple('received_at', 'message_id'), beyond, row.tuple(receivedAt, messageId)))
    .execute()
}

const SEARCHED = sql.raw("first_name || ' ' || last_name || ' ' || email || ' ' || reference || ' ' || message")

function selectMessages(database: Database, filter: MessageFilter) {
  const all = database
    .selectFrom('contact_messages')
    .selectAll()
    .where('probable_spam', '=', filter === 'spam' ? 1 : 0)
  if (filter === 'open') return all.where('answered_at', 'is', null)
  if (filter === 'answered') return all.where('answered_at', 'is not', null)
  return all
}

function inOrder(messages: ReturnType<typeof selectMessages>, order: 'asc' | 'desc') {
  return messages.orderBy('received_at', order).orderBy('message_id', order)
}

/** `null` when there is none; spam is found, too. */
export async function findMessage(database: Database, messageId: string): Promise<StoredMessage | null> {
  const row = await database
    .selectFrom('contact_messages')
    .selectAll()
    .where('message_id', '=', messageId)
    .executeTakeFirst()
  return row ?? null
}

/** Locks a message until the end of the transaction and returns it. Call it before changing its state. */
export async function lockMessage(trx: Trx, messageId: string): Promise<StoredMessage | null> {
  const row = await trx
    .updateTable('contact_messages')
    .set((message) => ({ probable_spam: message.ref('probable_spam') }))
    .where('message_id', '=', messageId)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** When a message was answered, and whether it is spam: what is changed by hand. */
export type MessageState = Pick<StoredMessage, 'answered_at' | 'probable_spam'>

export async function updateMessageState(trx: Trx, messageId: string, state: MessageState): Promise<void> {
  await trx.updateTable('contact_messages').set(state).where('message_id', '=', messageId).execute()
}

export async function insertAnswer(trx: Trx, answer: StoredAnswer): Promise<void> {
  await trx.insertInto('contact_answers').values(answer).execute()
}

export async function deleteAnswer(trx: Trx, answerId: string): Promise<void> {
  await trx.deleteFrom('contact_answers').where('answer_id', '=', answerId).execute()
}

/** An answer with how far its mail is. */
export type AnswerWithMail = StoredAnswer & { state: string | null; last_error: string | null; attempts: number | null }

/** The answers to a message, oldest first. */
export function listAnswers(database: Database, messageId: string): Promise<AnswerWithMail[]> {
  return database
    .selectFrom('contact_answers')
    .leftJoin('outbox', 'outbox.id', 'contact_answers.mail_id')
    .selectAll('contact_answers')
    .select(['outbox.state', 'outbox.last_error', 'outbox.attempts'])
    .where('message_id', '=', messageId)
    .orderBy('answered_at')
    .orderBy('answer_id')
    .execute()
}
