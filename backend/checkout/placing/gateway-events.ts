import { inTransaction } from '../../database/database.ts'
import { isDatabaseUnavailable } from '../../database/unavailable.ts'
import { describeError } from '../../http/errors/error-log.ts'
import { enqueueMail } from '../../mail/enqueue-mail.ts'
import { disputeOpenedMail, paymentAlertMail } from '../../orders/orders.mail.ts'
import { getShopSettings } from '../../settings/shop/shop-settings.repository.ts'
import { findPayment } from '../payments/payments.repository.ts'
import { type PaymentTransaction, reasonOf } from '../payments/payments.ts'
import { completePlacement } from './complete-placement.ts'
import { claimEvent, finishEvent, type GatewayEvent, storeDispute } from './gateway-events.repository.ts'
import { isHeld, saleOf } from './payment-state.ts'
import type { WorkerContext } from './place-order.ts'
import { rejectReturned, returnedAlert } from './reject-returned.ts'
import { takeOverPayment } from './take-over-payment.ts'

/** Milliseconds until an event is given up: its order may be written meanwhile. */
const LIFETIME = 24 * 60 * 60_000

/**
 * Looks up what the events are about that are due; returns how many. What they say themselves is not believed. Each once, as
 * operations are.
 */
export async function settleDueEvents(context: WorkerContext): Promise<number> {
  const settled = new Set<string>()
  for (;;) {
    const event = await claimEvent(context.database, context.clock())
    if (event === null || settled.has(event.event_hash)) return settled.size
    settled.add(event.event_hash)
    const isDone = await takeOver(context, event)
    const isOld = context.clock().getTime() - new Date(event.received_at).getTime() > LIFETIME
    if (isDone || isOld) await finishEvent(context.database, event, isDone ? 'done' : 'given_up')
  }
}

/** Whether the payment of an event was found and taken over. */
async function takeOver(context: WorkerContext, { reference, gateway_id }: GatewayEvent): Promise<boolean> {
  if (reference === null) return true
  // That of a refund is not the sale's, from which the refund is found.
  const payment = await findPayment(context.database, reference)
  const found = await context.payments.find(reference, payment?.gateway_id ?? gateway_id ?? undefined)
  if (found.outcome !== 'done') {
    const reason = reasonOf(found)
    context.log.warn({ reference, reason }, 'the payment of a webhook could not be looked up, and is tried again')
    return false
  }
  try {
    return await refreshPayment(context, reference, found.transactions)
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    context.log.error({ reference, error: describeError(error) }, 'the payment of a webhook could not be taken over')
    return false
  }
}

/**
 * Takes over what the gateway says of a payment: its state, amounts and disputes, and what did not arrive. A placement that
 * still waits for its payment becomes an order first. False when there is no such payment.
 */
export async function refreshPayment(
  context: WorkerContext,
  reference: string,
  transactions: readonly PaymentTransaction[],
): Promise<boolean> {
  const { database, clock, log, toFamily } = context
  const sale = saleOf(transactions)
  if (sale === null) return false
  if ((await findPayment(database, reference)) === null && isHeld(sale))
    await completePlacement(context, reference, sale)
  return inTransaction(database, async (trx) => {
    const payment = await takeOverPayment(trx, reference, transactions)
    if (payment === null) return false
    const shop = await getShopSettings(trx)
    const now = clock()
    for (const dispute of sale.disputes) {
      const isNew = await storeDispute(trx, { ...dispute, reference, order_id: payment.order_id, now })
      if (isNew) await enqueueMail(trx, disputeOpenedMail(payment.order_id, dispute, toFamily(shop)), { now, shop })
    }
    const returned = await rejectReturned(trx, payment, transactions, now)
    if (returned.length > 0) {
      log.warn({ reference, kinds: returned.map(({ kind }) => kind) }, 'what was charged or paid back did not arrive')
      const alerts = returned.map((operation) => returnedAlert(payment.order_id, operation))
      await enqueueMail(trx, paymentAlertMail('The payment gateway says:', alerts, toFamily(shop).to), { now, shop })
    }
    return true
  })
}
