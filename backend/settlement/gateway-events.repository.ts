import { createHash } from 'node:crypto'
import { type Selectable, type SqlBool, sql } from 'kysely'
import { markOrders } from '../books/ledger/mark-orders.ts'
import type { PlacingTables } from '../checkout/placing.tables.ts'
import type { PaymentNotification, PaymentTransaction } from '../payments/gateway/payments.ts'
import { isDue } from '../payments/ledger/operations.repository.ts'
import type { Database, Trx } from '../platform/database/database.ts'
import { claimDue } from '../platform/jobs/claim-due.ts'
import { localDay } from '../platform/lib/days/local-day.ts'

export type GatewayEvent = Selectable<PlacingTables['gateway_events']>

/** Milliseconds between lookups of what an event is about. */
const RETRY_INTERVAL_MS = 60_000

/** Stores an event once, however often it is sent. */
export async function storeEvent(
  database: Database,
  provider: string,
  { kind, reference, transactionId, payload }: PaymentNotification,
  now: Date,
): Promise<void> {
  await database
    .insertInto('gateway_events')
    .values({
      provider,
      event_hash: createHash('sha256').update(payload).digest('hex'),
      kind,
      reference,
      gateway_id: transactionId,
      state: 'due',
      attempts: 0,
      next_attempt_at: now.toISOString(),
      received_at: now.toISOString(),
    })
    .onConflict((conflict) => conflict.column('event_hash').doNothing())
    .execute()
}

export async function hasGatewayEvents(database: Database, provider: string): Promise<boolean> {
  const event = await database
    .selectFrom('gateway_events')
    .select('event_hash')
    .where('provider', '=', provider)
    .limit(1)
    .executeTakeFirst()
  return event !== undefined
}

export function claimEvent(database: Database, now: Date): Promise<GatewayEvent | null> {
  const due = sql<SqlBool>`state = ${'due'} and ${isDue(now, RETRY_INTERVAL_MS)}`
  return claimDue(database, { table: 'gateway_events', isDue: due, lease: RETRY_INTERVAL_MS }, now)
}

export async function finishEvent(
  database: Database,
  { event_hash }: GatewayEvent,
  state: 'done' | 'given_up',
): Promise<void> {
  await database.updateTable('gateway_events').set({ state }).where('event_hash', '=', event_hash).execute()
}

type DisputeRow = PaymentTransaction['disputes'][number] & { reference: string; order_id: string; now: Date }

/** Stores a dispute or its new state. Returns true for only one of several callers that store it at once. */
export async function storeDispute(
  trx: Trx,
  { id, status, cents, replyBy, kind, reason, reference, order_id, now }: DisputeRow,
): Promise<boolean> {
  const values = { state: status, amount_cents: cents, reply_by: replyBy, kind, reason }
  const inserted = await trx
    .insertInto('disputes')
    .values({ dispute_id: id, reference, order_id, ...values, opened_at: now.toISOString(), opened_on: localDay(now) })
    .onConflict((conflict) => conflict.column('dispute_id').doNothing())
    .executeTakeFirst()
  markOrders(trx, [order_id])
  if ((inserted.numInsertedOrUpdatedRows ?? 0n) > 0n) return true
  await trx.updateTable('disputes').set(values).where('dispute_id', '=', id).execute()
  return false
}
