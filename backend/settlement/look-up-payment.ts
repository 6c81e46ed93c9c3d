import { readPaymentKey } from '@shop/contract/payments/payment-key'
import type { FindResult, Payments } from '../payments/gateway/payments.ts'
import type { Payment } from '../payments/ledger/payments.repository.ts'

/**
 * Looks a payment up by its transaction, which a search may not show yet. One that has no transaction of its own is looked up
 * by its reference: its answer was lost, or named another payment's.
 */
export async function lookUpPayment(
  payments: Pick<Payments, 'find'>,
  key: string,
  known: Pick<Payment, 'gateway_id'> | null,
): Promise<FindResult> {
  const { reference, transactionId } = readPaymentKey(key)
  const id = transactionId ?? known?.gateway_id
  if (id === undefined) return payments.find(reference)
  const found = await payments.find(reference, id)
  const isMissing =
    found.outcome === 'done'
      ? found.transactions.length === 0
      : found.outcome === 'rejected' && found.reason === 'missing'
  return isMissing && transactionId === null ? payments.find(reference) : found
}
