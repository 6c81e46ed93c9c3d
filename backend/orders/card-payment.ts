import type { Cents } from '@shop/contract/money'
import { waitingCents } from '@shop/contract/order-money'
import { refundableCents } from '@shop/contract/order-totals'
import {
  type CardPayment,
  isInEffect,
  isToBeCharged,
  type PaymentOperation,
} from '@shop/contract/payments/card-payment'
import type { AskedPayment } from '../books/ledger/asked-payments.ts'
import {
  type Dispute,
  findCardState,
  findPaymentOfOrder,
  hasEnded,
  listDisputes,
  listOperations,
  lockPaymentsOfOrders,
  type Operation,
  type Payment,
  updatePayment,
} from '../payments/ledger/payments.repository.ts'
import type { Database, Trx } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors/app-error.ts'

/** The card payment of an order with its gateway operations, oldest first. */
export type OrderPayment = {
  payment: Payment
  operations: readonly Operation[]
  disputes: readonly Dispute[]
}

/** The card payment of an order; `null` without one. */
export async function findOrderPayment(database: Database, orderId: string): Promise<OrderPayment | null> {
  const payment = await findPaymentOfOrder(database, orderId)
  if (payment === null) return null
  const { reference } = payment
  return {
    payment,
    operations: await listOperations(database, reference),
    disputes: await listDisputes(database, reference),
  }
}

/** Locks the payment of a locked order. */
export async function lockOrderPayment(trx: Trx, orderId: string): Promise<OrderPayment | null> {
  await lockPaymentsOfOrders(trx, [orderId])
  return findOrderPayment(trx, orderId)
}

/** Whether the reservation has expired, even if the gateway does not say so yet. */
export function isExpired({ state, expires_at }: Payment, now: Date): boolean {
  return state === 'expired' || (state === 'authorized' && expires_at !== null && new Date(expires_at) <= now)
}

/** Whether a payment charged nothing and cannot: it ended at the gateway, or its reservation is over. */
export function cameToNothing({ payment, operations }: AskedPayment, now: Date): boolean {
  return hasEnded(payment) || (isExpired(payment, now) && isToBeCharged('authorized', operations))
}

/** Detaches a failed payment, so the locked order can be paid again. Returns its reference; `null` without one. */
export async function detachEnded(trx: Trx, orderId: string, now: Date): Promise<string | null> {
  const known = await lockOrderPayment(trx, orderId)
  if (known === null || !cameToNothing(known, now)) return null
  const { reference } = known.payment
  await updatePayment(trx, reference, { order_id: null })
  return reference
}

export function attachEnded(trx: Trx, reference: string, orderId: string): Promise<void> {
  return updatePayment(trx, reference, { order_id: orderId })
}

/** Throws if an order is paid by card, or may be, so no other payment can be recorded. */
export async function requireNoCardPayment(database: Database, orderId: string): Promise<void> {
  const state = await findCardState(database, orderId)
  if (state === 'paid') throw new AppError('conflict', `Order ${orderId} was paid by card. Refund the card instead.`)
  if (state === 'ended') {
    throw new AppError('conflict', `The card payment of order ${orderId} didn’t go through. Please look at it again.`)
  }
  if (state === 'checking') {
    throw new AppError(
      'conflict',
      `A card payment of order ${orderId} is being checked. Please try again in ten minutes.`,
    )
  }
}

/** The amount that can still be refunded to the card, in cents. */
export function refundableToCard(known: AskedPayment): Cents {
  return refundableCents(known.payment, waitingCents(known))
}

/** Whether a capture was requested before a time and not withdrawn. */
export function wasCharged(known: OrderPayment | null, at: string): boolean {
  const charges = known?.operations.filter(({ kind }) => kind === 'capture') ?? []
  return charges.some((operation) => isInEffect(operation) && operation.created_at < at)
}

export function serializeOrderPayment(known: OrderPayment): CardPayment {
  const { payment, operations, disputes } = known
  const { card_brand: brand, card_last_four: last_four } = payment
  return {
    provider: payment.provider,
    reference: payment.reference,
    state: payment.state,
    card: brand === null || last_four === null ? null : { brand, last_four },
    authorized_cents: payment.authorized_cents,
    captured_cents: payment.captured_cents,
    refunded_cents: payment.refunded_cents,
    waiting_cents: waitingCents(known),
    expires_at: payment.expires_at,
    created_at: payment.created_at,
    disputes: disputes.map(({ kind, state, amount_cents, reply_by }) => ({ kind, state, amount_cents, reply_by })),
    operations: operations.toReversed().map(serializeOperation),
  }
}

export function serializeOperation(operation: Operation): PaymentOperation {
  const {
    operation_id: id,
    kind,
    amount_cents,
    state,
    created_at,
    next_attempt_at,
    last_error,
    finished_at,
  } = operation
  return { id, kind, amount_cents, state, created_at, next_attempt_at, last_error, finished_at }
}
