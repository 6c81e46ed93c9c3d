import { parsePaymentKey } from '@shop/contract/payments/payment-key'
import type { FindResult, Payments } from '../payments/gateway/payments.ts'
import type { Payment } from '../payments/ledger/payments.repository.ts'

/**
 * Looks up a payment by its transaction id or, after a lost or wrong answer, by its reference. A search may miss a new
 * sale.
 */
export async function lookUpPayment(
  payments: Pick<Payments, 'find'>,
  key: string,
  { provider, gateway_id }: Pick<Payment, 'provider'> & Partial<Pick<Payment, 'gateway_id'>>,
): Promise<FindResult> {
  const { reference, transactionId } = parsePaymentKey(key)
  const id = transactionId ?? gateway_id
  if (id === undefined) return payments.find({ provider, reference })
  const found = await payments.find({ provider, reference, transactionId: id })
  const isMissing =
    found.outcome === 'done'
      ? found.transactions.length === 0
      : found.outcome === 'rejected' && found.reason === 'missing'
  return isMissing && transactionId === null ? payments.find({ provider, reference }) : found
}
