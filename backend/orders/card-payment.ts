import type { CardPayment, PaymentOperation } from '@shop/contract/admin/card-payment'
import type { Cents } from '@shop/contract/money'
import { refundableCents } from '@shop/contract/order-totals'
import { isObject, type Json } from '../admin/audit/audit.repository.ts'
import {
  type Dispute,
  findPaymentOfOrder,
  insertOperation,
  isHeld,
  isInEffect,
  listDisputes,
  listOperations,
  lockPaymentOfOrder,
  type Operation,
  type Payment,
  withdrawOperation,
} from '../checkout/payments/payments.repository.ts'
import type { Database, Trx } from '../database/database.ts'
import { AppError } from '../http/errors/app-error.ts'
import { MAIL_HOLD } from '../mail/enqueue-mail.ts'
import { hasLeft } from './order-status.ts'
import type { OrderItem, StoredOrder } from './orders.repository.ts'

/** The card payment of an order with all that was asked of the gateway, oldest first. */
export type OrderPayment = {
  payment: Payment
  operations: readonly Operation[]
  disputes: readonly Dispute[]
}

/** `null`: the order was not paid by card at the checkout. */
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

/** The same, locked until the end of the transaction. The caller has locked the order. */
export async function lockOrderPayment(trx: Trx, orderId: string): Promise<OrderPayment | null> {
  await lockPaymentOfOrder(trx, orderId)
  return findOrderPayment(trx, orderId)
}

/** What was charged and is about to go back, in cents. */
function waitingCents({ payment, operations }: OrderPayment): Cents {
  if (payment.captured_cents === 0) return 0
  return operations
    .filter(({ kind }) => kind === 'refund' || kind === 'void')
    .filter((operation) => isInEffect(operation) && operation.state !== 'done')
    .reduce((sum, { amount_cents }) => sum + amount_cents, 0)
}

/** What can still be paid back to the card, in cents. */
export function leftToPayBack(known: OrderPayment): Cents {
  return refundableCents({ ...known.payment, waiting_cents: waitingCents(known) })
}

/** Whether an item was cancelled before the card was charged: then nothing was paid for it. */
export function isUncharged({ operations }: OrderPayment, { cancelled_at }: OrderItem): boolean {
  const charge = operations.find((operation) => operation.kind === 'capture' && isInEffect(operation))
  return charge !== undefined && cancelled_at !== null && cancelled_at <= charge.created_at
}

/**
 * Asks for an amount to be paid back to the card, once the time for an undo is over. The whole of a charge that has not
 * settled is withdrawn, if the order has not left; anything else waits until it has. Returns the id of what is asked.
 */
export function payBackToCard(
  trx: Trx,
  order: StoredOrder,
  known: OrderPayment,
  { amountCents, now }: { amountCents: Cents; now: Date },
): Promise<string> {
  const { reference, state, captured_cents } = known.payment
  const isWithdrawn = state === 'submitted' && amountCents === captured_cents && !hasLeft(order)
  const asked = { reference, kind: isWithdrawn ? 'void' : 'refund', amount_cents: amountCents, state: 'due' } as const
  return insertOperation(trx, { ...asked, now, wait: MAIL_HOLD })
}

/** The id of what a change asked of the gateway, as its audit entry has it; `null` without. */
function operationIn(after: Json): string | null {
  const id = isObject(after) ? after.payment_operation : undefined
  return typeof id === 'string' ? id : null
}

/** What the entry of such a change is compared with: another value once the gateway is being asked. */
export function presentOperation(known: OrderPayment | null, after: Json): { payment_operation?: string | null } {
  const id = operationIn(after)
  if (id === null) return {}
  const operation = known?.operations.find(({ operation_id }) => operation_id === id)
  return { payment_operation: operation !== undefined && isHeld(operation) ? id : null }
}

/** Throws why what a change asked of the gateway cannot be taken back. */
export async function requireHeld(database: Database, orderId: string, after: Json): Promise<void> {
  const id = operationIn(after)
  if (id === null) return
  const operation = (await findOrderPayment(database, orderId))?.operations.find(
    ({ operation_id }) => operation_id === id,
  )
  if (operation !== undefined && (isHeld(operation) || operation.state === 'withdrawn')) return
  throw new AppError('conflict', TOO_LATE)
}

/** Takes back what a change asked of the gateway. */
export async function withdrawHeld(trx: Trx, after: Json, now: Date): Promise<void> {
  const id = operationIn(after)
  if (id !== null && !(await withdrawOperation(trx, id, now))) throw new AppError('conflict', TOO_LATE)
}

const TOO_LATE = 'The payment gateway has been asked already, so that this cannot be undone any more.'

/** The card payment as the admin shows it. */
export function serializeOrderPayment(known: OrderPayment, items: readonly OrderItem[]): CardPayment {
  const { payment, operations, disputes } = known
  const { card_brand: brand, card_last_four: last_four } = payment
  return {
    reference: payment.reference,
    state: payment.state,
    card: brand === null || last_four === null ? null : { brand, last_four },
    authorized_cents: payment.authorized_cents,
    captured_cents: payment.captured_cents,
    refunded_cents: payment.refunded_cents,
    waiting_cents: waitingCents(known),
    expires_at: payment.expires_at,
    created_at: payment.created_at,
    disputes: disputes.map(({ state, amount_cents, reply_by }) => ({ state, amount_cents, reply_by })),
    operations: operations.toReversed().map(serializeOperation),
    uncharged_items: items.filter((item) => isUncharged(known, item)).map(({ order_item_id }) => order_item_id),
  }
}

function serializeOperation(operation: Operation): PaymentOperation {
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
