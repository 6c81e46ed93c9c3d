import { refundableCents } from '@shop/contract/order-totals'
import { formatCount } from '@shop/contract/text/plural'
import { toPayment } from '../books/ledger/asked-payments.ts'
import { computeToRefund } from '../books/ledger/orders-to-refund.repository.ts'
import { isDraftOf } from '../checkout/placements.repository.ts'
import { listToCharge, listWithOpenReturn } from '../orders/list/orders-page.repository.ts'
import type { StoredOrder } from '../orders/orders.repository.ts'
import type { Database } from '../platform/database/database.ts'
import { chunksOf, isOneOf } from '../platform/database/queries.ts'

/** Most open orders to name; above that only their number. */
const MAX_NAMED = 3

/** Sentences why a person's data cannot be deleted yet; `null` if it can. */
export async function findDeletionProblem(database: Database, addresses: readonly string[]): Promise<string | null> {
  const orders = await database
    .selectFrom('orders')
    .select(['order_id', 'order_status', 'payment'])
    .where(isOneOf('email', addresses))
    .orderBy('order_date', 'desc')
    .orderBy('order_id', 'desc')
    .execute()
  const money = new Map<string, string>()
  for (const chunk of chunksOf(orders)) {
    // The first reason of an order counts.
    for (const [id, problem] of await listMoneyProblems(database, chunk)) if (!money.has(id)) money.set(id, problem)
  }
  const problems = orders.flatMap((order) => statusProblem(order) ?? money.get(order.order_id) ?? [])
  if (problems.length === 0) return findOpenPlacement(database, addresses)
  const others = problems.length - MAX_NAMED
  const more = others > 0 ? [`And ${formatCount(others, 'more order is', 'more orders are')} open.`] : []
  return [...problems.slice(0, MAX_NAMED), ...more].join(' ')
}

type Open = Pick<StoredOrder, 'order_id' | 'order_status' | 'payment'>

function statusProblem({ order_id, order_status, payment }: Open): string | null {
  if (order_status === 'processing') return `Order # ${order_id} has not shipped yet.`
  if (order_status === 'shipped') return `Order # ${order_id} is on its way. Mark it as delivered first.`
  return payment === 'unpaid' && order_status !== 'cancelled' ? `Order # ${order_id} is not paid yet.` : null
}

/** Orders whose money or goods are in transit, with the reason. An order may have several. */
async function listMoneyProblems(database: Database, orders: readonly Open[]): Promise<[string, string][]> {
  const orderIds = orders.map(({ order_id }) => order_id)
  const problems = (ids: Iterable<string>, sentence: (id: string) => string) =>
    [...ids].map((id): [string, string] => [id, sentence(id)])
  return [
    ...problems(
      await computeToRefund(database, orderIds),
      (id) => `Cancelled items from order # ${id} haven’t been refunded yet.`,
    ),
    ...problems(await listToCharge(database, orders), (id) => `The card for order # ${id} hasn’t been charged yet.`),
    ...problems(
      await listWithOpenReturn(database, orderIds),
      (id) => `The return for order # ${id} isn’t settled yet.`,
    ),
    ...problems(await listDisputed(database, orderIds), (id) => `The payment for order # ${id} is disputed.`),
    ...problems(
      await listMoneyUnderWay(database, orderIds),
      (id) => `The payment for order # ${id} is still on its way.`,
    ),
  ]
}

async function listDisputed(database: Database, orderIds: readonly string[]): Promise<string[]> {
  const rows = await database
    .selectFrom('disputes')
    .innerJoin('payments', 'payments.reference', 'disputes.reference')
    .select('payments.order_id')
    .where('payments.order_id', 'in', orderIds)
    .where('disputes.state', '=', 'open')
    .execute()
  return rows.flatMap(({ order_id }) => order_id ?? [])
}

async function listMoneyUnderWay(database: Database, orderIds: readonly string[]): Promise<string[]> {
  const rows = await database
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
    .execute()
  return rows.flatMap(({ order_id }) => order_id ?? [])
}

/** An unfinished placement, whose draft names the shopper. */
async function findOpenPlacement(database: Database, addresses: readonly string[]): Promise<string | null> {
  for (const address of addresses) {
    const placements = await database
      .selectFrom('placements')
      .leftJoin('payments', 'payments.reference', 'placements.reference')
      .select(['placements.state', 'captured_cents', 'refunded_cents', 'payments.order_id', 'placements.reference'])
      .where(isDraftOf(address))
      .execute()
    for (const { state, captured_cents, refunded_cents, order_id } of placements.map(toPayment)) {
      if (state === 'checking') return 'A card payment is being checked. Please try again in ten minutes.'
      const left = refundableCents({ captured_cents: captured_cents ?? 0, refunded_cents: refunded_cents ?? 0 })
      if (order_id === null && left > 0) return 'A card was charged without an order: see Payments.'
    }
  }
  return null
}
