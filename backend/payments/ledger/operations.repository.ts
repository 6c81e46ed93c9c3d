import type { OperationKind, OperationState } from '@shop/contract/payments/card-payment'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database, Trx } from '../../platform/database/database.ts'
import { claimDue } from '../../platform/jobs/claim-due.ts'
import type { Operation } from './payments.repository.ts'

/** Milliseconds until another worker may take a dead worker's operation; longer than the gateway's timeout. */
export const LEASE_MS = 60_000
const OPEN_STATES: readonly OperationState[] = ['due', 'sent', 'watched']
/** Longest wait in milliseconds between attempts, and between lookups of a late authorization. */
export const MAX_RETRY_DELAY_MS = 6 * 60 * 60_000
export const WATCH_INTERVAL_MS = 30 * 60_000
/** Attempts with no longer wait than this. A later time was written while the clock was ahead. */
const EARLY_ATTEMPTS = 4
const MAX_EARLY_RETRY_MS = 5 * 60_000

/**
 * Whether a row's next attempt is due. Times beyond the longest wait come from a wrong clock and are due too; otherwise
 * nothing would run until then. Clocks of nodes may differ by a wait.
 */
export function isDue(now: Date, longestWait: number): RawBuilder<SqlBool> {
  const at = sql.ref('next_attempt_at')
  const tooFar = new Date(now.getTime() + 2 * longestWait).toISOString()
  return sql<SqlBool>`(${at} <= ${now.toISOString()} or ${at} > ${tooFar})`
}

/** Claims the operation that has been due longest. `busy`: references with a running one. */
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

/** Extends the lease of a claimed operation; `false` if it has ended or another worker has it. */
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

/** Stores the result of an operation, unless it has ended or another worker has it. Returns whether it did. */
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

/** Makes the worker look up an authorization now, since its answer was lost. */
export async function checkAuthorizationNow(database: Database, reference: string, now: Date): Promise<void> {
  await database
    .updateTable('payment_operations')
    .set({ next_attempt_at: now.toISOString() })
    .where('reference', '=', reference)
    .where('kind', '=', 'authorize')
    .where('state', '=', 'sent')
    .execute()
}

/** Ends the authorization of a reference, whichever node holds it, since this transaction has decided it. */
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
    // An operation with this result keeps its reason.
    .where('state', '!=', state)
    .execute()
}

/** Marks a failed request as resolved; `null` if none waits. */
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

/** Number of operations with an unknown outcome, by kind, without refunds that wait for settlement. */
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
