import type { Cents } from '@shop/contract/money'
import { isUnpaidItem } from '@shop/contract/order-money'
import { insertRefunds, listRefunds } from '../../books/ledger/refunds.repository.ts'
import { enqueueMail } from '../../mail/enqueue-mail.ts'
import type { Trx } from '../../platform/database/database.ts'
import { getShopSettings } from '../../platform/settings/shop-settings.repository.ts'
import { findOrderPayment } from '../card-payment.ts'
import { orderStateAfter } from '../order-change.ts'
import { lockOrder, updateItems, updateOrder } from '../orders.repository.ts'
import { nextRefundId } from './refund-order.ts'
import { cardRefundMail } from './refunds.mail.ts'

/** The refund of a charge that should have been released. */
type RefundOfRelease = { operation_id: string; amount_cents: Cents; now: Date }

/** The mail about a refund without an audit entry. */
export function refundMailId(refundId: string): string {
  return `refund-${refundId}`
}

/** Records such a refund: marks cancelled items as refunded and mails the shopper. Needs an order. */
export async function recordRefundOfRelease(
  trx: Trx,
  orderId: string,
  { operation_id, amount_cents, now }: RefundOfRelease,
): Promise<void> {
  const order = await lockOrder(trx, orderId)
  if (order === null) return
  const refunded_at = now.toISOString()
  const refund_id = nextRefundId(orderId, await listRefunds(trx, orderId))
  const refund = { refund_id, amount_cents, note: '', refunded_at }
  await insertRefunds(trx, [{ ...refund, order_id: orderId, operation_id, return_id: null }])
  const payment = await findOrderPayment(trx, orderId)
  const items = order.items.filter(
    (item) =>
      item.cancellation_status !== null && item.refund_status === null && !isUnpaidItem({ order, payment }, item),
  )
  await updateItems(
    trx,
    items.map(({ order_item_id }) => ({ order_item_id, refund_status: 'refunded', refunded_at })),
  )
  await updateOrder(trx, orderId, orderStateAfter(order, items, { refund_status: 'refunded' }))
  if (order.email === '') return
  const shop = await getShopSettings(trx)
  await enqueueMail(trx, cardRefundMail(order, refund, shop), { now, shop, id: refundMailId(refund_id) })
}
