import { PAYMENTS } from '@shop/contract/admin/orders'
import * as z from 'zod/mini'
import type { ChangeContext } from '../admin/audit/write-audit.ts'
import { AppError } from '../http/errors/app-error.ts'
import { changeOrder } from './order-change.ts'
import { listRefunds } from './order-refunds.repository.ts'
import { orderUndoRule } from './order-undo.ts'
import { type StoredOrder, updatePayment } from './orders.repository.ts'

/**
 * Records how an order was paid that the shop entered itself, or that it was not paid yet. Nobody gets a mail. Returns the id
 * of the audit entry.
 */
export function recordPayment(
  context: ChangeContext,
  { orderId, payment, seen }: { orderId: string; payment: NonNullable<StoredOrder['payment']>; seen: number | null },
): Promise<number> {
  return changeOrder(context, { orderId, seen }, async (trx, order) => {
    const isUnpaid = payment === 'unpaid'
    if (order.channel === 'online') throw new AppError('conflict', `Order ${orderId} was paid when it was placed.`)
    if (order.payment === payment) throw new AppError('conflict', `Order ${orderId} is recorded like that already.`)
    if (isUnpaid && (await listRefunds(trx, orderId)).length > 0) {
      throw new AppError('conflict', `Order ${orderId} has been paid back in part. Take that back first.`)
    }
    await updatePayment(trx, orderId, payment)
    return { action: 'order.payment_recorded', before: { payment: order.payment }, after: { payment } }
  })
}

/** Restores what was known of the payment. */
export const undoPayment = orderUndoRule({
  presentOf: ({ order: { payment } }) => ({ payment }),
  writeBefore: async (trx, { subject, before }) => {
    const { payment } = entry.parse(before)
    if (payment === 'unpaid' && (await listRefunds(trx, subject.id)).length > 0) {
      throw new AppError('conflict', `Order ${subject.id} has been paid back in part. Take that back first.`)
    }
    await updatePayment(trx, subject.id, payment)
  },
})

const entry = z.object({ payment: z.nullable(z.enum(PAYMENTS)) })
