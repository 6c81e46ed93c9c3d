import { randomUUID } from 'node:crypto'
import type { MailDelivery } from '@shop/contract/mail/admin'
import { type ExpressionBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { Database, Trx } from '../platform/database/database.ts'
import { chunksOf } from '../platform/database/queries.ts'
import type { Tables } from '../platform/database/tables.ts'
import { claimDue } from '../platform/jobs/claim-due.ts'
import { latestPlausible } from '../platform/lib/days/time.ts'
import { UNUSABLE_ADDRESS } from '../platform/lib/text.ts'
import type { MailKind } from './enqueue-mail.ts'

export type OutboxMail = Selectable<MailTables['outbox']>

/** Lease of a delivery in milliseconds; longer than any delivery takes. */
const LEASE_MS = 5 * 60_000
/** Messages whose text is deleted as soon as they are sent. */
const SECRET_KINDS: readonly MailKind[] = ['password-reset', 'admin-password-reset', 'delay', 'pay-link']
/** Messages that leave no trace once they are sent, not even a recipient: an address is deleted after its last mail. */
export const FORGOTTEN_KINDS: readonly MailKind[] = ['waitlist-confirmation', 'waitlist-notice', 'customer-deleted']
/** States of messages that no mail server has accepted. */
const UNSENT_STATES: readonly string[] = ['waiting', 'failed']

/**
 * Claims the message that has been due longest, or returns `null`. A message that a wrong clock has put off for years is
 * due. `busy`: recipients to whom one is being delivered; their emails arrive in order.
 */
export function claimDueMail(database: Database, now: Date, busy: readonly string[] = []): Promise<OutboxMail | null> {
  const others = busy.length === 0 ? sql`` : sql`and recipient not in (${sql.join(busy)})`
  const isDue = sql<SqlBool>`state = ${'waiting'}
    and (next_attempt_at <= ${now.toISOString()} or next_attempt_at > ${latestPlausible(now)}) ${others}`
  return claimDue(database, { table: 'outbox', isDue, lease: LEASE_MS }, now)
}

/** Deletes a message that no delivery has tried yet; false when it is too late. */
export async function withdrawMail(database: Database, id: string): Promise<boolean> {
  const result = await database.deleteFrom('outbox').where('id', '=', id).where(isUntried).executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Deletes those of many messages that no delivery has tried yet; returns them. */
export async function withdrawMails(trx: Trx, ids: readonly string[]): Promise<Set<string>> {
  const withdrawn = new Set<string>()
  for (const some of chunksOf(ids)) {
    const rows = await trx.deleteFrom('outbox').where('id', 'in', some).where(isUntried).returning('id').execute()
    for (const { id } of rows) withdrawn.add(id)
  }
  return withdrawn
}

/** Puts a message into the outbox as it is, unless it is there. */
export async function insertMissingMail(trx: Trx, mail: OutboxMail): Promise<void> {
  await trx
    .insertInto('outbox')
    .values(mail)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Deletes messages that no server has accepted, so they are not tried again. A delivery that is running goes on. */
export async function deleteUnsent(trx: Trx, ids: readonly string[]): Promise<void> {
  for (const some of chunksOf(ids)) {
    await trx.deleteFrom('outbox').where('id', 'in', some).where('state', 'in', UNSENT_STATES).execute()
  }
}

/** Whether a delivery of a message was tried, so it cannot be withdrawn; false for one that was. */
export async function hasLeft(database: Database, id: string): Promise<boolean> {
  const mail = await database
    .selectFrom('outbox')
    .select('id')
    .where('id', '=', id)
    .where((row) => row.not(isUntried(row)))
    .executeTakeFirst()
  return mail !== undefined
}

/** A server may have accepted a message whose delivery failed: the connection was lost before it said so. */
function isUntried(row: ExpressionBuilder<Tables, 'outbox'>) {
  return row.and([row('state', 'in', UNSENT_STATES), row('attempts', '=', 0), row('claim', 'is', null)])
}

/**
 * Regardless of the claim: once a server has accepted a message, no one must send it again. The text of one with a link
 * that sets a password or pays an order is deleted, since its token is stored nowhere else.
 */
export async function markSent(database: Database, id: string, now: Date): Promise<void> {
  const forgotten = database.deleteFrom('outbox').where('id', '=', id).where('kind', 'in', FORGOTTEN_KINDS)
  if ((await forgotten.executeTakeFirst()).numDeletedRows > 0n) return
  await database
    .updateTable('outbox')
    .set((row) => {
      const withoutSecret = (column: 'text' | 'html') =>
        row.case().when('kind', 'in', SECRET_KINDS).then('').else(row.ref(column)).end()
      const sent = { state: 'sent', sent_at: now.toISOString(), claim: null, last_error: null }
      return { ...sent, text: withoutSecret('text'), html: withoutSecret('html') }
    })
    .where('id', '=', id)
    .execute()
}

/** Releases a claimed message for a retry at `nextAttempt`, or as failed when that is `null`. */
export async function markUndelivered(
  database: Database,
  mail: Pick<OutboxMail, 'id' | 'claim'>,
  error: string,
  nextAttempt: Date | null,
): Promise<void> {
  await database
    .updateTable('outbox')
    .set({
      claim: null,
      last_error: error,
      ...(nextAttempt === null ? { state: 'failed' } : { next_attempt_at: nextAttempt.toISOString() }),
    })
    .where('id', '=', mail.id)
    .where('claim', '=', mail.claim)
    .where('state', '=', 'waiting')
    .execute()
}

/** As the index of unsent messages says it: with parameters SQLite would not use that. */
const IS_UNSENT = sql<boolean>`state in ('waiting', 'failed')`

/** The listed columns of a message: its texts are long, and may hold a link that sets a password. */
const LISTED_COLUMNS = [
  'id',
  'kind',
  'recipient',
  'subject',
  'state',
  'attempts',
  'created_at',
  'next_attempt_at',
  'last_error',
] as const

export type ListedMail = Pick<OutboxMail, (typeof LISTED_COLUMNS)[number]>

type UnsentFilter = { state?: 'waiting' | 'failed'; createdFrom?: string; limit?: number }

/** Unsent messages, oldest first. Without a mail server they may be very many, so a list has a limit. */
export function listUnsent(
  database: Database,
  { state, createdFrom = '', limit }: UnsentFilter = {},
): Promise<ListedMail[]> {
  // With these two conditions SQLite takes the index of unsent messages, and not that of states, which it would sort.
  let query = database
    .selectFrom('outbox')
    .select(LISTED_COLUMNS)
    .where(IS_UNSENT)
    .where('created_at', '>=', createdFrom)
  if (state !== undefined) query = query.where(sql<string>`state || ''`, '=', state)
  if (limit !== undefined) query = query.limit(limit)
  return query.orderBy('created_at').orderBy('id').execute()
}

/** How far a message is; one that is gone has been sent. */
export function deliveryOf(state: string | null): MailDelivery {
  return state === 'failed' || state === 'waiting' ? state : 'sent'
}

/** How far messages are, by id; those that were withdrawn are missing. */
export async function listDeliveries(
  database: Database,
  ids: readonly string[],
): Promise<Map<string, { delivery: MailDelivery; delivery_error: string | null }>> {
  if (ids.length === 0) return new Map()
  const rows = await database
    .selectFrom('outbox')
    .select(['id', 'state', 'last_error'])
    .where('id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ id, state, last_error }) => [id, { delivery: deliveryOf(state), delivery_error: last_error }]),
  )
}

export async function countByState(database: Database): Promise<Record<string, number>> {
  const rows = await database
    .selectFrom('outbox')
    .select((row) => ['state', row.fn.countAll<number | string>().as('count')])
    .groupBy('state')
    .execute()
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]))
}

export async function hasMail(database: Database, id: string): Promise<boolean> {
  return (await database.selectFrom('outbox').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** Gives sent messages whose id begins so another one, except some: they are found by theirs no more. */
export async function forgetSent(trx: Trx, prefix: string, except: readonly string[]): Promise<void> {
  const sent = await trx
    .selectFrom('outbox')
    .select('id')
    .where('id', 'like', `${prefix}%`)
    .where('state', '=', 'sent')
    .execute()
  for (const { id } of sent.filter((mail) => !except.includes(mail.id)))
    await trx.updateTable('outbox').set({ id: randomUUID() }).where('id', '=', id).execute()
}

export async function hasSentTestMail(database: Database): Promise<boolean> {
  const isTest = sql<boolean>`kind = 'test'`
  const mail = database.selectFrom('outbox').select('id').where(isTest).where('state', '=', 'sent')
  return (await mail.limit(1).executeTakeFirst()) !== undefined
}

export async function countUnsent(database: Database): Promise<{ waiting: number; failed: number }> {
  const rows = await database
    .selectFrom('outbox')
    .select((row) => ['state', row.fn.countAll<number | string>().as('count')])
    .where(IS_UNSENT)
    .groupBy('state')
    .execute()
  const countOf = (state: string) => Number(rows.find((row) => row.state === state)?.count ?? 0)
  return { waiting: countOf('waiting'), failed: countOf('failed') }
}

/**
 * Makes unsent messages due now, failed ones too unless their address is unusable: one by its id, or all but those that
 * are held and can still be withdrawn. Those that were tried count as tried once, so they get nearly all attempts
 * again and still cannot be withdrawn. Returns how many.
 */
export async function retryUnsent(database: Database, id: string | null, now: Date): Promise<number> {
  let query = database
    .updateTable('outbox')
    .set((row) => ({
      state: 'waiting',
      attempts: row.case().when('attempts', '>', 0).then(1).else(0).end(),
      next_attempt_at: now.toISOString(),
      last_error: null,
    }))
    .where('state', 'in', UNSENT_STATES)
    .where((row) => row.or([row('last_error', 'is', null), row('last_error', '!=', UNUSABLE_ADDRESS)]))
    // Not those that are being delivered.
    .where((row) => row.or([row('claim', 'is', null), row('next_attempt_at', '<=', now.toISOString())]))
  query =
    id === null
      ? query.where((row) => row.or([row('attempts', '>', 0), row('next_attempt_at', '<=', now.toISOString())]))
      : query.where('id', '=', id)
  const result = await query.executeTakeFirst()
  return Number(result.numUpdatedRows)
}

export type MailTables = { outbox: OutboxTable }

declare module '../platform/database/tables.ts' {
  interface Tables extends MailTables {}
}

type OutboxTable = {
  /** Also the left part of the Message-ID, so repeated deliveries can be recognized. */
  id: string
  kind: string
  /** The order that it is about; `null` where it is about none, and where an older version wrote it in words of the family's. */
  order_id: string | null
  recipient: string
  reply_to: string | null
  subject: string
  text: string
  html: string
  /** `waiting`, `sent`, or `failed` after the last attempt. */
  state: string
  /** 0 only until the first delivery begins: from then on the message cannot be withdrawn. */
  attempts: number
  /** ISO time; during a delivery, the end of its lease. */
  next_attempt_at: string
  /** Which delivery holds the lease, `null` when none does. */
  claim: string | null
  /** A code such as `EENVELOPE 550`, without the server's text, which can contain an address. */
  last_error: string | null
  created_at: string
  sent_at: string | null
}
