import { isToCharge } from '@shop/contract/order-money'
import type { OrderFilter } from '@shop/contract/orders/admin-values'
import { type Selectable, sql } from 'kysely'
import { leftOfOrder } from '../../books/ledger/sum-figures.ts'
import { listPaymentsOfOrders } from '../../payments/ledger/payments.repository.ts'
import type { Database } from '../../platform/database/database.ts'
import { readInBatches } from '../../platform/database/queries.ts'
import { earlierTermsOf, termsOfQuery } from '../../platform/database/search/search-terms.ts'
import { localDay } from '../../platform/lib/days/local-day.ts'
import { selectNewestDelays } from '../order-delays.repository.ts'
import type { OrdersTables } from '../orders.tables.ts'
import { lastOverdueDay } from '../promised-day.ts'
import { findByTerms, MAX_SORTED } from '../search/order-terms.repository.ts'

export type OrderRow = Selectable<OrdersTables['orders']>

type PageStart = { orderDate: string; orderId: string }

/** Newest first, at most `limit` after `from`. Each word of `q` begins a term of the order. */
export async function listOrdersPage(
  database: Database,
  { filter, q }: { filter: OrderFilter; q: string },
  { from, limit, maxSorted = MAX_SORTED }: { from: PageStart | null; limit: number; maxSorted?: number },
): Promise<OrderRow[]> {
  let query = database
    .selectFrom('orders')
    .selectAll()
    .orderBy('order_date', 'desc')
    .orderBy('order_id', 'desc')
    .limit(limit)
  if (filter === 'to_ship') query = query.where('order_status', '=', 'processing')
  if (filter === 'on_its_way') query = query.where('order_status', '=', 'shipped')
  if (filter === 'to_pay_back') {
    query = query.where('order_id', 'in', database.selectFrom('orders_to_refund').select('order_id'))
  }
  if (filter === 'returns') query = query.where('order_id', 'in', selectWaitingReturns(database))
  const terms = termsOfQuery(q)
  if (terms.length > 0) {
    const search = { orderId: 'orders.order_id', maxSorted, earlier: earlierTermsOf(q) } as const
    query = query.where((await findByTerms(database, terms, search)).condition)
  }
  if (from === null) return query.execute()
  const { orderDate, orderId } = from
  return query.where((row) => row(row.refTuple('order_date', 'order_id'), '<', row.tuple(orderDate, orderId))).execute()
}

/** Number of unshipped orders past their promised day, up to `limit`. */
export async function countOverdue(
  database: Database,
  { now, shipDays }: { now: Date; shipDays: number },
  limit: number,
): Promise<number> {
  const overdue = database
    .selectFrom('orders')
    .select('order_id')
    .where('order_status', '=', 'processing')
    .where(({ and, or, eb }) =>
      or([
        eb('ship_by', '<', localDay(now)),
        and([eb('ship_by', 'is', null), eb('order_date', '<=', lastOverdueDay(localDay(now), shipDays))]),
      ]),
    )
    // Without a new day, the deadline for the answer counts.
    .where(
      'order_id',
      'not in',
      selectNewestDelays(database).select('order_delays.order_id').where('order_delays.ship_by', 'is', null),
    )
    .limit(limit)
  return (await overdue.execute()).length
}

/** Orders with a return that is to be decided, or has come back and is to be refunded. */
function selectWaitingReturns(database: Database) {
  return database
    .selectFrom('order_returns')
    .select('order_returns.order_id')
    .where(({ or, and, eb, not, exists, selectFrom }) =>
      or([
        eb('return_state', '=', 'asked'),
        and([
          eb('return_state', '=', 'received'),
          sql<boolean>`${leftOfOrder('order_returns.order_id')} > 0`,
          not(
            exists(
              selectFrom('order_refunds')
                .leftJoin('payment_operations', 'payment_operations.operation_id', 'order_refunds.operation_id')
                .select('refund_id')
                .whereRef('order_refunds.return_id', '=', 'order_returns.return_id')
                .where((row) => row.or([row('state', 'is', null), row('state', '!=', 'rejected')])),
            ),
          ),
        ]),
      ]),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('order_return_items')
          .innerJoin('order_items', 'order_items.order_item_id', 'order_return_items.order_item_id')
          .select('order_items.order_item_id')
          .whereRef('order_return_items.return_id', '=', 'order_returns.return_id')
          .where('refund_status', 'is', null),
      ),
    )
}

/** The orders among these with cancelled items to refund. */
export async function listToRefund(database: Database, orderIds: readonly string[]): Promise<Set<string>> {
  if (orderIds.length === 0) return new Set()
  const rows = await database.selectFrom('orders_to_refund').selectAll().where('order_id', 'in', orderIds).execute()
  return new Set(rows.map(({ order_id }) => order_id))
}

/** Which of these orders have a return that is to be decided or refunded, or whose goods have not come back. */
export async function listWithOpenReturn(database: Database, orderIds: readonly string[]): Promise<Set<string>> {
  if (orderIds.length === 0) return new Set()
  const accepted = database
    .selectFrom('order_returns')
    .select('order_returns.order_id')
    .where('return_state', '=', 'accepted')
  const rows = await selectWaitingReturns(database)
    .where('order_returns.order_id', 'in', [...orderIds])
    .union(accepted.where('order_returns.order_id', 'in', [...orderIds]))
    .execute()
  return new Set(rows.map(({ order_id }) => order_id))
}

/** The orders among these that have shipped and are not charged. */
export async function listToCharge(
  database: Database,
  orders: readonly { order_id: string; order_status: string }[],
): Promise<Set<string>> {
  const ids = orders.map(({ order_id }) => order_id)
  const payments = await listPaymentsOfOrders(database, ids)
  const isUncharged = (order: (typeof orders)[number]) => {
    const known = payments.get(order.order_id)
    return known !== undefined && isToCharge(order, known)
  }
  return new Set(orders.filter(isUncharged).map(({ order_id }) => order_id))
}

export type ExportedOrder = OrderRow & { refunded_cents: number }

/** Orders of a period with their refunds, in batches, oldest first; both days count. Rejected refunds do not. */
export function readOrdersBetween(
  database: Database,
  { from, to }: { from: string; to: string },
): AsyncGenerator<readonly ExportedOrder[]> {
  return readInBatches<ExportedOrder>(async (after, limit) => {
    const { order_date: date, order_id: id } = after ?? { order_date: from, order_id: '' }
    const rows = await database
      .selectFrom('orders')
      .selectAll()
      .select(({ selectFrom }) =>
        selectFrom('order_refunds')
          .select((row) => row.fn.coalesce(row.fn.sum<number | string>('amount_cents'), row.lit(0)).as('sum'))
          .whereRef('order_refunds.order_id', '=', 'orders.order_id')
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('payment_operations')
                  .select('payment_operations.operation_id')
                  .whereRef('payment_operations.operation_id', '=', 'order_refunds.operation_id')
                  .where('payment_operations.state', '=', 'rejected'),
              ),
            ),
          )
          .as('refunded'),
      )
      .where((row) => row(row.refTuple('order_date', 'order_id'), '>', row.tuple(date, id)))
      .where('order_date', '<=', to)
      .orderBy('order_date')
      .orderBy('order_id')
      .limit(limit)
      .execute()
    return rows.map(({ refunded, ...order }) => ({ ...order, refunded_cents: Number(refunded ?? 0) }))
  })
}
