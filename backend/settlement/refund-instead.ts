import { refundableCents } from '@shop/contract/order-totals'
import { replaceRefundOperation } from '../books/ledger/refunds.repository.ts'
import type { WorkerContext } from '../checkout/place-order.ts'
import { findPlacementByReference } from '../checkout/placements.repository.ts'
import { recordRefundOfRelease } from '../orders/refunds/refund-of-release.ts'
import type { PaymentTransaction } from '../payments/gateway/payments.ts'
import { updateOperation } from '../payments/ledger/operations.repository.ts'
import { findPayment, insertOperation, type Operation } from '../payments/ledger/payments.repository.ts'
import { findSale } from '../payments/payment-state.ts'
import { inTransaction } from '../platform/database/database.ts'
import { takeOverPayment } from './take-over-payment.ts'
import { storeUnmatched } from './unmatched-payments.repository.ts'

/**
 * Requests a refund when it is too late for a void, since the shopper was promised the money, and records it on the
 * order. A payment without an order is stored for a person to decide. False where nothing is charged.
 */
export async function refundInstead(
  context: WorkerContext,
  operation: Operation,
  transactions: readonly PaymentTransaction[],
): Promise<boolean> {
  const { database, clock } = context
  const { provider, reference } = operation
  const sale = findSale(transactions)
  const isNew = (await findPayment(database, reference)) === null
  if (isNew && sale !== null) await storeUnmatched(database, { reference, sale, transactions })
  return inTransaction(database, async (trx) => {
    const payment = await takeOverPayment(trx, reference, transactions)
    const left = payment === null ? 0 : refundableCents(payment)
    if (left === 0) return false
    const now = clock()
    const ending = { state: 'withdrawn', last_error: 'settled', finished_at: now.toISOString() } as const
    if (!(await updateOperation(trx, operation, ending))) return true
    if (isNew && (await findPlacementByReference(trx, reference)) === null) return true
    const amount_cents = Math.min(operation.amount_cents, left)
    const refund = await insertOperation(trx, { provider, reference, kind: 'refund', amount_cents, state: 'due', now })
    const isRecorded = await replaceRefundOperation(trx, operation.operation_id, refund)
    if (!isRecorded && payment?.order_id) {
      await recordRefundOfRelease(trx, payment.order_id, { operation_id: refund, amount_cents, now })
    }
    return true
  })
}
