import { formatAdminMoney } from '@shop/contract/money'
import { refundableCents } from '@shop/contract/order-totals'
import { parsePaymentKey } from '@shop/contract/payments/payment-key'
import { type PlacementDraft, parseDraft } from '../../checkout/placement-draft.ts'
import { lockPlacement, type Placement } from '../../checkout/placements.repository.ts'
import { findOrder } from '../../orders/orders.repository.ts'
import { listOperations, lockPayment, type Payment } from '../../payments/ledger/payments.repository.ts'
import type { Database, Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'

/** Charges without an order. */
export type Unmatched = { payment: Payment; placement: Placement | null }

/** Locks a payment without an order, so one person decides about it. Throws if nothing is left to decide. */
export async function requireUnmatched(trx: Trx, reference: string): Promise<Unmatched> {
  const placement = await lockPlacement(trx, reference)
  const payment = await lockPayment(trx, reference)
  if (payment === null) throw new AppError('not_found', `There is no payment ${reference}.`)
  if (payment.order_id !== null) {
    throw new AppError('conflict', `The payment ${reference} belongs to order # ${payment.order_id} already.`)
  }
  if (payment.state === 'voided' || refundableCents(payment) === 0) {
    throw new AppError('conflict', `The payment ${reference} is already refunded.`)
  }
  if (await isBeingRefunded(trx, reference)) {
    throw new AppError('conflict', `The payment ${reference} is already being refunded.`)
  }
  return { payment, placement }
}

async function isBeingRefunded(trx: Trx, reference: string): Promise<boolean> {
  const moves = await listOperations(trx, reference)
  return moves.some(
    (move) => (move.kind === 'void' || move.kind === 'refund') && (move.state === 'due' || move.state === 'sent'),
  )
}

export type Rebuildable = { placement: Placement; draft: PlacementDraft }

/** The data to rebuild a payment's missing order, or the reason there is none. */
export async function findRebuildable(
  database: Database,
  { payment, placement }: Unmatched,
): Promise<Rebuildable | string> {
  const { reference, transactionId } = parsePaymentKey(payment.reference)
  if (transactionId !== null)
    return `It was charged a second time under the number of order # ${reference.split('-')[0] ?? reference}.`
  if (placement === null) return 'The shop doesn’t know what was ordered. This happens after a backup is restored.'
  if (placement.state === 'checking') return 'The order is still being checked. Please look again in ten minutes.'
  const { paid_order_id } = placement
  if (paid_order_id !== null) return `It was meant to pay order # ${paid_order_id} by link. Link it to that order.`
  const draft = parseDraft(placement)
  if (draft === null) return 'What was ordered is no longer stored. We delete names and addresses after 30 days.'
  if (payment.captured_cents !== placement.total_cents || payment.refunded_cents > 0) {
    return `${formatAdminMoney(refundableCents(payment))} of the charge is left, but the order came to ${formatAdminMoney(placement.total_cents)}.`
  }
  if ((await findOrder(database, placement.order_id)) !== null) {
    return `There is another order with the number ${placement.order_id}.`
  }
  return { placement, draft }
}
