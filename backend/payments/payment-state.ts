import { formatAdminMoney, formatDollars } from '@shop/contract/money'
import { isLostDispute } from '@shop/contract/payments/disputes'
import type { CardMovement } from '../books/ledger/replace-movements.ts'
import { localDay } from '../platform/lib/days/local-day.ts'
import type { PaymentTransaction } from './gateway/payments.ts'
import type { Payment } from './ledger/payments.repository.ts'

const SHOP_CURRENCY = 'USD'

/** Whether exactly this amount was authorized, in dollars. */
export function isAmount({ authorizedCents, currency }: PaymentTransaction, cents: number): boolean {
  return authorizedCents === cents && currency === SHOP_CURRENCY
}

export function isInDollars({ currency }: PaymentTransaction): boolean {
  return currency === SHOP_CURRENCY
}

/** The amount, for the family. */
export function amountOf({ cents, currency }: PaymentTransaction): string {
  return currency === SHOP_CURRENCY ? formatAdminMoney(cents) : `${currency} ${formatDollars(cents)}`
}

/** The shop's own sale of a reference: the first that was not declined. Others come from the control panel. */
export function findSale(transactions: readonly PaymentTransaction[]): PaymentTransaction | null {
  const sales = transactions
    .filter(({ kind }) => kind === 'sale')
    .toSorted((one, other) => one.createdAt.localeCompare(other.createdAt))
  return sales.find(({ state }) => state !== 'declined') ?? sales[0] ?? null
}

export function hasSale(transactions: readonly PaymentTransaction[], id: string): boolean {
  return transactions.some((found) => found.kind === 'sale' && found.id === id)
}

/** A sale and its refunds. */
export function ownTransactions(
  transactions: readonly PaymentTransaction[],
  saleId: string,
): readonly PaymentTransaction[] {
  return transactions.filter(({ id, refundOf }) => id === saleId || refundOf === saleId)
}

export function isCaptured({ state }: PaymentTransaction): boolean {
  return state === 'submitted' || state === 'settled'
}

/** Whether a transaction holds or moves money. */
export function isHeld(transaction: PaymentTransaction): boolean {
  return transaction.state === 'authorized' || isCaptured(transaction)
}

export function refundedCents(transactions: readonly PaymentTransaction[]): number {
  return transactions
    .filter((found) => found.kind === 'refund' && isCaptured(found))
    .reduce((sum, { cents }) => sum + cents, 0)
}

/** Cents that banks have reversed for good. */
function lostCents({ disputes }: PaymentTransaction): number {
  return disputes.filter(isLostDispute).reduce((sum, { cents }) => sum + cents, 0)
}

/** The columns of a payment, from its own transactions. A lost dispute counts as a refund. */
export function paymentStateOf(
  transactions: readonly PaymentTransaction[],
): Pick<Payment, 'state' | 'captured_cents' | 'refunded_cents'> | null {
  const sale = findSale(transactions)
  if (sale === null || sale.state === 'pending') return null
  const state = sale.state === 'declined' || sale.state === 'settlement_declined' ? 'failed' : sale.state
  const captured_cents = isCaptured(sale) ? sale.cents : 0
  // A refund before a lost dispute does not count twice.
  const refunded_cents = Math.min(captured_cents, refundedCents(transactions) + lostCents(sale))
  return { state, captured_cents, refunded_cents }
}

/** The movements of a payment for the books, from its own transactions. */
export function movementsOf(reference: string, transactions: readonly PaymentTransaction[]): CardMovement[] {
  const sale = findSale(transactions)
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
