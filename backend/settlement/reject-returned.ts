import { formatAdminMoney } from '@shop/contract/money'
import { reopenRefunded } from '../orders/refunds/failed-refund.ts'
import type { PaymentTransaction } from '../payments/gateway/payments.ts'
import { listOperations, type Operation, type Payment, rejectDone } from '../payments/ledger/payments.repository.ts'
import { refundedCents } from '../payments/payment-state.ts'
import type { Trx } from '../platform/database/database.ts'

const REFUND_FAILED = 'refund_failed'

/** Marks unpaid charges and returned refunds as rejected. Returns the new ones. The caller holds the locks. */
export async function rejectReturned(
  trx: Trx,
  payment: Payment,
  transactions: readonly PaymentTransaction[],
  now: Date,
): Promise<Operation[]> {
  const operations = await listOperations(trx, payment.reference)
  const charges = payment.state === 'failed' ? operations.filter(isDone('capture')) : []
  const refunds = findFailedRefunds(operations, transactions)
  for (const charge of charges) await rejectDone(trx, charge, 'settlement_declined', now)
  for (const refund of refunds) {
    await rejectDone(trx, refund, REFUND_FAILED, now)
    await reopenRefunded(trx, refund.operation_id)
  }
  return [...charges, ...refunds]
}

/** The gateway does not link refunds to operations, so they are matched by amount. */
function findFailedRefunds(
  operations: readonly Operation[],
  transactions: readonly PaymentTransaction[],
): readonly Operation[] {
  const known = operations.filter(({ last_error }) => last_error === REFUND_FAILED).map(amountOf)
  const credits = without(
    transactions.filter(isFailedRefund).map(({ cents }) => cents),
    known,
  )
  const done = operations.filter(isDone('refund')).toReversed()
  let missing = done.map(amountOf).reduce((sum, cents) => sum + cents, 0) - refundedCents(transactions)
  return done.filter(({ amount_cents }) => {
    const place = credits.indexOf(amount_cents)
    if (place === -1 || amount_cents > missing) return false
    credits.splice(place, 1)
    missing -= amount_cents
    return true
  })
}

function isDone(kind: Operation['kind']) {
  return (operation: Operation) => operation.kind === kind && operation.state === 'done'
}

function isFailedRefund({ kind, state }: PaymentTransaction): boolean {
  return kind === 'refund' && (state === 'settlement_declined' || state === 'declined' || state === 'voided')
}

function amountOf({ amount_cents }: Operation): number {
  return amount_cents
}

function without(values: readonly number[], taken: readonly number[]): number[] {
  const left = [...values]
  for (const value of taken) {
    const place = left.indexOf(value)
    if (place !== -1) left.splice(place, 1)
  }
  return left
}

export function returnedAlert(
  orderId: string,
  { kind, amount_cents }: Pick<Operation, 'kind' | 'amount_cents'>,
): string {
  const amount = formatAdminMoney(amount_cents)
  return kind === 'capture'
    ? `Order # ${orderId}: the bank didn’t pay the ${amount} you charged. Ask the shopper to pay another way.`
    : `Order # ${orderId}: the refund of ${amount} didn’t arrive, and the money is back with you. Ask the shopper how they’d like to be refunded.`
}
