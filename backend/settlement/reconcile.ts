import { DAY_MS } from '@shop/contract/durations'
import { formatAdminMoney } from '@shop/contract/money'
import { refundableCents } from '@shop/contract/order-totals'
import { parsePaymentKey } from '@shop/contract/payments/payment-key'
import { providerName } from '@shop/contract/payments/provider-name'
import { plural } from '@shop/contract/text/plural'
import { completePlacement } from '../checkout/complete-placement.ts'
import type { WorkerContext } from '../checkout/place-order.ts'
import { findPlacementByReference } from '../checkout/placements.repository.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { paymentAlertMail } from '../orders/orders.mail.ts'
import { raiseOrderNumber } from '../orders/orders.repository.ts'
import type { PaymentTransaction } from '../payments/gateway/payments.ts'
import { findPayment, type Payment } from '../payments/ledger/payments.repository.ts'
import { findSale, isHeld, ownTransactions } from '../payments/payment-state.ts'
import { inTransaction, type Trx } from '../platform/database/database.ts'
import { isDatabaseUnavailable } from '../platform/database/unavailable.ts'
import { describeError } from '../platform/http/errors/error-log.ts'
import { type JobWorker, startDailyJob } from '../platform/jobs/daily-job.ts'
import { getShopSettings } from '../platform/settings/shop-settings.repository.ts'
import { lookUpOlder } from './look-up-older.ts'
import { refreshPayment } from './refresh-payment.ts'
import { type Settled, settleSecondSales, settleUnasked, updatePayment } from './second-sales.ts'
import { listUnmatched } from './unmatched-payments.repository.ts'

/** Days that the nightly comparison covers. */
const SWEPT_DAYS = 10
const HOUR_OF_DAY = 5
export const RECONCILIATION_JOB = 'reconcile-payments'
const MAX_ALERTS = 50
/** Most voids of one night: a copy of the shop with its keys must not void all newer orders. */
const MAX_NIGHTLY_VOIDS = 5

/** Results of a comparison with the gateway. `alerts`: sentences about what a person has to decide. */
export type Reconciliation = { compared: number; placed: number; voided: number; updated: number; alerts: string[] }

export function startReconciliation(context: WorkerContext): JobWorker {
  const { database, log, clock } = context
  return startDailyJob({
    ...{ database, log, clock, name: RECONCILIATION_JOB, hour: HOUR_OF_DAY },
    run: (signal) => compareNightly(context, signal),
  })
}

/** Compares the payments of the last days, looks up some older ones, and mails the family what it has to decide. */
export async function compareNightly(context: WorkerContext, signal: AbortSignal): Promise<void> {
  const { log, clock } = context
  const { alerts, ...counts } = await reconcile(
    context,
    new Date(clock().getTime() - SWEPT_DAYS * DAY_MS),
    MAX_NIGHTLY_VOIDS,
  )
  log.info({ ...counts, alerts: alerts.length }, 'payments were compared with the gateway')
  await lookUpOlder(context, signal)
  // Last, since a failed comparison is repeated an hour later.
  if (alerts.length > 0) await mailAlerts(context, alerts)
}

async function mailAlerts({ database, clock, toFamily }: WorkerContext, alerts: readonly string[]): Promise<void> {
  await inTransaction(database, async (trx) => {
    const shop = await getShopSettings(trx)
    const found = 'The nightly comparison with the payment gateway found:'
    await enqueueMail(trx, paymentAlertMail(found, alerts, toFamily(shop).to), { now: clock(), shop })
  })
}

/**
 * Compares everything at the gateway since a time with the database, and repairs differences: updates payments,
 * completes placements, and voids authorizations without an order, such as those missing from a restored backup.
 * Charges without an order are stored for a person to decide. Beyond `maxVoids` voids become alerts. A gateway that cannot
 * be asked becomes one too; throws where none can be asked.
 */
export async function reconcile(
  context: WorkerContext,
  since: Date,
  maxVoids = Number.POSITIVE_INFINITY,
): Promise<Reconciliation> {
  const listed = await context.payments.listSince(since)
  if (listed.outcome !== 'done') throw new Error('The payment gateway could not be asked. Please try again later.')
  // A charge without the shop's reference was made in the control panel and is none of the shop's.
  const groups = Map.groupBy(
    listed.transactions.filter(({ reference }) => numberIn(reference ?? '') !== null),
    ({ reference }) => reference ?? '',
  )
  const result: Reconciliation = { compared: groups.size, placed: 0, voided: 0, updated: 0, alerts: [] }
  await inTransaction(context.database, (trx) => skipNumbers(trx, [...groups.keys()]))
  let left = 0
  for (const [reference, transactions] of groups) {
    for (const outcome of await compareOne(context, { reference, transactions, mayVoid: result.voided < maxVoids })) {
      if (outcome === 'left') left += 1
      else if (typeof outcome === 'string') result[outcome] += 1
      else if (outcome !== null) result.alerts.push(outcome.alert)
    }
  }
  if (left > 0) result.alerts.push(leftAlert(left, providerName(context.payments.provider)))
  result.alerts.push(...(listed.failed ?? []).map(failedAlert))
  result.alerts.push(...(await listUnmatched(context.database, MAX_ALERTS)).map(unmatchedAlert))
  return result
}

function failedAlert(provider: string): string {
  return `${providerName(provider)} could not be asked for its payments. They are compared the next night.`
}

function leftAlert(left: number, provider: string): string {
  return `${plural(left, 'One more reservation has', `${left} more reservations have`)} no order here, and ${plural(left, 'is', 'are')} left alone. If this is a copy of the shop, remove ${provider}'s keys from its settings. Otherwise, "npm run shop -- payments reconcile" releases them all, as docs/operations/backup.md says.`
}

function unmatchedAlert(payment: Payment): string {
  const amount = formatAdminMoney(refundableCents(payment))
  const { reference, transactionId } = parsePaymentKey(payment.reference)
  if (transactionId !== null) {
    return `${amount} was charged a second time for order # ${numberIn(reference)} (transaction ${transactionId}). Refund it, or link it to an order, under Payments in the admin.`
  }
  return `${amount} was charged as ${reference}, but there is no such order. Rebuild the order or refund it, under Payments in the admin.`
}

/** Skips order numbers that the gateway knows, since a restored database counts on from an old number. */
async function skipNumbers(trx: Trx, references: readonly string[]): Promise<void> {
  const numbers = references.map(numberIn).filter((number) => number !== null)
  if (numbers.length > 0) await raiseOrderNumber(trx, Math.max(...numbers))
}

/** The order's number in a reference of this shop; `null` in any other text. */
function numberIn(reference: string): number | null {
  const number = /^(\d{1,15})-[a-z0-9]{6}$/.exec(reference)?.[1]
  return number === undefined ? null : Number(number)
}

type Outcome = Settled | 'placed'

/** A failure is reported and does not end the comparison of the others. */
async function compareOne(context: WorkerContext, found: Found): Promise<Outcome[]> {
  const { reference } = found
  try {
    return await reconcileOne(context, found)
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    context.log.error({ reference, error: describeError(error) }, 'a payment could not be compared with the gateway')
    return [{ alert: `${reference} could not be compared with the gateway; the log says why.` }]
  }
}

type Found = { reference: string; transactions: readonly PaymentTransaction[]; mayVoid: boolean }

/** Compares the sales of a reference, the shop's own first. */
async function reconcileOne(context: WorkerContext, found: Found): Promise<Outcome[]> {
  return [await reconcileFirst(context, found), ...(await settleSecondSales(context, found))]
}

async function reconcileFirst(context: WorkerContext, found: Found): Promise<Outcome> {
  const { reference, transactions, mayVoid } = found
  const before = await findPayment(context.database, reference)
  if (before !== null) return updatePayment(context, before, transactions)
  const sale = findSale(transactions)
  if (sale === null) return null
  const own = ownTransactions(transactions, sale.id)
  const placement = await findPlacementByReference(context.database, reference)
  if (placement?.state !== 'checking' || !isHeld(sale)) {
    return settleUnasked(context, { key: reference, transactions: own, mayVoid })
  }
  await completePlacement(context, reference, sale)
  // Refunds and disputes that happened already.
  await refreshPayment(context, reference, own)
  const payment = await findPayment(context.database, reference)
  return !payment?.order_id ? 'voided' : 'placed'
}
