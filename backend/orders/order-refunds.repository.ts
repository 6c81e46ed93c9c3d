import type { Selectable } from 'kysely'
import type { Database, Trx } from '../database/database.ts'
import type { OrderItem } from './orders.repository.ts'
import type { OrdersTables } from './orders.tables.ts'

export type Refund = Selectable<OrdersTables['order_refunds']>

/** The refunds of an order, oldest first. */
export function listRefunds(database: Database, orderId: string): Promise<Refund[]> {
  return database
    .selectFrom('order_refunds')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('refunded_at')
    .orderBy('refund_id')
    .execute()
}

export async function insertRefund(trx: Trx, refund: Refund): Promise<void> {
  await trx.insertInto('order_refunds').values(refund).execute()
}

/** Replaces amount, note and time of a refund. */
export async function updateRefund(trx: Trx, { refund_id, ...values }: Omit<Refund, 'order_id'>): Promise<void> {
  await trx.updateTable('order_refunds').set(values).where('refund_id', '=', refund_id).execute()
}

export async function deleteRefund(trx: Trx, refundId: string): Promise<void> {
  await trx.deleteFrom('order_refunds').where('refund_id', '=', refundId).execute()
}

/** Writes whether items of a locked order are refunded, and since when. */
export async function updateRefundStates(
  trx: Trx,
  items: readonly Pick<OrderItem, 'order_item_id' | 'refund_status' | 'refunded_at'>[],
): Promise<void> {
  for (const { order_item_id, ...values } of items) {
    await trx.updateTable('order_items').set(values).where('order_item_id', '=', order_item_id).execute()
  }
}
