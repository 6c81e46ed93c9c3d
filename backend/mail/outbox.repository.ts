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

/** Longer than any delivery takes. */
const LEASE_MS = 5 * 60_000
/** Their text is deleted once sent. */
const SECRET_KINDS: readonly MailKind[] = ['password-reset', 'admin-password-reset', 'delay', 'pay-link']
/** They leave no trace once sent, not even a recipient. */
export const FORGOTTEN_KINDS: readonly MailKind[] = ['waitlist-confirmation', 'waitlist-notice', 'customer-deleted']
/** Not accepted by a mail server. */
const UNSENT_STATES: readonly string[] = ['waiting', 'failed']

/**
 * Claims the message that has been due longest, or `null`. Times years ahead, from a wrong clock, are due. `busy`:
 * recipients with a delivery under way; their emails arrive in order.
 */
export function claimDueMail(database: Database, now: Date, busy: readonly string[] = []): Promise<OutboxMail | null> {
  const others = busy.length === 0 ? sql`` : sql`and recipient not in (${sql.join(busy)})`
  const isDue = sql<SqlBool>`state = ${'waiting'}
    and (next_attempt_at <= ${now.toISOString()} or next_attempt_at > ${latestPlausible(now)}) ${others}`
  return claimDue(database, { table: 'outbox', isDue, lease: LEASE_MS }, now)
}

/** Deletes a message before its first delivery; false when it is too late. */
export async function withdrawMail(database: Database, id: string): Promise<boolean> {
  const result = await database.deleteFrom('outbox').where('id', '=', id).where(isUntried).executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Deletes messages before their first delivery; returns them. */
export async function withdrawMails(trx: Trx, ids: readonly string[]): Promise<Set<string>> {
  const withdrawn = new Set<string>()
  for (const some of chunksOf(ids)) {
    const rows = await trx.deleteFrom('outbox').where('id', 'in', some).where(isUntried).returning('id').execute()
    for (const { id } of rows) withdrawn.add(id)
  }
  return withdrawn
}

/** Unless it exists. */
export async function insertMissingMail(trx: Trx, mail: OutboxMail): Promise<void> {
  await trx
    .insertInto('outbox')
    .values(mail)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Deletes messages not accepted by a server; a running delivery continues. */
export async function deleteUnsent(trx: Trx, ids: readonly string[]): Promise<void> {
  for (const some of chunksOf(ids)) {
    await trx.deleteFrom('outbox').where('id', 'in', some).where('state', 'in', UNSENT_STATES).execute()
  }
}

/** Whether delivery was tried; false for a withdrawn message. */
export async function hasLeft(database: Database, id: string): Promise<boolean> {
  const mail = await database
    .selectFrom('outbox')
    .select('id')
    .where('id', '=', id)
    .where((row) => row.not(isUntried(row)))
    .executeTakeFirst()
  return mail !== undefined
}

/** A failed delivery may have been accepted: the connection was lost before the response. */
function isUntried(row: ExpressionBuilder<Tables, 'outbox'>) {
  return row.and([row('state', 'in', UNSENT_STATES), row('attempts', '=', 0), row('claim', 'is', null)])
}

/** Regardless of the claim: an accepted message must not be sent again. A text with a secret link is deleted. */
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

/** Releases a message for a retry at `nextAttempt`, or as failed when `null`. */
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

/** Literal, since SQLite would not use the index of unsent messages with parameters. */
const IS_UNSENT = sql<boolean>`state in ('waiting', 'failed')`

/** Without texts: they are long, and may hold secret links. */
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

/** Oldest first. Limited, since they may be very many without a mail server. */
export function listUnsent(
  database: Database,
  { state, createdFrom = '', limit }: UnsentFilter = {},
): Promise<ListedMail[]> {
  // Both conditions make SQLite use the index of unsent messages, without sorting.
  let query = database
    .selectFrom('outbox')
    .select(LISTED_COLUMNS)
    .where(IS_UNSENT)
    .where('created_at', '>=', createdFrom)
  if (state !== undefined) query = query.where(sql<string>`state || ''`, '=', state)
  if (limit !== undefined) query = query.limit(limit)
  return query.orderBy('created_at').orderBy('id').execute()
}

/** A deleted message has been sent. */
export function deliveryOf(state: string | null): MailDelivery {
  return state === 'failed' || state === 'waiting' ? state : 'sent'
}

/** By id, without withdrawn ones. */
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

/** Renames sent messages with this prefix, so they are no longer found. */
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
 * Makes unsent messages due now, also failed ones with a usable address: one, or all but held ones. They count as tried
 * once, so nearly all attempts are left, and they can't be withdrawn. Returns the count.
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
    // Not during a delivery.
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
  id: string
  kind: string
  /** `null` for none, and for an older version's edited text. */
  order_id: string | null
  recipient: string
  reply_to: string | null
  subject: string
  text: string
  html: string
  state: string
  /** 0 until the first delivery begins; then it can't be withdrawn. */
  attempts: number
  /** During a delivery, the end of its lease. */
  next_attempt_at: string
  /** The delivery with the lease. */
  claim: string | null
  /** A code such as `EENVELOPE 550`; a server's text can contain an address. */
  last_error: string | null
  created_at: string
  sent_at: string | null
}
