import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { chunksOf, containsText } from '../../database/queries.ts'
import { listToCharge, listToPayBack, listWithOpenReturn } from '../orders-page.repository.ts'
import { isOf } from './customers.repository.ts'

/** Why the data of a person cannot be deleted yet, as a sentence; `null` when it can. */
export async function findDeletionProblem(database: Database, addresses: readonly string[]): Promise<string | null> {
  const orders = await database
    .selectFrom('orders')
    .select(['order_id', 'order_status', 'payment'])
    .where(isOf('email', addresses))
    .orderBy('order_date', 'desc')
    .orderBy('order_id', 'desc')
    .execute()
  for (const { order_id, order_status, payment } of orders) {
    if (order_status === 'processing') return `Order # ${order_id} has not shipped yet.`
    if (order_status === 'shipped') return `Order # ${order_id} is on its way. Mark it as delivered first.`
    if (payment === 'unpaid' && order_status !== 'cancelled') return `Order # ${order_id} is not paid yet.`
  }
  for (const chunk of chunksOf(orders.map(({ order_id }) => order_id))) {
    const [toPayBack] = await listToPayBack(database, chunk)
    if (toPayBack !== undefined) return `Cancelled goods of order # ${toPayBack} are not paid back yet.`
    const [toCharge] = await listToCharge(database, chunk)
    if (toCharge !== undefined) return `The card of order # ${toCharge} is not charged yet.`
    const [withReturn] = await listWithOpenReturn(database, chunk)
    if (withReturn !== undefined) return `The return of order # ${withReturn} is not settled yet.`
    const problem = await findMoneyUnderWay(database, chunk)
    if (problem !== null) return problem
  }
  return findOpenPlacement(database, addresses)
}

async function findMoneyUnderWay(database: Database, orderIds: readonly string[]): Promise<string | null> {
  const dispute = await database
    .selectFrom('disputes')
    .innerJoin('payments', 'payments.reference', 'disputes.reference')
    .select('payments.order_id')
    .where('payments.order_id', 'in', orderIds)
    .where('disputes.state', '=', 'open')
    .orderBy('payments.order_id')
    .executeTakeFirst()
  if (dispute !== undefined) return `The payment of order # ${dispute.order_id} is disputed.`
  const payment = await database
    .selectFrom('payments')
    .select('order_id')
    .where('order_id', 'in', orderIds)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('payments.state', 'in', ['authorized', 'submitted']),
        exists(
          selectFrom('payment_operations')
            .select('operation_id')
            .whereRef('payment_operations.reference', '=', 'payments.reference')
            .where('payment_operations.state', 'in', ['due', 'sent']),
        ),
      ]),
    )
    .orderBy('order_id')
    .executeTakeFirst()
  return payment === undefined ? null : `The money of order # ${payment.order_id} is still on its way.`
}

/** Presses of Pay Now that are no order: their drafts name the shopper. */
async function findOpenPlacement(database: Database, addresses: readonly string[]): Promise<string | null> {
  for (const address of addresses) {
    const placements = await database
      .selectFrom('placements')
      .leftJoin('payments', 'payments.reference', 'placements.reference')
      .select(['placements.state', 'captured_cents', 'refunded_cents', 'payments.order_id', 'placements.reference'])
      .where(isDraftOf(address))
      .execute()
    for (const { state, captured_cents, refunded_cents, order_id, reference } of placements) {
      if (state === 'checking') return 'A card payment is being checked. Please try again in ten minutes.'
      const isCharged = order_id === reference && (captured_cents ?? 0) > (refunded_cents ?? 0)
      if (isCharged) return 'A card was charged without an order: see Payments.'
    }
  }
  return null
}

/**
 * Whether the draft of a placement that became no order, which is there until 30 days after its end, names an address. That of
 * an order is found by the order.
 */
export function isDraftOf(address: string) {
  const names = containsText(sql.ref('placements.draft'), `"email":${JSON.stringify(address)}`)
  return sql<boolean>`placements.draft is not null and placements.state <> 'placed' and ${names}`
}
