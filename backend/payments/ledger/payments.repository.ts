import { randomUUID } from 'node:crypto'
import type { Cents } from '@shop/contract/money'
import { isInEffect, type OperationKind } from '@shop/contract/payments/card-payment'
import type { Selectable } from 'kysely'
import { type AskedPayment, listAskedPayments, orderOrReference, toPayment } from '../../books/ledger/asked-payments.ts'
import { markOrders } from '../../books/ledger/mark-orders.ts'
import { forgetTaxOf } from '../../books/ledger/replace-movements.ts'
import type { Database, Trx } from '../../platform/database/database.ts'
import { chunksOf } from '../../platform/database/queries.ts'
import type { PaymentsTables } from './payments.tables.ts'

export type Operation = Selectable<PaymentsTables['payment_operations']>
export type Payment = Selectable<PaymentsTables['payments']>
export type Dispute = Selectable<PaymentsTables['disputes']>

type NewOperation = Pick<Operation, 'provider' | 'reference' | 'kind' | 'amount_cents' | 'state'> & {
  now: Date
  wait?: number
}

/** Enqueues a gateway operation in the transaction that decides it. Returns the operation's id. */
export async function insertOperation(trx: Trx, operation: NewOperation): Promise<string> {
  const [id = ''] = await insertOperations(trx, [operation])
  return id
}

/** Enqueues many operations; returns their ids in the same order. */
export async function insertOperations(trx: Trx, operations: readonly NewOperation[]): Promise<string[]> {
  const rows = operations.map(({ now, wait = 0, ...operation }) => ({
    ...operation,
    operation_id: randomUUID(),
    attempts: 0,
    next_attempt_at: new Date(now.getTime() + wait).toISOString(),
    claim: null,
    last_error: null,
    created_at: now.toISOString(),
    finished_at: null,
  }))
  for (const chunk of chunksOf(rows)) await trx.insertInto('payment_operations').values(chunk).execute()
  return rows.map(({ operation_id }) => operation_id)
}

/** Asks for a void of a sale, unless one is asked for or done. The caller holds the lock of the reference's placement. */
export async function insertVoid(
  trx: Trx,
  { provider, authorizedCents: amount_cents }: { provider: string; authorizedCents: Cents },
  reference: string,
  now: Date,
): Promise<boolean> {
  const known = await listOperations(trx, reference, 'void')
  if (known.some(isInEffect)) return false
  await insertOperation(trx, { provider, reference, kind: 'void', amount_cents, state: 'due', now })
  return true
}

/** Whether no worker has begun an operation, so an undo can withdraw it. */
export function canWithdraw({ state, attempts }: Pick<Operation, 'state' | 'attempts'>): boolean {
  return state === 'due' && attempts === 0
}

/** Withdraws an operation that has not begun; returns whether it did. */
export async function withdrawOperation(trx: Trx, operationId: string, now: Date): Promise<boolean> {
  return (await withdrawOperations(trx, [operationId], now)) > 0
}

/** Withdraws operations that have not begun; returns how many. */
export async function withdrawOperations(trx: Trx, operationIds: readonly string[], now: Date): Promise<number> {
  let count = 0
  for (const some of chunksOf(operationIds)) {
    const result = await trx
      .updateTable('payment_operations')
      .set({ state: 'withdrawn', finished_at: now.toISOString() })
      .where('operation_id', 'in', some)
      .where('state', '=', 'due')
      .where('attempts', '=', 0)
      .executeTakeFirst()
    count += Number(result.numUpdatedRows)
  }
  return count
}

/** Marks completed operations as rejected, such as a refund that the bank returned. */
export async function rejectDone(trx: Trx, { operation_id }: Operation, reason: string, now: Date): Promise<void> {
  await trx
    .updateTable('payment_operations')
    .set({ state: 'rejected', last_error: reason, finished_at: now.toISOString() })
    .where('operation_id', '=', operation_id)
    .where('state', '=', 'done')
    .execute()
}

export async function listOperations(
  database: Database,
  reference: string,
  kind?: OperationKind,
): Promise<Operation[]> {
  let query = database.selectFrom('payment_operations').selectAll().where('reference', '=', reference)
  if (kind !== undefined) query = query.where('kind', '=', kind)
  return query.orderBy('created_at').execute()
}

/** Locks the card payments of many locked orders. */
export async function lockPaymentsOfOrders(trx: Trx, orderIds: readonly string[]): Promise<void> {
  for (const some of chunksOf(orderIds)) {
    await trx
      .updateTable('payments')
      .set((row) => ({ reference: row.ref('reference') }))
      .where('order_id', 'in', some)
      .execute()
  }
}

/** The card payment of an order; `null` without one. */
export async function findPaymentOfOrder(database: Database, orderId: string): Promise<Payment | null> {
  const row = await database.selectFrom('payments').selectAll().where('order_id', '=', orderId).executeTakeFirst()
  return row ?? null
}

export async function listPaymentsOfOrders(
  database: Database,
  orderIds: readonly string[],
): Promise<Map<string, AskedPayment>> {
  const found = new Map<string, AskedPayment>()
  for (const some of chunksOf(orderIds)) {
    for (const [orderId, payments] of await listAskedPayments(database, some)) {
      for (const payment of payments) found.set(orderId, payment)
    }
  }
  return found
}

const ENDED_STATES: readonly Payment['state'][] = ['voided', 'expired', 'failed']

/** Whether a payment can no longer reserve or charge anything. */
export function hasEnded({ state }: Pick<Payment, 'state'>): boolean {
  return ENDED_STATES.includes(state)
}

/** Card state of a locked manual order. `checking`: it may be charged; `ended`: the payment failed; `null`: neither. */
export async function findCardState(
  database: Database,
  orderId: string,
): Promise<'paid' | 'ended' | 'checking' | null> {
  const payment = await findPaymentOfOrder(database, orderId)
  if (payment !== null) return hasEnded(payment) ? 'ended' : 'paid'
  const asked = await database
    .selectFrom('placements')
    .select('reference')
    .where('paid_order_id', '=', orderId)
    .where('state', '=', 'checking')
    .executeTakeFirst()
  return asked === undefined ? null : 'checking'
}

export function listDisputes(database: Database, reference: string): Promise<Dispute[]> {
  return database
    .selectFrom('disputes')
    .selectAll()
    .where('reference', '=', reference)
    .orderBy('opened_at', 'desc')
    .execute()
}

export async function findPayment(database: Database, reference: string): Promise<Payment | null> {
  const row = await database.selectFrom('payments').selectAll().where('reference', '=', reference).executeTakeFirst()
  return row === undefined ? null : toPayment(row)
}

/** Locks a payment. Lock the placement of its reference first, if it has one. */
export async function lockPayment(trx: Trx, reference: string): Promise<Payment | null> {
  const row = await trx
    .updateTable('payments')
    .set((payment) => ({ state: payment.ref('state') }))
    .where('reference', '=', reference)
    .returningAll()
    .executeTakeFirst()
  return row === undefined ? null : toPayment(row)
}

/** Charged payments of orders in a period. */
export async function listCharged(
  database: Database,
  { from, until }: { from: string; until: string },
): Promise<Payment[]> {
  const rows = await database
    .selectFrom('payments')
    .selectAll()
    .where('state', 'in', ['submitted', 'settled'])
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .execute()
  return rows.map(toPayment)
}

export async function insertPayment(trx: Trx, payment: Payment): Promise<void> {
  const order_id = orderOrReference(payment)
  await trx
    .insertInto('payments')
    .values({ ...payment, order_id })
    .execute()
  markOrders(trx, [order_id])
}

export async function updatePayment(trx: Trx, reference: string, values: Partial<Payment>): Promise<void> {
  const known = await findPayment(trx, reference)
  if (known === null) return
  const order_id = orderOrReference({ ...known, ...values })
  markOrders(trx, [orderOrReference(known), order_id])
  const changed = values.order_id === undefined ? values : { ...values, order_id }
  await trx.updateTable('payments').set(changed).where('reference', '=', reference).execute()
  // The tax of a refund is its share of the other order's payment.
  if (values.order_id !== undefined) await forgetTaxOf(trx, reference)
}

/** Whether a card was ever charged, or an order placed with one. */
export async function hasPayments(database: Database): Promise<boolean> {
  const placement = await database.selectFrom('placements').select('reference').limit(1).executeTakeFirst()
  const payment = await database.selectFrom('payments').select('reference').limit(1).executeTakeFirst()
  return placement !== undefined || payment !== undefined
}
