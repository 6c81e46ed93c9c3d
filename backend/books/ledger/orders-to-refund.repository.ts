import { isToRefund } from '@shop/contract/order-money'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { chunksOf } from '../../platform/database/queries.ts'
import { type KnownMoney, readMoney } from './read-money.ts'

type KnownOrder = NonNullable<KnownMoney['order']>

/** The orders among these for which `isToRefund` holds now, whatever `orders_to_refund` says. */
export function computeToRefund(database: Database, orderIds: readonly string[]): Promise<Set<string>> {
  return filterOrders(database, orderIds, (_, isOwed) => isOwed)
}

/** All orders that are missing in `orders_to_refund` or wrongly in it. */
export async function findWronglyListed(database: Database): Promise<Set<string>> {
  const listed = database.selectFrom('orders_to_refund').select('order_id')
  const cancelled = database
    .selectFrom('order_items')
    .select('order_id')
    // The values stand in the text, as in the condition of the index `order_items_to_pay_back`.
    .where('cancelled_at', 'is not', null)
    .where('cancellation_status', '=', sql.lit('cancelled'))
    .where('refund_status', 'is', null)
  const ids = (await cancelled.union(listed).execute()).map(({ order_id }) => order_id)
  return filterOrders(database, ids, ({ isListed }, isOwed) => isListed !== isOwed)
}

async function filterOrders(
  database: Database,
  orderIds: readonly string[],
  isMeant: (order: KnownOrder, isOwed: boolean) => boolean,
): Promise<Set<string>> {
  const found = new Set<string>()
  for (const ids of chunksOf(orderIds)) {
    for (const { order, payments } of (await readMoney(database, ids)).values()) {
      if (order !== null && isMeant(order, isToRefund({ order, payments }))) found.add(order.order_id)
    }
  }
  return found
}
