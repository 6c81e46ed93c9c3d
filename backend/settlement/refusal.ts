import { refundableCents } from '@shop/contract/order-totals'
import type { PaymentTransaction } from '../payments/gateway/payments.ts'
import type { Operation } from '../payments/ledger/payments.repository.ts'
import { findSale, paymentStateOf } from '../payments/payment-state.ts'

/** The reason a payment surely does not allow a capture, void or refund; `null` if the gateway has to be asked. */
export function findRefusal(
  { kind, amount_cents }: Pick<Operation, 'kind' | 'amount_cents'>,
  transactions: readonly PaymentTransaction[],
  now: Date,
): 'state' | 'expired' | 'amount' | null {
  const sale = findSale(transactions)
  const payment = paymentStateOf(transactions)
  if (sale === null || payment === null) return 'state'
  if (kind === 'void') return sale.state === 'authorized' || sale.state === 'submitted' ? null : 'state'
  if (amount_cents <= 0) return 'amount'
  if (kind === 'capture') {
    if (isExpired(sale, now)) return 'expired'
    if (sale.state !== 'authorized') return 'state'
    return amount_cents > sale.authorizedCents ? 'amount' : null
  }
  if (payment.state !== 'submitted' && payment.state !== 'settled') return 'state'
  return amount_cents > refundableCents(payment) ? 'amount' : null
}

function isExpired({ state, expiresAt }: PaymentTransaction, now: Date): boolean {
  return state === 'expired' || (state === 'authorized' && expiresAt !== null && new Date(expiresAt) <= now)
}
