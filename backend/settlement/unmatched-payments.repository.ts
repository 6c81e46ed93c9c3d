import { parsePaymentKey } from '@shop/contract/payments/payment-key'
import { toPayment, WITHOUT_ORDER } from '../books/ledger/asked-payments.ts'
import { replaceMovements } from '../books/ledger/replace-movements.ts'
import { lockPlacement } from '../checkout/placements.repository.ts'
import { lockOrderNumbers } from '../orders/orders.repository.ts'
import type { PaymentTransaction } from '../payments/gateway/payments.ts'
import { findPayment, insertPayment, type Payment } from '../payments/ledger/payments.repository.ts'
import { isCaptured, isInDollars, movementsOf, paymentStateOf } from '../payments/payment-state.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'

/**
 * Stores a charge without an order once, in dollars only, for a person to decide. `reference`: the key of a second
 * sale.
 */
export async function storeUnmatched(
  database: Database,
  {
    reference,
    sale,
    transactions,
  }: { reference: string; sale: PaymentTransaction; transactions: readonly PaymentTransaction[] },
): Promise<void> {
  const values = paymentStateOf(transactions)
  if (values === null || !isCaptured(sale) || !isInDollars(sale)) return
  await inTransaction(database, async (trx) => {
    // Without a placement the reference has no row to lock.
    if ((await lockPlacement(trx, parsePaymentKey(reference).reference)) === null) await lockOrderNumbers(trx)
    if ((await findPayment(trx, reference)) !== null) return
    await insertPayment(trx, {
      provider: sale.provider,
      reference,
      order_id: null,
      gateway_id: sale.id,
      ...values,
      authorized_cents: sale.authorizedCents,
      card_brand: sale.card?.brand ?? null,
      card_last_four: sale.card?.last4 ?? null,
      created_at: new Date(sale.createdAt).toISOString(),
      expires_at: sale.expiresAt,
    })
    await replaceMovements(trx, { reference, order_id: null }, movementsOf(reference, transactions))
  })
}

/** Charged payments without an order, neither refunded nor about to be, oldest first. */
export async function listUnmatched(database: Database, limit: number): Promise<Payment[]> {
  const [first, second] = WITHOUT_ORDER
  const query = selectUnmatched(database, first).unionAll(selectUnmatched(database, second))
  const rows = await query.orderBy('created_at').limit(limit).execute()
  return rows.map(toPayment)
}

/** Each of `WITHOUT_ORDER` has an index; SQLite uses none for both at once. */
function selectUnmatched(database: Database, isWithoutOrder: (typeof WITHOUT_ORDER)[number]) {
  return database
    .selectFrom('payments')
    .selectAll()
    .where(isWithoutOrder)
    .whereRef('captured_cents', '>', 'refunded_cents')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payment_operations')
            .select('operation_id')
            .whereRef('payment_operations.reference', '=', 'payments.reference')
            .where('payment_operations.kind', 'in', ['void', 'refund'])
            .where('payment_operations.state', 'in', ['due', 'sent']),
        ),
      ),
    )
}
