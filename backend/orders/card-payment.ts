import type { CardPayment, PaymentOperation } from '@shop/contract/admin/card-payment'
import {
  type Dispute,
  findPaymentOfOrder,
  listDisputes,
  listOperations,
  type Operation,
  type Payment,
} from '../checkout/payments/payments.repository.ts'
import type { Database } from '../database/database.ts'
import type { OrderItem } from './orders.repository.ts'

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

/** What was asked for and neither failed nor was withdrawn. */
function isInEffect({ state }: Operation): boolean {
  return state !== 'rejected' && state !== 'withdrawn'
}

/** Refunds that are asked for and not made yet, in cents. */
function waitingCents({ operations }: OrderPayment): number {
  return operations
    .filter((operation) => operation.kind === 'refund' && isInEffect(operation) && operation.state !== 'done')
    .reduce((sum, { amount_cents }) => sum + amount_cents, 0)
}

/** Whether an item was cancelled before the card was charged: then nothing was paid for it. */
function isUncharged({ operations }: OrderPayment, { cancelled_at }: OrderItem): boolean {
  const charge = operations.find((operation) => operation.kind === 'capture' && isInEffect(operation))
  return charge !== undefined && cancelled_at !== null && cancelled_at <= charge.created_at
}

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
