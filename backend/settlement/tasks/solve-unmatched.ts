import { refundableCents } from '@shop/contract/order-totals'
import { type ChangeContext, writeAudit } from '../../admin/audit/audit.repository.ts'
import type { Json } from '../../admin/audit/canonical-json.ts'
import { takeSoldStock } from '../../catalog/take-sold-stock.ts'
import { orderToStore } from '../../checkout/complete-placement.ts'
import { finishPlacement } from '../../checkout/placements.repository.ts'
import { findCode, retakeUse } from '../../discounts/discounts.repository.ts'
import { enqueueMail } from '../../mail/enqueue-mail.ts'
import { orderPlacedMail } from '../../orders/orders.mail.ts'
import { insertOrders, lockOrder, type StoredOrder, updateOrder } from '../../orders/orders.repository.ts'
import {
  findPaymentOfOrder,
  hasEnded,
  insertOperation,
  type Payment,
  updatePayment,
} from '../../payments/ledger/payments.repository.ts'
import { inTransaction, type Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { getShopSettings } from '../../platform/settings/shop-settings.repository.ts'
import { findRebuildable, requireUnmatched } from './unmatched.ts'

const BY_HAND = 'Enter the order by hand, or refund it.'

/** Makes a payment's missing order from its draft, with stock and a mail. Returns the order's number. */
export async function rebuildOrder(context: ChangeContext, reference: string): Promise<string> {
  const { database, clock } = context
  return inTransaction(database, async (trx) => {
    const unmatched = await requireUnmatched(trx, reference)
    const found = await findRebuildable(trx, unmatched)
    if (typeof found === 'string') throw new AppError('conflict', `${found} ${BY_HAND}`)
    const now = clock()
    const shop = await getShopSettings(trx)
    const order = await orderToStore(trx, found.placement, found.draft, { shop, now })
    await takeCodeAgain(trx, order)
    await takeSoldStock(trx, found.draft.quote.items, '. Raise its stock first, or refund the payment.')
    await insertOrders(trx, [order])
    await updatePayment(trx, reference, { order_id: order.order_id })
    await finishPlacement(trx, reference, 'placed', now)
    const { payment } = unmatched
    const paid = { card: cardOf(payment), isCharged: payment.state !== 'authorized' }
    await enqueueMail(trx, orderPlacedMail(order, paid, shop), { now, shop })
    await audit(trx, context, { reference, action: 'payment.rebuilt', after: { order: order.order_id } })
    return order.order_id
  })
}

/** The use was returned when the placement ended. The code may have been deleted since. */
async function takeCodeAgain(trx: Trx, { discount_code: code }: StoredOrder): Promise<void> {
  if (code === null || (await retakeUse(trx, code)) || (await findCode(trx, code)) === null) return
  throw new AppError(
    'conflict',
    `The code ${code} has reached its limit. Raise the limit by one, or refund the payment.`,
  )
}

/** Voids a payment without an order, or refunds what is left of it once it has settled. Returns which of the two. */
export async function refundUnmatched(context: ChangeContext, reference: string): Promise<'void' | 'refund'> {
  const { database, clock } = context
  return inTransaction(database, async (trx) => {
    const { payment } = await requireUnmatched(trx, reference)
    const kind = payment.state === 'settled' || payment.refunded_cents > 0 ? 'refund' : 'void'
    const { provider } = payment
    const amount_cents = refundableCents(payment)
    await insertOperation(trx, { provider, reference, kind, amount_cents, state: 'due', now: clock() })
    await audit(trx, context, { reference, action: 'payment.paid_back', after: { amount_cents } })
    return kind
  })
}

/** Assigns a payment to an order that was entered by hand, or whose own card payment has ended. */
export async function attachPayment(context: ChangeContext, reference: string, orderId: string): Promise<void> {
  await inTransaction(context.database, async (trx) => {
    await requireUnmatched(trx, reference)
    const order = await lockOrder(trx, orderId)
    if (order === null) throw new AppError('not_found', `There is no order ${orderId}.`)
    await makeRoomForPayment(trx, order)
    await updatePayment(trx, reference, { order_id: orderId })
    if (order.payment !== null) await updateOrder(trx, orderId, { payment: 'card' })
    await audit(trx, context, { reference, action: 'payment.attached', after: { order: orderId } })
  })
}

/** Removes an ended card payment from the order. Throws the reason if the order can take no other payment. */
async function makeRoomForPayment(trx: Trx, { order_id, order_status }: StoredOrder): Promise<void> {
  if (order_status === 'cancelled' || order_status === 'refunded') {
    throw new AppError('conflict', `Order # ${order_id} is ${order_status}, so no payment can belong to it.`)
  }
  const other = await findPaymentOfOrder(trx, order_id)
  if (other !== null && hasEnded(other)) {
    await updatePayment(trx, other.reference, { order_id: null })
  } else if (other !== null) {
    throw new AppError('conflict', `Order # ${order_id} has a card payment already.`)
  }
}

function cardOf({ card_brand, card_last_four }: Payment): { brand: string; last4: string } | null {
  return card_brand === null || card_last_four === null ? null : { brand: card_brand, last4: card_last_four }
}

async function audit(
  trx: Trx,
  { clock, actor }: ChangeContext,
  { reference, action, after }: { reference: string; action: string; after: Record<string, Json> },
): Promise<void> {
  await writeAudit(trx, {
    at: clock(),
    actor,
    action,
    subject: { kind: 'payment', id: reference },
    before: null,
    after: { reference, ...after },
  })
}
