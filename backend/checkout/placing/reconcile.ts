import { isInEffect } from '@shop/contract/admin/card-payment'
import { formatAdminMoney } from '@shop/contract/money'
import { plural } from '@shop/contract/plural'
import { type Database, inTransaction, type Trx } from '../../database/database.ts'
import { isDatabaseUnavailable } from '../../database/unavailable.ts'
import { describeError } from '../../http/errors/error-log.ts'
import { enqueueMail } from '../../mail/enqueue-mail.ts'
import { type JobWorker, startDailyJob } from '../../operations/jobs/daily-job.ts'
import { paymentAlertMail } from '../../orders/orders.mail.ts'
import { lockOrderNumbers, raiseOrderNumber } from '../../orders/orders.repository.ts'
import { getShopSettings } from '../../settings/shop/shop-settings.repository.ts'
import { findPayment, insertVoid, listOperations, type Payment } from '../payments/payments.repository.ts'
import { type PaymentTransaction, reasonOf } from '../payments/payments.ts'
import { completePlacement } from './complete-placement.ts'
import { refreshPayment } from './gateway-events.ts'
import { lookUpOlder } from './look-up-older.ts'
import { amountOf, isHeld, isInDollars, saleOf } from './payment-state.ts'
import type { WorkerContext } from './place-order.ts'
import { findPlacementByReference, lockPlacement } from './placements.repository.ts'
import { listUnmatched, storeUnmatched } from './unmatched-payments.repository.ts'

const DAY = 24 * 60 * 60_000
/** The nightly comparison looks so many days back. */
const SWEPT_DAYS = 10
const HOUR_OF_DAY = 5
export const RECONCILIATION_JOB = 'reconcile-payments'
const MAX_ALERTS = 50
/** A copy of the shop with its keys knows none of the newer orders, and is not to void the payments of all. */
const MAX_NIGHTLY_VOIDS = 5

/** What a comparison with the gateway found and mended. `alerts`: what a person has to decide, a sentence each. */
export type Reconciliation = { compared: number; placed: number; voided: number; updated: number; alerts: string[] }

/** Compares payments with the gateway once a day, on one of the nodes. */
export function startReconciliation(context: WorkerContext): JobWorker {
  const { database, log, clock } = context
  return startDailyJob({
    ...{ database, log, clock, name: RECONCILIATION_JOB, hour: HOUR_OF_DAY },
    run: (signal) => compareNightly(context, signal),
  })
}

/**
 * Compares the payments of the last days with the gateway, and looks up a part of the older ones; the family gets a mail
 * about what it has to decide.
 */
export async function compareNightly(context: WorkerContext, signal: AbortSignal): Promise<void> {
  const { log, clock } = context
  const { alerts, ...counts } = await reconcile(
    context,
    new Date(clock().getTime() - SWEPT_DAYS * DAY),
    MAX_NIGHTLY_VOIDS,
  )
  log.info({ ...counts, alerts: alerts.length }, 'payments were compared with the gateway')
  await lookUpOlder(context, signal)
  // Last: what fails is done again an hour later.
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
 * Compares everything that the gateway made since a time with the database, and mends what differs: payments take over what
 * the gateway says, a placement that was not completed becomes an order, and an authorization without an order is voided,
 * as after the restore of a backup that does not have it. Money that was charged without an order is stored, for a person to decide.
 * Of more authorizations without an order than `maxVoids` the others are told instead. Throws when the gateway cannot be
 * asked.
 */
export async function reconcile(
  context: WorkerContext,
  since: Date,
  maxVoids = Number.POSITIVE_INFINITY,
): Promise<Reconciliation> {
  const listed = await context.payments.listSince(since)
  if (listed.outcome !== 'done') throw new Error('The payment gateway could not be asked. Please try again later.')
  // What the family charges in the gateway's control panel has no reference of the shop's, and is its own business.
  const groups = Map.groupBy(
    listed.transactions.filter(({ reference }) => numberIn(reference ?? '') !== null),
    ({ reference }) => reference ?? '',
  )
  const result: Reconciliation = { compared: groups.size, placed: 0, voided: 0, updated: 0, alerts: [] }
  await inTransaction(context.database, (trx) => skipNumbers(trx, [...groups.keys()]))
  let left = 0
  for (const [reference, transactions] of groups) {
    const outcome = await compareOne(context, { reference, transactions, mayVoid: result.voided < maxVoids })
    if (outcome === 'placed' || outcome === 'voided' || outcome === 'updated') result[outcome] += 1
    else if (outcome === 'left') left += 1
    else if (outcome !== null) result.alerts.push(outcome)
  }
  if (left > 0) result.alerts.push(leftAlert(left))
  result.alerts.push(...(await listUnmatched(context.database, MAX_ALERTS)).map(unmatchedAlert))
  return result
}

function leftAlert(left: number): string {
  return `${plural(left, 'One more reservation has', `${left} more reservations have`)} no order here, and ${plural(left, 'is', 'are')} left alone. If this is a copy of the shop, take Braintree's keys out of its settings; otherwise "npm run shop -- payments reconcile" releases all, as docs/operations.md says.`
}

function unmatchedAlert({ reference, captured_cents, refunded_cents }: Payment): string {
  const amount = formatAdminMoney(captured_cents - refunded_cents)
  return `${amount} were charged as ${reference}, and there is no such order: rebuild the order or pay it back, under Payments in the admin.`
}

/** A database that was restored counts on from an old number; those that the gateway knows are not given out again. */
async function skipNumbers(trx: Trx, references: readonly string[]): Promise<void> {
  const numbers = references.map(numberIn).filter((number) => number !== null)
  if (numbers.length > 0) await raiseOrderNumber(trx, Math.max(...numbers))
}

/** The order's number in a reference of this shop; `null` in any other text. */
function numberIn(reference: string): number | null {
  const number = /^(\d{1,15})-[a-z0-9]{6}$/.exec(reference)?.[1]
  return number === undefined ? null : Number(number)
}

/** One that cannot be taken over is told, and does not end the comparison of the others. */
async function compareOne(context: WorkerContext, found: Found): ReturnType<typeof reconcileOne> {
  const { reference } = found
  try {
    return await reconcileOne(context, found)
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    context.log.error({ reference, error: describeError(error) }, 'a payment could not be compared with the gateway')
    return `${reference} could not be compared with the gateway; the log says why.`
  }
}

type Found = { reference: string; transactions: readonly PaymentTransaction[]; mayVoid: boolean }

async function reconcileOne(
  context: WorkerContext,
  { reference, transactions, mayVoid }: Found,
): Promise<'placed' | 'voided' | 'updated' | 'left' | string | null> {
  const { database, clock } = context
  const sale = saleOf(transactions)
  const before = await findPayment(database, reference)
  if (before !== null) return updateOne(context, before, sale === null ? null : transactions)
  if (sale === null || !isHeld(sale)) return null
  if ((await findPlacementByReference(database, reference))?.state === 'checking') {
    await completePlacement(context, reference, sale)
    return (await findPayment(database, reference)) === null ? 'voided' : 'placed'
  }
  if (sale.state !== 'authorized' && isInDollars(sale)) {
    await storeUnmatched(database, { reference, sale, transactions })
    // Its disputes.
    await refreshPayment(context, reference, transactions)
    return null
  }
  if (sale.state !== 'authorized') {
    return `${amountOf(sale)} were charged as ${reference}, and there is no such order: pay it back in the gateway's control panel.`
  }
  if (!mayVoid) return (await listOperations(database, reference, 'void')).some(isInEffect) ? null : 'left'
  return (await askForVoid(database, sale, reference, clock())) ? 'voided' : null
}

/** Takes over what the gateway says of a payment, which is looked up where only refunds of an older sale are `listed`. */
async function updateOne(
  context: WorkerContext,
  payment: Payment,
  listed: readonly PaymentTransaction[] | null,
): Promise<'updated' | null> {
  const { reference, gateway_id } = payment
  await refreshPayment(context, reference, listed ?? (await lookUp(context, reference, gateway_id)))
  return isSame(payment, await findPayment(context.database, reference)) ? null : 'updated'
}

async function lookUp(
  { payments }: WorkerContext,
  reference: string,
  id: string,
): Promise<readonly PaymentTransaction[]> {
  const found = await payments.find(reference, id)
  if (found.outcome !== 'done') throw new Error(`The payment could not be looked up: ${reasonOf(found)}.`)
  return found.transactions
}

/** The worker and another comparison may find the same sale at the same time: one void is asked for. */
async function askForVoid(
  database: Database,
  sale: PaymentTransaction,
  reference: string,
  now: Date,
): Promise<boolean> {
  return inTransaction(database, async (trx) => {
    // Without a placement there is no row of the reference to lock.
    if ((await lockPlacement(trx, reference)) === null) await lockOrderNumbers(trx)
    return insertVoid(trx, reference, sale.authorizedCents, now)
  })
}

function isSame(one: Payment, other: Payment | null): boolean {
  return other !== null && paymentKey(one) === paymentKey(other)
}

function paymentKey({ state, captured_cents, refunded_cents }: Payment): string {
  return `${state} ${captured_cents} ${refunded_cents}`
}
