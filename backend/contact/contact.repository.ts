import type { INQUIRY_ANSWER_FIELDS, INQUIRY_FIELDS, InquiryStatus } from '@shop/contract/contact/admin'
import type { FieldValues } from '@shop/contract/http/fields'
import { MAX_COUNTED, type Today } from '@shop/contract/today/admin'
import { type Selectable, sql } from 'kysely'
import { namesIn } from '../admin/audit/audit-subjects.repository.ts'
import { scrubEntries } from '../admin/audit/rewrite-entries.repository.ts'
import type { Database, Trx } from '../platform/database/database.ts'
import { chunksOf, countDeleted, isOneOf } from '../platform/database/queries.ts'
import { matchesSearch } from '../platform/database/search/matches-search.ts'

export type StoredInquiry = Selectable<ContactTables['contact_messages']>
type StoredAnswer = Selectable<ContactTables['contact_answers']>

export const findSenders = namesIn('contact_messages', 'message_id', sql`first_name || ' ' || last_name`)

export async function insertInquiry(trx: Trx, inquiry: StoredInquiry): Promise<void> {
  await trx.insertInto('contact_messages').values(inquiry).execute()
}

export async function insertMissingInquiries(trx: Trx, inquiries: readonly StoredInquiry[]): Promise<void> {
  await trx
    .insertInto('contact_messages')
    .values(inquiries)
    .onConflict((conflict) => conflict.column('message_id').doNothing())
    .execute()
}

/** Newest first. */
export function listInquiries(database: Database, filter: InquiryStatus): Promise<StoredInquiry[]> {
  return inOrder(selectInquiries(database, filter), 'desc').execute()
}

/** Of the previous page. */
export type InquiriesStart = { receivedAt: string; inquiryId: string }

/** After `from`, newest first; unanswered ones oldest first, the most urgent. */
export function listInquiriesPage(
  database: Database,
  filter: InquiryStatus,
  { from, limit, search = '' }: { from: InquiriesStart | null; limit: number; search?: string },
): Promise<StoredInquiry[]> {
  const [order, beyond] = filter === 'open' ? (['asc', '>'] as const) : (['desc', '<'] as const)
  const some = inOrder(selectInquiries(database, filter), order).limit(limit)
  const all = search === '' ? some : some.where(matchesSearch(SEARCHED_SQL, search))
  if (from === null) return all.execute()
  const { receivedAt, inquiryId } = from
  return all
    .where((row) => row(row.refTuple('received_at', 'message_id'), beyond, row.tuple(receivedAt, inquiryId)))
    .execute()
}

const SEARCHED_SQL = sql.raw("first_name || ' ' || last_name || ' ' || email || ' ' || reference || ' ' || message")

function selectInquiries(database: Database, filter: InquiryStatus) {
  const all = database
    .selectFrom('contact_messages')
    .selectAll()
    .where('probable_spam', '=', filter === 'spam' ? 1 : 0)
  if (filter === 'open') return all.where('answered_at', 'is', null)
  if (filter === 'answered') return all.where('answered_at', 'is not', null)
  return all
}

function inOrder(inquiries: ReturnType<typeof selectInquiries>, order: 'asc' | 'desc') {
  return inquiries.orderBy('received_at', order).orderBy('message_id', order)
}

/** Spam is found, too. */
export async function findInquiry(database: Database, inquiryId: string): Promise<StoredInquiry | null> {
  const row = await database
    .selectFrom('contact_messages')
    .selectAll()
    .where('message_id', '=', inquiryId)
    .executeTakeFirst()
  return row ?? null
}

/** Locks an inquiry until the transaction ends. Call it before changing its state. */
export async function lockInquiry(trx: Trx, inquiryId: string): Promise<StoredInquiry | null> {
  const row = await trx
    .updateTable('contact_messages')
    .set((inquiry) => ({ probable_spam: inquiry.ref('probable_spam') }))
    .where('message_id', '=', inquiryId)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

export async function deleteInquiries(trx: Trx, ids: readonly string[]): Promise<void> {
  await trx.deleteFrom('contact_messages').where('message_id', 'in', ids).execute()
}

/** Deletes inquiries with their audit entries; returns the count. */
export async function forgetInquiries(trx: Trx, addresses: readonly string[]): Promise<number> {
  const inquiries = await trx
    .deleteFrom('contact_messages')
    .where(isOneOf('email', addresses))
    .returning('message_id')
    .execute()
  for (const ids of chunksOf(inquiries.map(({ message_id }) => message_id))) await scrubEntries(trx, 'inquiry', ids)
  return inquiries.length
}

export function deleteAnswered(database: Database, before: string): Promise<number> {
  return countDeleted(database.deleteFrom('contact_messages').where('answered_at', '<', before))
}

/** The part that is changed by hand. */
export type InquiryState = Pick<StoredInquiry, 'answered_at' | 'probable_spam'>

export async function updateInquiryState(trx: Trx, inquiryId: string, state: InquiryState): Promise<void> {
  await trx.updateTable('contact_messages').set(state).where('message_id', '=', inquiryId).execute()
}

export async function insertAnswer(trx: Trx, answer: StoredAnswer): Promise<void> {
  await trx.insertInto('contact_answers').values(answer).execute()
}

export async function deleteAnswer(trx: Trx, answerId: string): Promise<void> {
  await trx.deleteFrom('contact_answers').where('answer_id', '=', answerId).execute()
}

export type AnswerWithMail = StoredAnswer & { state: string | null; last_error: string | null; attempts: number | null }

export function listAnswers(database: Database, inquiryId: string): Promise<AnswerWithMail[]> {
  return database
    .selectFrom('contact_answers')
    .leftJoin('outbox', 'outbox.id', 'contact_answers.mail_id')
    .selectAll('contact_answers')
    .select(['outbox.state', 'outbox.last_error', 'outbox.attempts'])
    .where('message_id', '=', inquiryId)
    .orderBy('answered_at')
    .orderBy('answer_id')
    .execute()
}

/** By subject, without spam. */
export async function countInquiriesByReference(
  database: Database,
  fromDay: string,
): Promise<{ reference: string; inquiries: number }[]> {
  const rows = await database
    .selectFrom('contact_messages')
    .select((row) => ['reference', row.fn.countAll<number | string>().as('inquiries')] as const)
    .where('received_at', '>=', fromDay)
    .where('probable_spam', '=', 0)
    .where('reference', '!=', '')
    .groupBy('reference')
    .execute()
  return rows.map(({ reference, inquiries }) => ({ reference, inquiries: Number(inquiries) }))
}

/** Tables keep the name of their migration: an inquiry is in `contact_messages`. */
type ContactTables = { contact_messages: InquiriesTable; contact_answers: AnswersTable }

declare module '../platform/database/tables.ts' {
  interface Tables extends ContactTables {}
}

type InquiriesTable = FieldValues<typeof INQUIRY_FIELDS> & {
  /** 1 when the honeypot was filled: stored, listed separately, not emailed. */
  probable_spam: number
}

type AnswersTable = FieldValues<typeof INQUIRY_ANSWER_FIELDS> & { message_id: string }

export async function findWaitingInquiries(database: Database): Promise<Today['inquiries']> {
  const rows = await database
    .selectFrom('contact_messages')
    .select('received_at')
    .where('probable_spam', '=', 0)
    .where('answered_at', 'is', null)
    .orderBy('received_at')
    .limit(MAX_COUNTED)
    .execute()
  return { waiting: rows.length, oldest_at: rows[0]?.received_at ?? null }
}
