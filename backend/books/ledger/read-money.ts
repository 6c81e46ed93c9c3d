import type { Movement, OrderMoney, SoldOrder, SoldPayment } from '@shop/contract/order-money'
import { isOpenDispute } from '@shop/contract/payments/disputes'
import type { Database } from '../../platform/database/database.ts'

/** A refund, whose tax is `null` until its order is posted. */
export type KnownMovement = Omit<Movement, 'tax_cents'> & { tax_cents: number | null }
/** `isListed`: whether the order is in `orders_to_refund`. */
type KnownOrder = SoldOrder & { isListed: boolean }
export type KnownMoney = Omit<OrderMoney, 'order' | 'movements'> & {
  order: KnownOrder | null
  movements: KnownMovement[]
}

/** The money of these orders, and of payments without an order by their references. */
export async function readMoney(database: Database, ids: readonly string[]): Promise<Map<string, KnownMoney>> {
  const orders = new Map((await listOrders(database, ids)).map((order) => [order.order_id, order]))
  const payments = Map.groupBy(await listPayments(database, ids), ({ payment }) => payment.order_id)
  const movements = Map.groupBy(
    [
      ...(payments.size > 0 ? await listCardMovements(database, ids) : []),
      ...(payments.size > 0 ? await listDisputes(database, ids) : []),
      ...(await listHandRefunds(database, ids)),
    ],
    ({ order_id }) => order_id,
  )
  return new Map(
    ids.map((id) => {
      const own = payments.get(id) ?? []
      const isOfPayment = own.some(({ payment }) => payment.reference === id)
      const moved = (movements.get(id) ?? []).map(({ order_id: _, ...movement }) => movement)
      const order = orders.get(id) ?? null
      return [id, { order_id: isOfPayment ? null : id, order, payments: own, movements: moved }]
    }),
  )
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

async function listPayments(
  database: Database,
  ids: readonly string[],
): Promise<(SoldPayment & { payment: { order_id: string } })[]> {
  const rows = await database
    .selectFrom('payments as p')
    .leftJoin('payment_operations as o', 'o.reference', 'p.reference')
    .select(['p.reference', 'p.order_id', 'p.state as payment_state', 'p.authorized_cents', 'p.captured_cents'])
    .select(['p.refunded_cents', 'o.kind', 'o.state', 'o.created_at'])
    .where('p.order_id', 'in', ids)
    .orderBy('o.created_at')
    .execute()
  const byReference = Map.groupBy(rows, ({ reference }) => reference)
  return [...byReference.values()].flatMap((own) =>
    own.slice(0, 1).map(({ reference, order_id, payment_state, authorized_cents, captured_cents, refunded_cents }) => ({
      payment: { reference, order_id, state: payment_state, authorized_cents, captured_cents, refunded_cents },
      operations: own.flatMap(({ kind, state, created_at }) =>
        kind === null || state === null || created_at === null ? [] : [{ kind, state, created_at }],
      ),
    })),
  )
}

type OwnMovement = KnownMovement & { order_id: string }

async function listCardMovements(database: Database, ids: readonly string[]): Promise<OwnMovement[]> {
  const rows = await database
    .selectFrom('payment_movements')
    .innerJoin('payments', 'payments.reference', 'payment_movements.reference')
    .selectAll('payment_movements')
    .select('payments.order_id')
    .where('payments.order_id', 'in', ids)
    .execute()
  return rows.map(({ kind, reference, ...row }) => {
    return { ...row, payment: reference, kind: kind === 'charge' ? 'capture' : 'refund' }
  })
}

/** Amounts that banks have reversed. A won dispute reverses nothing, and a retrieval only asks for papers. */
async function listDisputes(database: Database, ids: readonly string[]): Promise<OwnMovement[]> {
  const rows = await database
    .selectFrom('disputes')
    .innerJoin('payments', 'payments.reference', 'disputes.reference')
    .selectAll('disputes')
    .select('payments.order_id')
    .where('payments.order_id', 'in', ids)
    .where('disputes.state', '<>', 'won')
    .execute()
  return rows
    .filter(({ kind }) => kind !== 'retrieval')
    .map(({ order_id, dispute_id, reference, kind, state, amount_cents, opened_at, opened_on }) => ({
      ...{ kind: 'dispute', order_id, movement_id: dispute_id, payment: reference, amount_cents, tax_cents: 0 },
      day: opened_on ?? dayIn(opened_at),
      settled: isOpenDispute({ kind, status: state }) ? 0 : 1,
    }))
}

async function listHandRefunds(database: Database, ids: readonly string[]): Promise<OwnMovement[]> {
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
