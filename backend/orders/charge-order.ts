import { formatMoney } from '@shop/contract/money'
import { dueFor, isUncharged, isUnreserved, wasNeverPaid } from '@shop/contract/order-money'
import { hasLeft } from '@shop/contract/orders/has-left'
import { isInEffect, isToBeCharged } from '@shop/contract/payments/card-payment'
import type { ChangeContext } from '../admin/audit/audit.repository.ts'
import type { AskedPayment } from '../books/ledger/asked-payments.ts'
import { MAIL_HOLD } from '../mail/enqueue-mail.ts'
import {
  canWithdraw,
  hasEnded,
  insertOperation,
  insertOperations,
  listPaymentsOfOrders,
  lockPaymentsOfOrders,
  type Operation,
  withdrawOperation,
} from '../payments/ledger/payments.repository.ts'
import type { Database, Trx } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors/app-error.ts'
import { findOrderPayment, isExpired, lockOrderPayment, type OrderPayment, refundableToCard } from './card-payment.ts'
import { changeOrder, type OrderVersion } from './order-change.ts'
import type { OrderItem, StoredOrder } from './orders.repository.ts'

/** The reason an order cannot be charged when it ships; `null` if it can, is charged, or was not paid by card. */
export function chargeProblem(order: StoredOrder, known: AskedPayment | null, now: Date): string | null {
  return known === null || hasLeft(order) ? null : paymentProblem(known, now)
}

function paymentProblem({ payment, operations }: AskedPayment, now: Date): string | null {
  const { order_id, state } = payment
  if (isExpired(payment, now) && isToBeCharged('authorized', operations)) {
    return `The reservation on the card of order ${order_id} has ended, so nothing can be charged. Before you ship it, send a payment link or record how it was paid.`
  }
  if (state === 'voided') return `The card payment of order ${order_id} was released, so nothing can be charged.`
  return state === 'failed' ? `The bank did not pay order ${order_id}. Do not ship it before it is paid.` : null
}

export async function lockPaymentsOf(trx: Trx, orders: readonly StoredOrder[]): Promise<Map<string, AskedPayment>> {
  const ids = orders.map(({ order_id }) => order_id)
  await lockPaymentsOfOrders(trx, ids)
  return listPaymentsOfOrders(trx, ids)
}

/**
 * Enqueues captures of orders that ship, after the time for an undo. Throws if one is not possible. Returns operation
 * ids by order, without orders that have nothing left to charge.
 */
export async function chargeAllOnShipping(
  trx: Trx,
  orders: readonly StoredOrder[],
  payments: ReadonlyMap<string, AskedPayment>,
  now: Date,
): Promise<Map<string, string>> {
  const asked = orders.flatMap((order) => {
    const known = payments.get(order.order_id) ?? null
    const problem = chargeProblem(order, known, now)
    if (problem !== null) throw new AppError('conflict', problem)
    if (known === null || hasLeft(order) || !isToBeCharged(known.payment.state, known.operations)) return []
    return [{ orderId: order.order_id, operation: chargeOf(order, known, now, MAIL_HOLD) }]
  })
  const ids = await insertOperations(
    trx,
    asked.map(({ operation }) => operation),
  )
  return new Map(asked.map(({ orderId }, index) => [orderId, ids[index] ?? '']))
}

/** Repeats a failed capture of a shipped order while its reservation lasts. Returns the audit id. */
export function chargeAgain(context: ChangeContext, request: OrderVersion): Promise<number> {
  return changeOrder(context, request, async (trx, order, { now }) => {
    const known = await lockOrderPayment(trx, order.order_id)
    const problem = known === null ? null : paymentProblem(known, now)
    if (problem !== null) throw new AppError('conflict', problem)
    if (known === null || !hasLeft(order) || !isToBeCharged(known.payment.state, known.operations)) {
      throw new AppError('conflict', `Order ${order.order_id} has nothing left to charge.`)
    }
    const after = { payment_operation: await enqueueCapture(trx, order, known, now) }
    return { action: 'order.charged_again', before: { payment_operation: null }, after }
  })
}

function enqueueCapture(
  trx: Trx,
  order: StoredOrder,
  known: AskedPayment,
  now: Date,
  wait = MAIL_HOLD,
): Promise<string> {
  return insertOperation(trx, chargeOf(order, known, now, wait))
}

/** The operation for an order that ships: a capture, or a void if nothing is due. */
function chargeOf(order: StoredOrder, { payment }: AskedPayment, now: Date, wait: number) {
  const { provider, reference, authorized_cents } = payment
  const { total } = dueFor(order)
  const [kind, amount_cents] = total === 0 ? (['void', authorized_cents] as const) : (['capture', total] as const)
  return { provider, reference, kind, amount_cents, state: 'due' as const, now, wait }
}

function pendingCapture(known: OrderPayment | null): Operation | undefined {
  return known?.operations.find((operation) => operation.kind === 'capture' && canWithdraw(operation))
}

/** Withdraws a capture that has not begun, and returns the payment. The order's next shipment captures again. */
async function withdrawCharge(trx: Trx, known: OrderPayment | null, now: Date): Promise<OrderPayment | null> {
  const charge = pendingCapture(known)
  if (known === null || charge === undefined || !(await withdrawOperation(trx, charge.operation_id, now))) return known
  const operations = known.operations.map((asked) =>
    asked === charge ? { ...asked, state: 'withdrawn' as const } : asked,
  )
  return { ...known, operations }
}

/**
 * Locks the payment after items changed. A capture that has not begun is replaced by one for the new total after `wait`
 * milliseconds; one that has begun stays, and the difference is refunded.
 */
export async function lockPaymentAndResizeCapture(
  trx: Trx,
  order: StoredOrder,
  { now, wait }: { now: Date; wait: number },
): Promise<OrderPayment | null> {
  const before = await lockOrderPayment(trx, order.order_id)
  const known = await withdrawCharge(trx, before, now)
  const isLeft = order.items.some(({ cancellation_status }) => cancellation_status === null)
  if (known === null || known === before || !isLeft) return known
  await enqueueCapture(trx, order, known, now, wait)
  return findOrderPayment(trx, order.order_id)
}

/** Enqueues a void once every item is cancelled. It can be withdrawn for `wait` milliseconds. */
export async function releaseReservation(
  trx: Trx,
  known: OrderPayment | null,
  items: readonly Pick<OrderItem, 'cancellation_status'>[],
  { now, wait }: { now: Date; wait: number },
): Promise<void> {
  if (known === null || items.some(({ cancellation_status }) => cancellation_status === null)) return
  const { payment, operations } = known
  const isReserved = isToBeCharged(payment.state, operations) && !isExpired(payment, now)
  if (!isReserved || releaseOf(known) !== undefined) return
  const { provider, reference, authorized_cents: amount_cents } = payment
  await insertOperation(trx, { provider, reference, kind: 'void', amount_cents, state: 'due', now, wait })
}

function releaseOf({ operations }: OrderPayment): Operation | undefined {
  return operations.find((operation) => operation.kind === 'void' && isInEffect(operation))
}

/** Whether a void was requested for an order. */
export function isReleased(known: OrderPayment | null): boolean {
  const release = known === null ? undefined : releaseOf(known)
  return release !== undefined && !canWithdraw(release)
}

const RELEASED_MESSAGE =
  'The hold on the card has been released, so the items can’t be put back. Enter the order again with another payment.'

/** Whether items would ship unpaid if their cancellation were undone: the rest was paid or captured after it. */
export function isRestPaid(
  { order, payment: known }: { order: StoredOrder; payment: OrderPayment | null },
  items: readonly OrderItem[],
): boolean {
  if (known === null) return items.some((item) => wasNeverPaid(order, item))
  const isOnHold = pendingCapture(known) !== undefined
  return items.some((item) => isUnreserved(known, item) || (!isOnHold && isUncharged(known, item)))
}

/** Throws the reason if a cancellation cannot be undone. */
export async function requireReservation(database: Database, orderId: string): Promise<void> {
  if (isReleased(await findOrderPayment(database, orderId))) throw new AppError('conflict', RELEASED_MESSAGE)
}

/** Withdraws the void, since an item is restored. */
export async function withdrawRelease(trx: Trx, orderId: string, now: Date): Promise<void> {
  const known = await lockOrderPayment(trx, orderId)
  const release = known === null ? undefined : releaseOf(known)
  if (release !== undefined && !(await withdrawOperation(trx, release.operation_id, now))) {
    throw new AppError('conflict', RELEASED_MESSAGE)
  }
}

export const NOTHING_CHARGED = 'You won’t be charged. The hold on your card will go away within a few days.'

/** The sentence about the money of cancelled items; `null` if the order was not paid by card. */
export function refundNotice(
  known: OrderPayment | null,
  items: readonly Pick<OrderItem, 'cancellation_status'>[],
): string | null {
  if (known === null) return null
  const { payment, operations } = known
  const begun = operations.filter((operation) => !canWithdraw(operation))
  const isCharged = payment.captured_cents > 0 || !isToBeCharged('authorized', begun)
  if (isCharged) return 'We’ll refund what you paid for them.'
  const isAll = items.every(({ cancellation_status }) => cancellation_status !== null)
  return isAll ? NOTHING_CHARGED : 'You won’t be charged for them.'
}

/**
 * That the card stays charged for an order that has not left after all, without what was refunded, for the shopper; `null`
 * where nothing of it is, also where it failed at the gateway.
 */
export function keptChargeNotice(known: AskedPayment | null): string | null {
  const charge = known?.operations.find(
    (operation) => operation.kind === 'capture' && isInEffect(operation) && !canWithdraw(operation),
  )
  if (known === null || charge === undefined || hasEnded(known.payment)) return null
  const cents = known.payment.captured_cents === 0 ? charge.amount_cents : refundableToCard(known)
  return cents === 0
    ? null
    : `We already charged your card ${formatMoney(cents)} and won’t charge it again when your order ships.`
}

/** The sentence about the charge of an order that ships; `null` if not paid by card, or shipped before. */
export function captureNotice(order: StoredOrder, known: AskedPayment | null): string | null {
  if (known === null || hasLeft(order)) return null
  const { payment, operations } = known
  const total = dueFor(order).total
  if (isToBeCharged(payment.state, operations)) {
    return total === 0 ? null : `We’re now charging your card ${formatMoney(total)}.`
  }
  const { captured_cents } = payment
  return captured_cents === 0 ? null : `We charged your card ${formatMoney(captured_cents)} when you ordered.`
}
