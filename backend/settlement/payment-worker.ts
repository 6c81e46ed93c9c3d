import { DAY_MS, SECOND_MS } from '@shop/contract/durations'
import { parsePaymentKey } from '@shop/contract/payments/payment-key'
import { abandonAuthorized, closePlacement, completePlacement } from '../checkout/complete-placement.ts'
import { alarmAfterDeclines } from '../checkout/decline-alarm.ts'
import type { WorkerContext } from '../checkout/place-order.ts'
import { reopenRefunded } from '../orders/refunds/failed-refund.ts'
import {
  type FindResult,
  type PaymentResult,
  type Payments,
  type PaymentTransaction,
  reasonOf,
} from '../payments/gateway/payments.ts'
import {
  claimOperation,
  MAX_RETRY_DELAY_MS,
  renewClaim,
  updateOperation,
  WATCH_INTERVAL_MS,
} from '../payments/ledger/operations.repository.ts'
import { findPayment, listOperations, type Operation } from '../payments/ledger/payments.repository.ts'
import { findSale, isHeld, refundedCents } from '../payments/payment-state.ts'
import { inTransaction } from '../platform/database/database.ts'
import { isDatabaseUnavailable } from '../platform/database/unavailable.ts'
import { createErrorLog, describeError } from '../platform/http/errors/error-log.ts'
import { inParallel } from '../platform/lib/in-parallel.ts'
import { repeat } from '../platform/lib/repeat.ts'
import { settleDueEvents } from './gateway-events.ts'
import { lookUpPayment } from './look-up-payment.ts'
import { refreshPayment } from './refresh-payment.ts'
import { refundInstead } from './refund-instead.ts'
import { findRefusal } from './refusal.ts'
import { settleSecondSales } from './second-sales.ts'
import { takeOverPayment, transactionsOf } from './take-over-payment.ts'

/** Milliseconds between polls; below, between log lines while every poll fails. */
const POLL_INTERVAL_MS = 5000
const MAX_CONCURRENT = 10
const ERROR_LOG_INTERVAL_MS = 60_000

/**
 * Milliseconds before the first retry; doubled up to `MAX_RETRY_DELAY_MS`, for three days. Lookups never stop, except at a
 * gateway that the shop is not set up with.
 */
const FIRST_RETRY_MS = 30_000
const RETRY_PERIOD_MS = 3 * DAY_MS
/** Milliseconds until an authorization that is not found counts as not made. A later one is voided. */
const NOT_FOUND_AFTER_MS = 10 * 60_000
const WATCHED_FOR_MS = DAY_MS
/** Milliseconds between lookups of an authorization while its shopper waits. */
const LOOK_INTERVAL_MS = 15_000

/** Settles due operations with the gateway until closed. Several nodes may each run one. */
export function startPaymentWorker(context: WorkerContext): { close: () => Promise<void> } {
  const errorLog = createErrorLog(ERROR_LOG_INTERVAL_MS)
  const loop = repeat(
    async () => {
      await settleDueEvents(context)
      await settleDueOperations(context)
    },
    POLL_INTERVAL_MS,
    (error) => errorLog.report(context.log, {}, describeError(error), 'payments could not be polled'),
  )
  return {
    close: async () => {
      await loop.close()
      errorLog.close()
    },
  }
}

/**
 * Settles due operations, ten at once and one per payment, and returns how many. Each once, since nodes with different
 * clocks would otherwise never stop.
 */
export async function settleDueOperations(context: WorkerContext): Promise<number> {
  const settled = new Set<string>()
  let isRound = false
  await inParallel({
    atOnce: MAX_CONCURRENT,
    pause: POLL_INTERVAL_MS,
    next: async (references) => {
      const operation = isRound ? null : await claimOperation(context.database, context.clock(), references)
      isRound ||= operation !== null && settled.has(operation.operation_id)
      return isRound ? null : operation
    },
    keyOf: ({ reference }) => reference,
    work: async (operation) => {
      settled.add(operation.operation_id)
      if (operation.kind === 'authorize') await resolveAuthorization(context, operation)
      else await execute(context, operation)
    },
  })
  return settled.size
}

/** Looks up an authorization whose answer is unknown. It is never repeated, since the card's nonce is single-use. */
async function resolveAuthorization(context: WorkerContext, operation: Operation): Promise<void> {
  const { provider, reference } = operation
  const found = await context.payments.find({ provider, reference })
  if (found.outcome !== 'done') return look(context, operation, LOOK_INTERVAL_MS, reasonOf(found))
  const sale = findSale(found.transactions)
  await decide(context, operation, sale, found.transactions)
  if (sale !== null) await settleSecondSales(context, { reference, transactions: found.transactions, mayVoid: true })
}

/** Ends an authorization by the sale that was found for it. Otherwise it is looked up again later. */
async function decide(
  context: WorkerContext,
  operation: Operation,
  sale: PaymentTransaction | null,
  transactions: readonly PaymentTransaction[],
): Promise<void> {
  const { reference } = operation
  if (sale !== null && isHeld(sale)) return complete(context, operation, sale, transactions)
  const isGone = sale !== null && sale.state !== 'pending'
  if (isGone && operation.state === 'watched') return end(context, operation)
  if (isGone) {
    await closePlacement(context, reference, { state: 'declined', reason: sale.state })
    return alarmAfterDeclines(context)
  }
  const age = ageOf(context, operation)
  if (operation.state === 'watched') {
    return age > WATCHED_FOR_MS ? end(context, operation) : look(context, operation, WATCH_INTERVAL_MS, 'not found')
  }
  if (age < NOT_FOUND_AFTER_MS) return look(context, operation, LOOK_INTERVAL_MS, 'not found')
  return closePlacement(context, reference, { state: 'abandoned', reason: 'not found', watch: true })
}

/** Completes the placement. After ten minutes of failure it is given up, and the shopper gets the money back. */
async function complete(
  context: WorkerContext,
  operation: Operation,
  sale: PaymentTransaction,
  transactions: readonly PaymentTransaction[],
): Promise<void> {
  const { reference } = operation
  try {
    await completePlacement(context, reference, sale)
    // There may be refunds and disputes already, and a charge from after the placement ended.
    await refreshPayment(context, reference, transactions)
    context.log.info({ reference }, 'a payment whose answer was lost was found, and its placement is completed')
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    context.log.error({ reference, error: describeError(error) }, 'a placement could not be completed')
    if (ageOf(context, operation) > NOT_FOUND_AFTER_MS) return abandonAuthorized(context, reference, sale)
    return look(context, operation, LOOK_INTERVAL_MS, 'could not be stored as an order')
  }
}

/** Milliseconds since an authorization was requested, counted by its attempts where the clock was set back since. */
function ageOf({ clock }: WorkerContext, { created_at, attempts }: Operation): number {
  return Math.max(clock().getTime() - new Date(created_at).getTime(), (attempts - 2) * LOOK_INTERVAL_MS)
}

/** Executes a capture, void or refund. One that may be done already is looked up first and keeps its key. */
async function execute(context: WorkerContext, operation: Operation): Promise<void> {
  const { payments, database, clock } = context
  const found = await lookUp(context, operation)
  if (found.outcome !== 'done') {
    const reason = reasonOf(found)
    const isLost = reason === 'provider' && isOver(context, operation)
    return isLost ? reject(context, operation, [], reason) : retryLater(context, operation, reason)
  }
  const { transactions } = found
  const sale = findSale(transactions)
  if (sale === null && isOver(context, operation)) return reject(context, operation, transactions, 'not found')
  if (sale === null) return retryLater(context, operation, 'not found')
  // A refund is looked up at the first attempt too: after a failover or restore an earlier one may be missing here.
  const mayBeDone = operation.attempts > 1 || operation.kind !== 'capture'
  if (mayBeDone && (await wasExecuted(context, operation, transactions)))
    return record(context, operation, transactions)
  if (operation.kind === 'void' && sale.state === 'settled') return refundOrRefuse(context, operation, transactions)
  const refusal = findRefusal(operation, transactions, clock())
  if (refusal !== null) return refuse(context, operation, transactions, refusal)
  if (isOver(context, operation)) return reject(context, operation, transactions, operation.last_error)
  // The lookup may have taken most of the lease, and sending takes time too.
  if (!(await renewClaim(database, operation, clock()))) return
  const result = await send(payments, operation, sale.id)
  if (result.outcome !== 'done' && mayHappen(result)) return retryLater(context, operation, reasonOf(result))
  // Also after a rejection: the money may have moved after the first lookup.
  const now = await lookUp(context, operation)
  if (now.outcome !== 'done') return retryLater(context, operation, reasonOf(now))
  if (result.outcome === 'done') return record(context, operation, now.transactions)
  if (operation.kind !== 'void') {
    const reason = findRefusal(operation, now.transactions, clock()) ?? reasonOf(result)
    return refuse(context, operation, now.transactions, reason)
  }
  if (await wasExecuted(context, operation, now.transactions)) return record(context, operation, now.transactions)
  return refundOrRefuse(context, operation, now.transactions)
}

async function lookUp({ database, payments }: WorkerContext, operation: Operation): Promise<FindResult> {
  const { provider, reference: key } = operation
  const payment = await findPayment(database, key)
  const found = await lookUpPayment(payments, key, payment ?? { provider })
  if (found.outcome !== 'done') return found
  const gateway_id = payment?.gateway_id ?? parsePaymentKey(key).transactionId ?? ''
  return { ...found, transactions: transactionsOf({ gateway_id }, found.transactions) }
}

async function refundOrRefuse(
  context: WorkerContext,
  operation: Operation,
  transactions: readonly PaymentTransaction[],
): Promise<void> {
  if (!(await refundInstead(context, operation, transactions))) await refuse(context, operation, transactions, 'state')
}

async function refuse(
  context: WorkerContext,
  operation: Operation,
  transactions: readonly PaymentTransaction[],
  reason: string,
): Promise<void> {
  const { reference, kind } = operation
  context.log.error({ reference, kind, reason }, 'a payment does not allow what was asked for')
  await reject(context, operation, transactions, reason)
}

/** Ends an operation that failed. The lookup, if there was one, also records why, such as an expired payment. */
async function reject(
  { database, clock }: WorkerContext,
  operation: Operation,
  transactions: readonly PaymentTransaction[],
  reason: string | null,
): Promise<void> {
  await inTransaction(database, async (trx) => {
    await takeOverPayment(trx, operation.reference, transactions)
    const ending = { state: 'rejected', last_error: reason, finished_at: clock().toISOString() } as const
    if (await updateOperation(trx, operation, ending)) await reopenRefunded(trx, operation.operation_id)
  })
}

function send(payments: Payments, operation: Operation, transactionId: string): Promise<PaymentResult> {
  const { provider, operation_id: operationId, reference: key, amount_cents: cents, kind } = operation
  const { reference } = parsePaymentKey(key)
  const asked = { provider, operationId, reference, transactionId }
  if (kind === 'void') return payments.void(asked)
  return kind === 'capture' ? payments.capture({ ...asked, cents }) : payments.refund({ ...asked, cents })
}

const TEMPORARY_REASONS: readonly string[] = ['busy', 'unreachable', 'keys', 'provider', 'unsettled']

function mayHappen(result: PaymentResult): boolean {
  return result.outcome === 'unknown' || (result.outcome === 'rejected' && TEMPORARY_REASONS.includes(result.reason))
}

/** Whether an operation is done. Equal refunds look alike, so there must be more than were tried; a repeat tells. */
async function wasExecuted(
  { database }: WorkerContext,
  operation: Operation,
  transactions: readonly PaymentTransaction[],
): Promise<boolean> {
  const sale = findSale(transactions)
  if (operation.kind === 'void') return sale?.state === 'voided'
  if (operation.kind === 'capture') return sale?.state === 'submitted' || sale?.state === 'settled'
  const made = transactions.filter((found) => isRefundOf(found, operation))
  const others = (await listOperations(database, operation.reference, 'refund')).filter(
    ({ operation_id, amount_cents, state, attempts }) =>
      operation_id !== operation.operation_id &&
      amount_cents === operation.amount_cents &&
      (state === 'done' || (state === 'due' && attempts > 0)),
  )
  return made.length > others.length
}

/** Whether a refund can be the requested one. At the first attempt an older one was made by hand. */
function isRefundOf(found: PaymentTransaction, { amount_cents, attempts, created_at }: Operation): boolean {
  const isNewer = Date.parse(found.createdAt) > Date.parse(created_at) - SECOND_MS
  return found.kind === 'refund' && refundedCents([found]) === amount_cents && (attempts > 1 || isNewer)
}

/** Ends an operation and stores the state of its payment, in one transaction. */
async function record(
  { database, clock }: WorkerContext,
  operation: Operation,
  transactions: readonly PaymentTransaction[],
): Promise<void> {
  await inTransaction(database, async (trx) => {
    await takeOverPayment(trx, operation.reference, transactions)
    await updateOperation(trx, operation, { state: 'done', last_error: null, finished_at: clock().toISOString() })
  })
}

/** Whether an operation was tried for days. It ends with a lookup instead of another request. */
function isOver({ clock }: WorkerContext, { created_at, attempts }: Operation): boolean {
  return attempts > 1 && clock().getTime() - new Date(created_at).getTime() > RETRY_PERIOD_MS
}

async function retryLater(context: WorkerContext, operation: Operation, reason: string): Promise<void> {
  return look(
    context,
    operation,
    Math.min(FIRST_RETRY_MS * 2 ** Math.min(operation.attempts - 1, 20), MAX_RETRY_DELAY_MS),
    reason,
  )
}

async function look(
  { database, clock, log }: WorkerContext,
  operation: Operation,
  wait: number,
  reason: string,
): Promise<void> {
  const next_attempt_at = new Date(clock().getTime() + wait).toISOString()
  // One line per cause: lookups repeat every few seconds. A new sale may be missing from the search without a failure.
  if (reason !== operation.last_error && reason !== 'not found') {
    const { provider, reference, kind } = operation
    log.warn({ provider, reference, kind, reason }, 'a payment is to be looked at again')
  }
  await updateOperation(database, operation, { next_attempt_at, last_error: reason })
}

async function end({ database, clock }: WorkerContext, operation: Operation): Promise<void> {
  await updateOperation(database, operation, { state: 'done', last_error: null, finished_at: clock().toISOString() })
}
