import { formatAdminMoney, writeDollars } from '@shop/contract/money'
import { isLostDispute } from '@shop/contract/payments/disputes'
import type { CardMovement } from '../books/ledger/replace-movements.ts'
import { localDay } from '../platform/lib/days/local-day.ts'
import type { PaymentTransaction } from './gateway/payments.ts'
import type { Payment } from './ledger/payments.repository.ts'

/** Every price of the shop is in dollars. */
const CURRENCY = 'USD'

/** Whether exactly so much was authorized, in dollars. */
export function isAmount({ authorizedCents, currency }: PaymentTransaction, cents: number): boolean {
  return authorizedCents === cents && currency === CURRENCY
}

export function isInDollars({ currency }: PaymentTransaction): boolean {
  return currency === CURRENCY
}

/** The authorized or charged amount, for the family. */
export function amountOf({ cents, currency }: PaymentTransaction): string {
  return currency === CURRENCY ? formatAdminMoney(cents) : `${currency} ${writeDollars(cents)}`
}

/**
 * The sale that the shop asked for, among the transactions of a reference: it asks once, so it is the first one that was
 * not declined. Any other was made in the gateway's control panel.
 */
export function saleOf(transactions: readonly PaymentTransaction[]): PaymentTransaction | null {
  const sales = transactions
    .filter(({ kind }) => kind === 'sale')
    .toSorted((one, other) => one.createdAt.localeCompare(other.createdAt))
  return sales.find(({ state }) => state !== 'declined') ?? sales[0] ?? null
}

export function hasSale(transactions: readonly PaymentTransaction[], id: string): boolean {
  return transactions.some((found) => found.kind === 'sale' && found.id === id)
}

/** A sale and what was refunded of it. */
export function ownTransactions(
  transactions: readonly PaymentTransaction[],
  saleId: string,
): readonly PaymentTransaction[] {
  return transactions.filter(({ id, refundOf }) => id === saleId || refundOf === saleId)
}

/** Whether money was charged by a sale. */
export function isCaptured({ state }: PaymentTransaction): boolean {
  return state === 'submitted' || state === 'settled'
}

/** Whether money is held or moved by a transaction. */
export function isHeld(transaction: PaymentTransaction): boolean {
  return transaction.state === 'authorized' || isCaptured(transaction)
}

export function refundedCents(transactions: readonly PaymentTransaction[]): number {
  return transactions
    .filter((found) => found.kind === 'refund' && isCaptured(found))
    .reduce((sum, { cents }) => sum + cents, 0)
}

/** The amount that shoppers' banks have reversed for good, in cents. */
function lostCents({ disputes }: PaymentTransaction): number {
  return disputes.filter(isLostDispute).reduce((sum, { cents }) => sum + cents, 0)
}

/** The columns of a payment, by its own transactions at the gateway. A lost dispute counts as refunded. */
export function paymentStateOf(
  transactions: readonly PaymentTransaction[],
): Pick<Payment, 'state' | 'captured_cents' | 'refunded_cents'> | null {
  const sale = saleOf(transactions)
  if (sale === null || sale.state === 'pending') return null
  const state = sale.state === 'declined' || sale.state === 'settlement_declined' ? 'failed' : sale.state
  const captured_cents = isCaptured(sale) ? sale.cents : 0
  // What was refunded before its dispute was lost does not count twice.
  const refunded_cents = Math.min(captured_cents, refundedCents(transactions) + lostCents(sale))
  return { state, captured_cents, refunded_cents }
}

/** The money that the gateway moved for a payment, as the books have it; by its own transactions. */
export function movementsOf(reference: string, transactions: readonly PaymentTransaction[]): CardMovement[] {
  const sale = saleOf(transactions)
  const moved = transactions.filter((found) => (found === sale || found.kind === 'refund') && isCaptured(found))
  return moved.map(({ id, kind, cents, state, since }) => ({
    movement_id: id,
    reference,
    kind: kind === 'sale' ? 'charge' : 'refund',
    amount_cents: cents,
    day: localDay(new Date(since)),
    settled: Number(state === 'settled'),
  }))
}
