import { formatMoney } from '@shop/contract/money'
import { dueFor, isUncharged, isUnreserved, wasNeverPaid } from '@shop/contract/order-money'
import { hasLeft } from '@shop/contract/orders/has-left'
import { isInEffect, isToBeCharged } from '@shop/contract/payments/card-payment'
import type { ChangeContext } from '../admin/audit/audit.repository.ts'
import { MAIL_HOLD } from '../mail/enqueue-mail.ts'
import {
  type AskedPayment,
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
import { findOrderPayment, isExpired, leftToPayBack, lockOrderPayment, type OrderPayment } from './card-payment.ts'
import { changeOrder, type OrderVersion } from './order-change.ts'
import type { OrderItem, StoredOrder } from './orders.repository.ts'

/** Why an order that ships could not be charged; `null` when it can be, is charged, or was not paid by card. */
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
 * Asks for the cards of orders that leave to be charged, once the time for an undo is over. Throws when one cannot be. Returns
 * the ids of what is asked by order; there is none where nothing is left to charge.
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

/**
 * Asks again for the card of an order that has left to be charged, where that failed while the amount is reserved.
 * Returns the id of the audit entry.
 */
export function chargeAgain(context: ChangeContext, request: OrderVersion): Promise<number> {
  return changeOrder(context, request, async (trx, order, { now }) => {
    const known = await lockOrderPayment(trx, order.order_id)
    const problem = known === null ? null : paymentProblem(known, now)
    if (problem !== null) throw new AppError('conflict', problem)
    if (known === null || !hasLeft(order) || !isToBeCharged(known.payment.state, known.operations)) {
      throw new AppError('conflict', `Order ${order.order_id} has nothing left to charge.`)
    }
    const after = { payment_operation: await askForCharge(trx, order, known, now) }
    return { action: 'order.charged_again', before: { payment_operation: null }, after }
  })
}

function askForCharge(trx: Trx, order: StoredOrder, known: AskedPayment, now: Date, wait = MAIL_HOLD): Promise<string> {
  return insertOperation(trx, chargeOf(order, known, now, wait))
}

/** The gateway request for an order that ships: a charge, or the release of the reservation where nothing is due. */
function chargeOf(order: StoredOrder, { payment }: AskedPayment, now: Date, wait: number) {
  const { reference, authorized_cents } = payment
  const { total } = dueFor(order)
  const [kind, amount_cents] = total === 0 ? (['void', authorized_cents] as const) : (['capture', total] as const)
  return { reference, kind, amount_cents, state: 'due' as const, now, wait }
}

function heldCharge(known: OrderPayment | null): Operation | undefined {
  return known?.operations.find((operation) => operation.kind === 'capture' && canWithdraw(operation))
}

/**
 * Withdraws the charge of an order that stays or is cancelled, if the gateway was not asked for it yet; returns the payment
 * as it is then. An order that leaves after all is charged when it ships.
 */
async function withdrawCharge(trx: Trx, known: OrderPayment | null, now: Date): Promise<OrderPayment | null> {
  const charge = heldCharge(known)
  if (known === null || charge === undefined || !(await withdrawOperation(trx, charge.operation_id, now))) return known
  const operations = known.operations.map((asked) =>
    asked === charge ? { ...asked, state: 'withdrawn' as const } : asked,
  )
  return { ...known, operations }
}

/**
 * The locked payment of an order whose items have changed so. A charge that is held is withdrawn, and asked for anew for what
 * is left after `wait`, in milliseconds; one that has begun stays, and a cancelled item is refunded.
 */
export async function lockPaymentOfChanged(
  trx: Trx,
  order: StoredOrder,
  { now, wait }: { now: Date; wait: number },
): Promise<OrderPayment | null> {
  const before = await lockOrderPayment(trx, order.order_id)
  const known = await withdrawCharge(trx, before, now)
  const isLeft = order.items.some(({ cancellation_status }) => cancellation_status === null)
  if (known === null || known === before || !isLeft) return known
  await askForCharge(trx, order, known, now, wait)
  return findOrderPayment(trx, order.order_id)
}

/**
 * Asks for what is reserved to be released where nothing of an order is left to charge: every item of it is cancelled. With
 * `wait`, in milliseconds, it can be withdrawn that long.
 */
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
  const { reference, authorized_cents: amount_cents } = payment
  await insertOperation(trx, { reference, kind: 'void', amount_cents, state: 'due', now, wait })
}

function releaseOf({ operations }: OrderPayment): Operation | undefined {
  return operations.find((operation) => operation.kind === 'void' && isInEffect(operation))
}

/** Whether the gateway has been asked to release what is reserved for an order. */
export function isReleased(known: OrderPayment | null): boolean {
  const release = known === null ? undefined : releaseOf(known)
  return release !== undefined && !canWithdraw(release)
}

const RELEASED_MESSAGE =
  'The hold on the card has been released, so the items can’t be put back. Enter the order again with another payment.'

/** Whether items would leave unpaid if they were put back: they were cancelled before the rest was paid, or began to be charged. */
export function isRestPaid(
  { order, payment: known }: { order: StoredOrder; payment: OrderPayment | null },
  items: readonly OrderItem[],
): boolean {
  if (known === null) return items.some((item) => wasNeverPaid(order, item))
  const isOnHold = heldCharge(known) !== undefined
  return items.some((item) => isUnreserved(known, item) || (!isOnHold && isUncharged(known, item)))
}

/** Throws why items cannot be put back. */
export async function requireReservation(database: Database, orderId: string): Promise<void> {
  if (isReleased(await findOrderPayment(database, orderId))) throw new AppError('conflict', RELEASED_MESSAGE)
}

/** Withdraws the release of what is reserved, since an item is put back. */
export async function withdrawRelease(trx: Trx, orderId: string, now: Date): Promise<void> {
  const known = await lockOrderPayment(trx, orderId)
  const release = known === null ? undefined : releaseOf(known)
  if (release !== undefined && !(await withdrawOperation(trx, release.operation_id, now))) {
    throw new AppError('conflict', RELEASED_MESSAGE)
  }
}

/** For the shopper, once all of an order is cancelled before its card was charged. */
export const NOTHING_CHARGED = 'You won’t be charged. The hold on your card will go away within a few days.'

/** The refund sentence for cancelled items, for the shopper; `null` where the order was not paid by card. */
export function moneyOfCancelled(
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
 * That the card stays charged for an order that has not left after all, without what was paid back, for the shopper; `null`
 * where nothing of it is, also where it failed at the gateway.
 */
export function moneyOfTakenBack(known: AskedPayment | null): string | null {
  const charge = known?.operations.find(
    (operation) => operation.kind === 'capture' && isInEffect(operation) && !canWithdraw(operation),
  )
  if (known === null || charge === undefined || hasEnded(known.payment)) return null
  const cents = known.payment.captured_cents === 0 ? charge.amount_cents : leftToPayBack(known)
  return cents === 0
    ? null
    : `We already charged your card ${formatMoney(cents)} and won’t charge it again when your order ships.`
}

/** The charge sentence for an order that ships, for the shopper; `null` where it was not paid by card, or has left before. */
export function moneyOfShipped(order: StoredOrder, known: AskedPayment | null): string | null {
  if (known === null || hasLeft(order)) return null
  const { payment, operations } = known
  const total = dueFor(order).total
  if (isToBeCharged(payment.state, operations)) {
    return total === 0 ? null : `We’re now charging your card ${formatMoney(total)}.`
  }
  const { captured_cents } = payment
  return captured_cents === 0 ? null : `We charged your card ${formatMoney(captured_cents)} when you ordered.`
}
