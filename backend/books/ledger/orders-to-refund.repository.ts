import { isToRefund } from '@shop/contract/order-money'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { chunksOf, readInBatches } from '../../platform/database/queries.ts'
import { type KnownSale, readSoldOrders } from './read-money.ts'

type KnownOrder = NonNullable<KnownSale['order']>

/** The orders among these for which `isToRefund` holds now, whatever `orders_to_refund` says. */
export async function computeToRefund(database: Database, orderIds: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>()
  for (const ids of chunksOf(orderIds)) {
    for (const id of await filterOrders(database, ids, (_, isOwed) => isOwed)) found.add(id)
  }
  return found
}

/** The orders that are missing in `orders_to_refund` or wrongly in it, in batches, between which other work runs. */
export async function* findWronglyListed(database: Database): AsyncGenerator<string[]> {
  for (const list of [listCancelled, listListed]) {
    for await (const rows of readInBatches<Listed>((after, limit) => list(database, after?.order_id ?? '', limit))) {
      const ids = rows.map(({ order_id }) => order_id)
      yield filterOrders(database, ids, ({ isListed }, isOwed) => isListed !== isOwed)
    }
  }
}

type Listed = { order_id: string }

/** Orders with items that are cancelled and not refunded, though perhaps nothing was paid for them. */
function listCancelled(database: Database, after: string, limit: number): Promise<Listed[]> {
  return (
    database
      .selectFrom('order_items')
      .select('order_id')
      .distinct()
      // The values stand in the text, as in the condition of the index `order_items_to_pay_back`.
      .where('cancelled_at', 'is not', null)
      .where('cancellation_status', '=', sql.lit('cancelled'))
      .where('refund_status', 'is', null)
      .where('order_id', '>', after)
      .orderBy('order_id')
      .limit(limit)
      .execute()
  )
}

function listListed(database: Database, after: string, limit: number): Promise<Listed[]> {
  return database
    .selectFrom('orders_to_refund')
    .select('order_id')
    .where('order_id', '>', after)
    .orderBy('order_id')
    .limit(limit)
    .execute()
}

async function filterOrders(
  database: Database,
  ids: readonly string[],
  isMeant: (order: KnownOrder, isOwed: boolean) => boolean,
): Promise<string[]> {
  if (ids.length === 0) return []
  const sold = [...(await readSoldOrders(database, ids)).values()]
  return sold.flatMap(({ order, payments }) =>
    order !== null && isMeant(order, isToRefund({ order, payments })) ? [order.order_id] : [],
  )
}
