import { isLostDispute } from '@shop/contract/payments/disputes'
import { replaceMovements } from '../books/ledger/replace-movements.ts'
import { lockPlacement } from '../checkout/placements.repository.ts'
import { lockOrderOfPayment } from '../orders/orders.repository.ts'
import type { PaymentTransaction } from '../payments/gateway/payments.ts'
import { lockPayment, type Payment, updatePayment } from '../payments/ledger/payments.repository.ts'
import { findSale, hasSale, movementsOf, ownTransactions, paymentStateOf } from '../payments/payment-state.ts'
import type { Trx } from '../platform/database/database.ts'

/** Order of the states; a payment never goes back. */
const STATE_PROGRESS: Readonly<Record<Payment['state'], number>> = {
  authorized: 0,
  submitted: 1,
  settled: 2,
  voided: 3,
  expired: 3,
  failed: 3,
}

/**
 * Stores the gateway's state of a payment and returns the payment, or `null` if there is none. Locks the order and the
 * payment. Several nodes look up at once, so older answers are ignored. Other sales of the reference are ignored too,
 * unless the stored id was wrong: then the shop's own sale counts.
 */
export async function takeOverPayment(
  trx: Trx,
  reference: string,
  transactions: readonly PaymentTransaction[],
): Promise<Payment | null> {
  await lockPlacement(trx, reference)
  await lockOrderOfPayment(trx, reference)
  const known = await lockPayment(trx, reference)
  if (known === null) return null
  const own = transactionsOf(known, transactions)
  const found = paymentStateOf(own)
  if (found === null || isOlder(found, known, own)) return known
  const values = { ...found, ...identityOf(known, own) }
  await updatePayment(trx, reference, values)
  await replaceMovements(trx, known, movementsOf(reference, own))
  return { ...known, ...values }
}

export function transactionsOf(
  { gateway_id }: Pick<Payment, 'gateway_id'>,
  transactions: readonly PaymentTransaction[],
): readonly PaymentTransaction[] {
  const id = hasSale(transactions, gateway_id) ? gateway_id : findSale(transactions)?.id
  return id === undefined ? [] : ownTransactions(transactions, id)
}

/** The key of a payment whose stored id belongs to another one. */
function identityOf({ gateway_id }: Payment, own: readonly PaymentTransaction[]): Partial<Payment> {
  const sale = findSale(own)
  if (sale === null || sale.id === gateway_id) return {}
  const { id, authorizedCents, card, expiresAt } = sale
  return {
    gateway_id: id,
    authorized_cents: authorizedCents,
    card_brand: card?.brand ?? null,
    card_last_four: card?.last4 ?? null,
    expires_at: expiresAt,
  }
}

function isOlder(
  found: Pick<Payment, 'state' | 'refunded_cents'>,
  known: Payment,
  transactions: readonly PaymentTransaction[],
): boolean {
  if (STATE_PROGRESS[found.state] !== STATE_PROGRESS[known.state])
    return STATE_PROGRESS[found.state] < STATE_PROGRESS[known.state]
  return found.refunded_cents < known.refunded_cents && !wasReversed(transactions)
}

/** Whether the refunded amount may have gone down: after a failed refund or a dispute that was reversed. */
function wasReversed(transactions: readonly PaymentTransaction[]): boolean {
  return transactions.some(
    ({ kind, state, disputes }) =>
      (kind === 'refund' && state !== 'submitted' && state !== 'settled') ||
      disputes.some((dispute) => !isLostDispute(dispute)),
  )
}
