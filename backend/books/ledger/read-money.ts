import type { Movement, OrderMoney, SoldOrder } from '@shop/contract/order-money'
import { isOpenDispute } from '@shop/contract/payments/disputes'
import type { Database } from '../../platform/database/database.ts'
import { type AskedPayment, listAskedPayments } from './asked-payments.ts'

/** A refund, whose tax is `null` until its order is posted. */
export type KnownMovement = Omit<Movement, 'tax_cents'> & { tax_cents: number | null }
/** `isListed`: whether the order is in `orders_to_refund`. */
type KnownOrder = SoldOrder & { isListed: boolean }
export type KnownSale = { order: KnownOrder | null; payments: readonly AskedPayment[] }
export type KnownMoney = KnownSale & Pick<OrderMoney, 'order_id'> & { movements: KnownMovement[] }

/** The money of these orders, and of payments without an order by their references. */
export async function readMoney(database: Database, ids: readonly string[]): Promise<Map<string, KnownMoney>> {
  const sales = await readSoldOrders(database, ids)
  const references = [...sales.values()].flatMap(({ payments }) => payments.map(({ payment }) => payment.reference))
  const moved = Map.groupBy(
    references.length === 0
      ? []
      : [...(await listCardMovements(database, references)), ...(await listDisputes(database, references))],
    ({ payment }) => payment,
  )
  const refunds = Map.groupBy(await listHandRefunds(database, ids), ({ order_id }) => order_id)
  return new Map(
    [...sales].map(([id, sale]) => {
      const isOfPayment = sale.payments.some(({ payment }) => payment.order_id === null)
      const movements = [
        ...sale.payments.flatMap(({ payment }) => moved.get(payment.reference) ?? []),
        ...(refunds.get(id) ?? []).map(({ order_id: _, ...movement }) => movement),
      ]
      return [id, { ...sale, order_id: isOfPayment ? null : id, movements }]
    }),
  )
}

/** These orders with their items and payments, and payments without an order by their references. */
export async function readSoldOrders(database: Database, ids: readonly string[]): Promise<Map<string, KnownSale>> {
  const orders = new Map((await listOrders(database, ids)).map((order) => [order.order_id, order]))
  const payments = await listAskedPayments(database, ids)
  return new Map(ids.map((id) => [id, { order: orders.get(id) ?? null, payments: payments.get(id) ?? [] }]))
}

async function listOrders(database: Database, ids: readonly string[]): Promise<KnownOrder[]> {
  const orders = await database
    .selectFrom('orders')
    .leftJoin('orders_to_refund', 'orders_to_refund.order_id', 'orders.order_id')
    .selectAll('orders')
    .select('orders_to_refund.order_id as listed')
    .where('orders.order_id', 'in', ids)
    .execute()
  const items = Map.groupBy(
    await database.selectFrom('order_items').selectAll().where('order_id', 'in', ids).orderBy('position').execute(),
    ({ order_id }) => order_id,
  )
  return orders.map(({ listed, ...order }) => {
    return { ...order, items: items.get(order.order_id) ?? [], isListed: listed !== null }
  })
}

type CardMovement = KnownMovement & { payment: string }

async function listCardMovements(database: Database, references: readonly string[]): Promise<CardMovement[]> {
  const rows = await database.selectFrom('payment_movements').selectAll().where('reference', 'in', references).execute()
  return rows.map(({ kind, reference, ...row }) => {
    return { ...row, payment: reference, kind: kind === 'charge' ? 'capture' : 'refund' }
  })
}

/** Amounts that banks have reversed. A won dispute reverses nothing, and a retrieval only asks for papers. */
async function listDisputes(database: Database, references: readonly string[]): Promise<CardMovement[]> {
  const rows = await database
    .selectFrom('disputes')
    .selectAll()
    .where('reference', 'in', references)
    .where('state', '<>', 'won')
    .execute()
  return rows
    .filter(({ kind }) => kind !== 'retrieval')
    .map(({ dispute_id, reference, kind, state, amount_cents, opened_at, opened_on }) => ({
      ...{ kind: 'dispute', movement_id: dispute_id, payment: reference, amount_cents, tax_cents: 0 },
      day: opened_on ?? dayIn(opened_at),
      settled: isOpenDispute({ kind, status: state }) ? 0 : 1,
    }))
}

async function listHandRefunds(
  database: Database,
  ids: readonly string[],
): Promise<(KnownMovement & { order_id: string })[]> {
  const rows = await database
    .selectFrom('order_refunds')
    .selectAll()
    .where('order_id', 'in', ids)
    .where('operation_id', 'is', null)
    .execute()
  return rows.map(({ order_id, refund_id, amount_cents, tax_cents, refunded_at, refunded_on }) => ({
    ...{ kind: 'refund', order_id, movement_id: refund_id, payment: null, amount_cents, tax_cents, settled: 1 },
    day: refunded_on ?? dayIn(refunded_at),
  }))
}

/** An older version of the shop wrote the time of a refund or dispute, but no day. */
function dayIn(time: string): string {
  return time.slice(0, 10)
}
