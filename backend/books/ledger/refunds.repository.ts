import type { Cents } from '@shop/contract/money'
import { refundedCents } from '@shop/contract/order-totals'
import type { Selectable } from 'kysely'
import type { Database, Trx } from '../../platform/database/database.ts'
import { chunksOf } from '../../platform/database/queries.ts'
import { localDay } from '../../platform/lib/days/local-day.ts'
import type { LedgerTables } from './ledger.tables.ts'
import { markOrders } from './mark-orders.ts'

/** A refund of an order. Day and tax are filled in. */
export type Refund = Omit<Selectable<LedgerTables['order_refunds']>, 'refunded_on' | 'tax_cents'>

/** `failed`: the gateway refused, and refunded nothing. */
export type KnownRefund = Refund & { failed: boolean }

export async function listRefunds(database: Database, orderId: string): Promise<KnownRefund[]> {
  const rows = await database
    .selectFrom('order_refunds')
    .leftJoin('payment_operations', 'payment_operations.operation_id', 'order_refunds.operation_id')
    .selectAll('order_refunds')
    .select('payment_operations.state')
    .where('order_id', '=', orderId)
    .orderBy('refunded_at')
    .orderBy('refund_id')
    .execute()
  return rows.map(({ state, ...refund }) => ({ ...refund, failed: state === 'rejected' }))
}

export async function findRefundOf(
  database: Database,
  operationId: string,
): Promise<Pick<Refund, 'order_id' | 'refunded_at'> | null> {
  const row = await database
    .selectFrom('order_refunds')
    .select(['order_id', 'refunded_at'])
    .where('operation_id', '=', operationId)
    .executeTakeFirst()
  return row ?? null
}

export function sumRefunded(refunds: readonly KnownRefund[]): Cents {
  return refundedCents(refunds.filter(({ failed }) => !failed))
}

export async function insertRefunds(trx: Trx, refunds: readonly Refund[]): Promise<void> {
  const rows = refunds.map((refund) => ({ ...refund, refunded_on: localDay(new Date(refund.refunded_at)) }))
  for (const chunk of chunksOf(rows)) await trx.insertInto('order_refunds').values(chunk).execute()
  markOrders(
    trx,
    rows.map(({ order_id }) => order_id),
  )
}

/** Replaces the gateway request of a refund. False if no refund had it. */
export async function replaceRefundOperation(trx: Trx, from: string, to: string): Promise<boolean> {
  const query = trx.updateTable('order_refunds').set({ operation_id: to }).where('operation_id', '=', from)
  return (await query.executeTakeFirst()).numUpdatedRows > 0n
}

export async function deleteRefund(trx: Trx, refundId: string): Promise<void> {
  const rows = await trx.deleteFrom('order_refunds').where('refund_id', '=', refundId).returning('order_id').execute()
  markOrders(
    trx,
    rows.map(({ order_id }) => order_id),
  )
}

/** Clears the notes in refunds of these orders. */
export async function forgetRefundNotes(trx: Trx, orderIds: readonly string[]): Promise<void> {
  await trx.updateTable('order_refunds').set({ note: '' }).where('order_id', 'in', orderIds).execute()
}
