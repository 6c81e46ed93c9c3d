import type { OperationKind, OperationState } from '@shop/contract/payments/card-payment'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database, Trx } from '../../platform/database/database.ts'
import { claimDue } from '../../platform/jobs/claim-due.ts'
import type { Operation } from './payments.repository.ts'

/** Milliseconds after which another worker may take an operation whose worker died; longer than the gateway's timeout. */
export const LEASE_MS = 60_000
const OPEN_STATES: readonly OperationState[] = ['due', 'sent', 'watched']
/** Milliseconds between attempts at most; of captures, voids and refunds, and of looks for a late authorization. */
export const MAX_RETRY_DELAY_MS = 6 * 60 * 60_000
export const WATCH_INTERVAL_MS = 30 * 60_000
/** So many attempts in, no wait is longer than this: what is put off further was written while the clock was ahead. */
const EARLY_ATTEMPTS = 4
const MAX_EARLY_RETRY_MS = 5 * 60_000

/**
 * Whether the time of a row's next attempt has come. A time much further ahead than the longest wait was written while the
 * clock was ahead; it has come too, or a clock that is set right would stop everything until then. The clocks of nodes may
 * differ by a wait.
 */
export function isDue(now: Date, longestWait: number): RawBuilder<SqlBool> {
  const at = sql.ref('next_attempt_at')
  const tooFar = new Date(now.getTime() + 2 * longestWait).toISOString()
  return sql<SqlBool>`(${at} <= ${now.toISOString()} or ${at} > ${tooFar})`
}

/** Claims the operation that has been due longest. `busy`: references with one running. */
export function claimOperation(database: Database, now: Date, busy: readonly string[] = []): Promise<Operation | null> {
  const others = busy.length === 0 ? sql`` : sql`and reference not in (${sql.join(busy)})`
  const due = sql<SqlBool>`(
    (state = ${'sent'} and ${isDue(now, LEASE_MS)})
    or (state = ${'watched'} and ${isDue(now, WATCH_INTERVAL_MS)})
    or (state = ${'due'} and ${isDue(now, MAX_RETRY_DELAY_MS)})
    or (state = ${'due'} and attempts <= ${EARLY_ATTEMPTS} and ${isDue(now, MAX_EARLY_RETRY_MS)})
  ) ${others}`
  return claimDue(database, { table: 'payment_operations', isDue: due, lease: LEASE_MS }, now)
}

/** Holds a claimed operation for another lease; `false` when it has ended or another worker has taken it. */
export async function renewClaim(
  database: Database,
  { operation_id, claim }: Pick<Operation, 'operation_id' | 'claim'>,
  now: Date,
): Promise<boolean> {
  const result = await database
    .updateTable('payment_operations')
    .set({ next_attempt_at: new Date(now.getTime() + LEASE_MS).toISOString() })
    .where('operation_id', '=', operation_id)
    .where('claim', '=', claim)
    .where('state', 'in', OPEN_STATES)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/**
 * Notes what an operation came to; one that another worker has taken in the meantime, or that has ended, stays as it is. Returns
 * whether it was noted.
 */
export async function updateOperation(
  database: Database,
  { operation_id, claim }: Pick<Operation, 'operation_id' | 'claim'>,
  values: { state?: OperationState; last_error?: string | null; next_attempt_at?: string; finished_at?: string },
): Promise<boolean> {
  const result = await database
    .updateTable('payment_operations')
    .set({ ...values, claim: null })
    .where('operation_id', '=', operation_id)
    .where('claim', 'is not distinct from', claim)
    .where('state', 'in', OPEN_STATES)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Lets the worker look for an authorization now, whose answer did not arrive. */
export async function hastenAuthorization(database: Database, reference: string, now: Date): Promise<void> {
  await database
    .updateTable('payment_operations')
    .set({ next_attempt_at: now.toISOString() })
    .where('reference', '=', reference)
    .where('kind', '=', 'authorize')
    .where('state', '=', 'sent')
    .execute()
}

/** Ends the authorization of a reference, whichever node holds it: the transaction that calls this has decided it. */
export async function finishAuthorization(
  trx: Trx,
  reference: string,
  state: 'done' | 'rejected' | 'watched',
  now: Date,
  lastError: string | null = null,
): Promise<void> {
  const ending = state === 'watched' ? { next_attempt_at: now.toISOString() } : { finished_at: now.toISOString() }
  await trx
    .updateTable('payment_operations')
    .set({ state, claim: null, last_error: lastError, ...ending })
    .where('reference', '=', reference)
    .where('kind', '=', 'authorize')
    // One that has ended so keeps its reason.
    .where('state', '!=', state)
    .execute()
}

/** Notes that a failed request was dealt with; `null` when there is none that waits. */
export async function dismissFailed(trx: Trx, id: string, now: Date): Promise<Operation | null> {
  const row = await trx
    .updateTable('payment_operations')
    .set({ dismissed_at: now.toISOString() })
    .where('operation_id', '=', id)
    .where('state', '=', 'rejected')
    .where('dismissed_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

type UnknownOperations = { kind: OperationKind; count: number; oldest: string }

/** Requests with an unknown outcome, by kind; a refund that waits for settlement is none. */
export async function listUnknownOperations(database: Database): Promise<UnknownOperations[]> {
  const rows = await database
    .selectFrom('payment_operations')
    .select((row) => ['kind', row.fn.countAll<number | string>().as('count'), row.fn.min('created_at').as('oldest')])
    .where((row) =>
      row.or([
        row('state', '=', 'sent'),
        row.and([
          row('state', '=', 'due'),
          row('attempts', '>', 0),
          row.or([row('last_error', 'is', null), row('last_error', '!=', 'unsettled')]),
        ]),
      ]),
    )
    .groupBy('kind')
    .execute()
  return rows.map(({ kind, count, oldest }) => ({ kind, count: Number(count), oldest }))
}
