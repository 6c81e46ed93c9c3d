import { hasLeft } from '@shop/contract/orders/has-left'
import { findRefundOf } from '../../books/ledger/refunds.repository.ts'
import type { Trx } from '../../platform/database/database.ts'
import { statusAfter } from '../order-status.ts'
import { lockOrder, updateItems, updateStatusClearingImported } from '../orders.repository.ts'

/**
 * Says of the items of a refund that failed that they are not refunded, so the shopper does not read it and
 * they can be refunded again. What was not cancelled and has not left stays marked, so no one ships it. The caller has
 * locked the order before its payment.
 */
export async function reopenRefunded(trx: Trx, operationId: string): Promise<void> {
  const refund = await findRefundOf(trx, operationId)
  const order = refund && (await lockOrder(trx, refund.order_id))
  if (!refund || !order) return
  const isGone = hasLeft(order)
  const items = order.items.filter(
    ({ refund_status, refunded_at, cancellation_status }) =>
      refund_status === 'refunded' && refunded_at === refund.refunded_at && (isGone || cancellation_status !== null),
  )
  if (items.length === 0) return
  await updateItems(
    trx,
    items.map(({ order_item_id }) => ({ order_item_id, refund_status: null, refunded_at: null })),
  )
  if (order.order_status !== 'refunded') return
  const before = order.delivered_on === null ? 'shipped' : 'delivered'
  const after = order.items.map((item) => (items.includes(item) ? { ...item, refund_status: null } : item))
  await updateStatusClearingImported(trx, order, statusAfter({ order_status: before, items: after }))
}
