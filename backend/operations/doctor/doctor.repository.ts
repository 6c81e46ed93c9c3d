import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'

export async function findAuthorizationEndedLast(
  database: Database,
  state: 'done' | 'rejected',
): Promise<{ last_error: string | null; finished_at: string | null } | null> {
  const row = await database
    .selectFrom('payment_operations')
    .select(['last_error', 'finished_at'])
    .where('kind', '=', 'authorize')
    .where('state', '=', state)
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** Of each kind. */
const COMPARED_DAYS = 1000

/** Card payments and refunds, whose time is known. */
export async function listStoredDays(database: Database): Promise<{ what: string; at: string; day: string }[]> {
  const orders = await database
    .selectFrom('placements')
    .innerJoin('orders', 'orders.order_id', 'placements.order_id')
    .select(['orders.order_id', 'placements.created_at as at', 'orders.order_date as day'])
    .where('placements.state', '=', 'placed')
    .orderBy('placements.created_at', 'desc')
    .limit(COMPARED_DAYS)
    .execute()
  const refunds = await database
    .selectFrom('order_refunds')
    .select(['refund_id', 'refunded_at as at', 'refunded_on as day'])
    .orderBy('refunded_at', 'desc')
    .limit(COMPARED_DAYS)
    .execute()
  return [
    ...orders.map(({ order_id, ...rest }) => ({ what: `order ${order_id}`, ...rest })),
    ...refunds.flatMap(({ refund_id, at, day }) => (day === null ? [] : [{ what: `refund ${refund_id}`, at, day }])),
  ]
}

/** PostgreSQL's clock. */
export async function findDatabaseTime(database: Database): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`select current_timestamp as at`.execute(database)
  return rows[0]?.at ?? null
}

/** When the last change was stored. A later one under a clock that was set right takes the place of one from the future. */
export async function findLastChangeTime(database: Database): Promise<Date | null> {
  const last = await database.selectFrom('audit_log').select('at').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return last === undefined ? null : new Date(last.at)
}
