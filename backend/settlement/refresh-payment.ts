import { orderOrReference } from '../books/ledger/asked-payments.ts'
import { completePlacement } from '../checkout/complete-placement.ts'
import type { WorkerContext } from '../checkout/place-order.ts'
import { findPlacementByReference } from '../checkout/placements.repository.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { disputeOpenedMail, paymentAlertMail } from '../orders/orders.mail.ts'
import type { PaymentTransaction } from '../payments/gateway/payments.ts'
import { findPayment } from '../payments/ledger/payments.repository.ts'
import { findSale, isCaptured, isHeld, ownTransactions } from '../payments/payment-state.ts'
import { inTransaction } from '../platform/database/database.ts'
import { getShopSettings } from '../platform/settings/shop-settings.repository.ts'
import { storeDispute } from './gateway-events.repository.ts'
import { rejectReturned, returnedAlert } from './reject-returned.ts'
import { takeOverPayment, transactionsOf } from './take-over-payment.ts'
import { storeUnmatched } from './unmatched-payments.repository.ts'

/** Stores the gateway's state of a payment; a waiting placement becomes an order first. False if unknown. */
export async function refreshPayment(
  context: WorkerContext,
  reference: string,
  transactions: readonly PaymentTransaction[],
): Promise<boolean> {
  const { database, clock, log, toFamily } = context
  const known = await findPayment(database, reference)
  const own = known === null ? firstOf(transactions) : transactionsOf(known, transactions)
  const sale = findSale(own)
  if (sale === null) return false
  if (known === null && isHeld(sale)) await complete(context, reference, own, sale)
  return inTransaction(database, async (trx) => {
    const payment = await takeOverPayment(trx, reference, own)
    if (payment === null) return false
    const shop = await getShopSettings(trx)
    const now = clock()
    const order_id = orderOrReference(payment)
    for (const dispute of sale.disputes) {
      const isNew = await storeDispute(trx, { ...dispute, reference, order_id, now })
      const { provider } = payment
      const mail = disputeOpenedMail({ order_id, provider }, dispute, toFamily(shop))
      if (isNew) await enqueueMail(trx, mail, { now, shop })
    }
    const returned = await rejectReturned(trx, payment, own, now)
    if (returned.length > 0) {
      log.warn({ reference, kinds: returned.map(({ kind }) => kind) }, 'a charge or refund did not go through')
      const alerts = returned.map((operation) => returnedAlert(order_id, operation))
      await enqueueMail(trx, paymentAlertMail('The payment gateway reported:', alerts, toFamily(shop).to), {
        now,
        shop,
      })
    }
    return true
  })
}

function firstOf(transactions: readonly PaymentTransaction[]): readonly PaymentTransaction[] {
  const sale = findSale(transactions)
  return sale === null ? [] : ownTransactions(transactions, sale.id)
}

/** Makes the order of a payment that has none. When its placement has ended but money was charged, a person decides. */
async function complete(
  context: WorkerContext,
  reference: string,
  own: readonly PaymentTransaction[],
  sale: PaymentTransaction,
): Promise<void> {
  const isPlaced = await completePlacement(context, reference, sale)
  if (isPlaced || !isCaptured(sale)) return
  if ((await findPlacementByReference(context.database, reference)) === null) return
  await storeUnmatched(context.database, { reference, sale, transactions: own })
}
