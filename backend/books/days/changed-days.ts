import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { chunksOf } from '../../platform/database/queries.ts'
import { DISPUTE_DAY, REFUND_DAY } from './figures.ts'

/**
 * Notes that what counts on these days changes, in the transaction that changes it. Rows are only added, so that nobody waits
 * for another order of the same day.
 */
export async function noteChangedDays(trx: Trx, days: Iterable<string>): Promise<void> {
  const change_id = randomUUID()
  const rows = [...new Set(days)].map((day) => ({ day, change_id }))
  for (const chunk of chunksOf(rows)) await trx.insertInto('books_changes').values(chunk).execute()
}

/** The same for the days of an order and its refunds. */
export async function noteChangedOrder(trx: Trx, orderId: string): Promise<void> {
  const refunds = sql`select ${REFUND_DAY} from order_refunds where order_id = ${orderId}`
  await noteDaysOf(trx, sql`select order_date as day from orders where order_id = ${orderId} union ${refunds}`)
}

/** The same for the days of what an import brought. */
export async function noteChangedImport(trx: Trx, importId: string): Promise<void> {
  const ids = sql`select order_id from imported_orders where import_id = ${importId}`
  const refunds = sql`select ${REFUND_DAY} from order_refunds where order_id in (${ids})`
  await noteDaysOf(trx, sql`select order_date as day from orders where order_id in (${ids}) union ${refunds}`)
}

/** The same for the day of a refund. */
export async function noteChangedRefund(trx: Trx, refundId: string): Promise<void> {
  await noteDaysOf(trx, sql`select ${REFUND_DAY} as day from order_refunds where refund_id = ${refundId}`)
}

/** The same for the day of a dispute. */
export async function noteChangedDispute(trx: Trx, disputeId: string): Promise<void> {
  await noteDaysOf(trx, sql`select ${DISPUTE_DAY} as day from disputes where dispute_id = ${disputeId}`)
}

/** The same for all days of a card payment, which belongs to another order now. */
export async function noteChangedPayment(trx: Trx, reference: string): Promise<void> {
  await noteDaysOf(
    trx,
    sql`select day from payment_movements where reference = ${reference}
      union select ${DISPUTE_DAY} from disputes where reference = ${reference}
      union select order_date from orders where order_id in (select order_id from payments where reference = ${reference})`,
  )
}

/** The same for the days that a query selects as `day`. */
export async function noteDaysOf(trx: Trx, days: RawBuilder<unknown>): Promise<void> {
  await sql`insert into books_changes (day, change_id)
    select distinct day, cast(${randomUUID()} as text) from (${days}) changed`.execute(trx)
}
