import { isInEffect } from '@shop/contract/payments/card-payment'
import { nameAtGateway, parsePaymentKey, secondSaleKey } from '@shop/contract/payments/payment-key'
import type { WorkerContext } from '../checkout/place-order.ts'
import { lockPlacement } from '../checkout/placements.repository.ts'
import { lockOrderNumbers } from '../orders/orders.repository.ts'
import { type PaymentTransaction, reasonOf } from '../payments/gateway/payments.ts'
import { findPayment, insertVoid, listOperations, type Payment } from '../payments/ledger/payments.repository.ts'
import { amountOf, findSale, isHeld, isInDollars, ownTransactions } from '../payments/payment-state.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import { lookUpPayment } from './look-up-payment.ts'
import { refreshPayment } from './refresh-payment.ts'
import { storeUnmatched } from './unmatched-payments.repository.ts'

/** Outcome of a sale. `left`: it should be voided, but may not be. `alert`: what a person has to do. */
export type Settled = 'voided' | 'updated' | 'left' | { alert: string } | null

type Group = { reference: string; transactions: readonly PaymentTransaction[]; mayVoid: boolean }

/** Settles other sales of a reference, such as from the control panel: voids authorizations, stores charges. */
export async function settleSecondSales(
  context: WorkerContext,
  { reference, transactions, mayVoid }: Group,
): Promise<Settled[]> {
  const known = await findPayment(context.database, reference)
  const first = known?.gateway_id ?? findSale(transactions)?.id
  const ids = new Set(transactions.flatMap(({ kind, id, refundOf }) => (kind === 'sale' ? [id] : (refundOf ?? []))))
  const settled: Settled[] = []
  for (const id of ids) {
    if (id === first) continue
    const own = { key: secondSaleKey(reference, id), transactions: ownTransactions(transactions, id), mayVoid }
    settled.push(await settleUnasked(context, own))
  }
  return settled
}

type Unasked = { key: string; transactions: readonly PaymentTransaction[]; mayVoid: boolean }

/** Settles a sale without an order by its reference, or by its key if it is a second one. */
export async function settleUnasked(context: WorkerContext, { key, transactions, mayVoid }: Unasked): Promise<Settled> {
  const { database, clock } = context
  const before = await findPayment(database, key)
  if (before !== null) return updatePayment(context, before, transactions)
  const sale = findSale(transactions)
  if (sale === null || !isHeld(sale)) return null
  if (sale.state !== 'authorized' && isInDollars(sale)) {
    await storeUnmatched(database, { reference: key, sale, transactions })
    await refreshPayment(context, key, transactions)
    return null
  }
  if (sale.state !== 'authorized') {
    const alert = `${amountOf(sale)} was charged as ${nameAtGateway(key)}, but there is no such order. Refund it in the gateway's control panel.`
    return { alert }
  }
  if (!mayVoid) return (await listOperations(database, key, 'void')).some(isInEffect) ? null : 'left'
  return (await askForVoid(database, sale, key, clock())) ? 'voided' : null
}

/** Updates a payment. One whose sale is older than what was listed is looked up. */
export async function updatePayment(
  context: WorkerContext,
  payment: Payment,
  listed: readonly PaymentTransaction[],
): Promise<'updated' | null> {
  const { reference, gateway_id } = payment
  const isListed = listed.some(({ id }) => id === gateway_id)
  await refreshPayment(context, reference, isListed ? listed : await lookUp(context, payment))
  return isSame(payment, await findPayment(context.database, reference)) ? null : 'updated'
}

async function lookUp({ payments }: WorkerContext, payment: Payment): Promise<readonly PaymentTransaction[]> {
  const found = await lookUpPayment(payments, payment.reference, payment)
  if (found.outcome !== 'done') throw new Error(`The payment could not be looked up: ${reasonOf(found)}.`)
  return found.transactions
}

/** Requests one void, though the worker and a comparison may find the same sale at once. */
async function askForVoid(database: Database, sale: PaymentTransaction, key: string, now: Date): Promise<boolean> {
  return inTransaction(database, async (trx) => {
    // Without a placement the reference has no row to lock.
    if ((await lockPlacement(trx, parsePaymentKey(key).reference)) === null) await lockOrderNumbers(trx)
    return insertVoid(trx, sale, key, now)
  })
}

function isSame(one: Payment, other: Payment | null): boolean {
  return other !== null && paymentKey(one) === paymentKey(other)
}

function paymentKey({ gateway_id, state, captured_cents, refunded_cents }: Payment): string {
  return `${gateway_id} ${state} ${captured_cents} ${refunded_cents}`
}
