import { DAY_MS, MINUTE_MS } from '@shop/contract/durations'
import type { CardPaymentState, OperationKind } from '@shop/contract/payments/card-payment'
import { CHECKED_MINUTES, HELD_DAYS } from '@shop/contract/payments/tasks'
import { MAX_COUNTED, type Today } from '@shop/contract/today/admin'
import { sql } from 'kysely'
import { toPayment } from '../../books/ledger/asked-payments.ts'
import { findDeclineAlarm, type Placement } from '../../checkout/placements.repository.ts'
import type { Operation, Payment } from '../../payments/ledger/payments.repository.ts'
import type { Database } from '../../platform/database/database.ts'
import { listUnmatched } from '../unmatched-payments.repository.ts'

/** Placements whose charge has been unknown for minutes, oldest first. */
export function listChecking(
  database: Database,
  now: Date,
  limit: number,
): Promise<(Placement & { provider: string | null })[]> {
  return database
    .selectFrom('placements')
    .leftJoin('payment_operations as asked', (join) =>
      join.onRef('asked.reference', '=', 'placements.reference').on('asked.kind', '=', 'authorize'),
    )
    .selectAll('placements')
    .select('asked.provider')
    .where('placements.state', '=', 'checking')
    .where('placements.created_at', '<', before(now, CHECKED_MINUTES * MINUTE_MS))
    .orderBy('placements.created_at')
    .limit(limit)
    .execute()
}

/**
 * A failed request. `order_id` is `null` without an order; `asked_order_id` is the order that it was to pay by a link.
 * A new link removes a failed payment from its order.
 */
export type FailedOperation = Operation & { order_id: string | null; asked_order_id: string | null }

/** Failed captures, voids and refunds, oldest first, unless resolved or made up for by a later one. */
export async function listFailed(database: Database, limit: number): Promise<FailedOperation[]> {
  const kinds = ['capture', 'void', 'refund'] as const
  const lists = await Promise.all(kinds.map((kind) => listFailedOf(database, kind, limit)))
  return lists
    .flat()
    .map(toPayment)
    .map((row) => (row.order_id === null ? row : { ...row, asked_order_id: null }))
    .toSorted(by('finished_at'))
    .slice(0, limit)
}

/** Queries each kind by itself, so the index gives the order. */
function listFailedOf(database: Database, kind: OperationKind, limit: number): Promise<FailedOperation[]> {
  return database
    .selectFrom('payment_operations as failed')
    .leftJoin('payments', 'payments.reference', 'failed.reference')
    .leftJoin('placements', 'placements.reference', 'failed.reference')
    .selectAll('failed')
    .select(['payments.order_id', 'placements.paid_order_id as asked_order_id'])
    .where('failed.kind', '=', kind)
    .where('failed.state', '=', 'rejected')
    .where('failed.dismissed_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payment_operations as later')
            .select('later.operation_id')
            .whereRef('later.reference', '=', 'failed.reference')
            .where('later.kind', '=', kind)
            .whereRef('later.created_at', '>', 'failed.finished_at')
            .where('later.state', 'not in', ['rejected', 'withdrawn']),
        ),
      ),
    )
    .where(
      sql<boolean>`not coalesce(case failed.kind
        when 'capture' then payments.state in ('submitted', 'settled', 'voided')
        when 'void' then payments.state in ('voided', 'expired')
          or payments.captured_cents > 0 and payments.refunded_cents >= payments.captured_cents
        else payments.refunded_cents >= payments.captured_cents end, false)`,
    )
    .orderBy('failed.finished_at')
    .limit(limit)
    .execute()
}

type HeldPayment = Payment & { order_id: string }

/** Unshipped orders whose reservation is days old or has ended, oldest first. */
export async function listHeld(database: Database, now: Date, limit: number): Promise<HeldPayment[]> {
  const states = ['authorized', 'expired'] as const
  const lists = await Promise.all(states.map((state) => listHeldIn(database, state, { now, limit })))
  return lists.flat().toSorted(by('created_at')).slice(0, limit)
}

function listHeldIn(
  database: Database,
  state: CardPaymentState,
  { now, limit }: { now: Date; limit: number },
): Promise<HeldPayment[]> {
  return database
    .selectFrom('payments')
    .innerJoin('orders', 'orders.order_id', 'payments.order_id')
    .selectAll('payments')
    .select('orders.order_id')
    .where('payments.state', '=', state)
    .where('payments.created_at', '<', before(now, HELD_DAYS.soon * DAY_MS))
    .where('orders.order_status', '=', 'processing')
    .orderBy('payments.created_at')
    .limit(limit)
    .execute()
}

function by<Column extends string>(column: Column) {
  return (one: { readonly [Name in Column]: string | null }, other: { readonly [Name in Column]: string | null }) =>
    (one[column] ?? '').localeCompare(other[column] ?? '')
}

/** Number of disputes that wait for an answer, and the earliest deadline. */
export async function countOpenDisputes(database: Database): Promise<{ open: number; reply_by: string | null }> {
  const { open, reply_by } = await database
    .selectFrom('disputes')
    .select((row) => [row.fn.countAll<number | string>().as('open'), row.fn.min('reply_by').as('reply_by')])
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  return { open: Math.min(Number(open), MAX_COUNTED), reply_by }
}

/** Counts for Today; `null` when nothing waits. */
export async function countPaymentTasks(database: Database, now: Date): Promise<Today['payments']> {
  const [unmatched, failed, held, checking, disputes, alarm_until] = await Promise.all([
    listUnmatched(database, MAX_COUNTED),
    listFailed(database, MAX_COUNTED),
    listHeld(database, now, MAX_COUNTED),
    listChecking(database, now, MAX_COUNTED),
    countOpenDisputes(database),
    findDeclineAlarm(database, now),
  ])
  const urgent = held.filter((payment) => isUrgent(payment, now)).length
  const waiting = unmatched.length + failed.length + held.length + checking.length + disputes.open
  if (waiting === 0 && alarm_until === null) return null
  return {
    unmatched: unmatched.length,
    failed: failed.length,
    held: { soon: held.length - urgent, now: urgent },
    checking: checking.length,
    disputes,
    alarm_until,
  }
}

function isUrgent({ state, created_at }: Payment, now: Date): boolean {
  return state === 'expired' || created_at < before(now, HELD_DAYS.now * DAY_MS)
}

function before(now: Date, age: number): string {
  return new Date(now.getTime() - age).toISOString()
}
