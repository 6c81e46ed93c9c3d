import type { OrderFilter } from '@shop/contract/admin/orders'
import type { Selectable } from 'kysely'
import type { Database } from '../database/database.ts'
import { endOfTerm, termsOf } from './order-terms.ts'
import type { OrdersTables } from './orders.tables.ts'

export type OrderRow = Selectable<OrdersTables['orders']>

/** The last order of the page before. */
type PageStart = { orderDate: string; orderId: string }

/** Newest first, at most `limit` of those that come after `from`; each word of `q` begins a term of the order. */
export async function listOrdersPage(
  database: Database,
  { filter, q }: { filter: OrderFilter; q: string },
  { from, limit }: { from: PageStart | null; limit: number },
): Promise<OrderRow[]> {
  let query = database
    .selectFrom('orders')
    .selectAll()
    .orderBy('order_date', 'desc')
    .orderBy('order_id', 'desc')
    .limit(limit)
  if (filter === 'to_ship') query = query.where('order_status', '=', 'processing')
  if (filter === 'to_pay_back') query = query.where('order_id', 'in', selectToPayBack(database))
  const matches = await matchesOf(database, termsOf(q))
  if (matches.narrow !== null) {
    if (matches.narrow.length === 0) return []
    query = query.where('order_id', 'in', matches.narrow)
  }
  for (const term of matches.broad) {
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('order_terms')
          .select('order_terms.order_id')
          .whereRef('order_terms.order_id', '=', 'orders.order_id')
          .where('term', '>=', term)
          .where('term', '<', endOfTerm(term)),
      ),
    )
  }
  if (from === null) return query.execute()
  const { orderDate, orderId } = from
  return query.where((row) => row(row.refTuple('order_date', 'order_id'), '<', row.tuple(orderDate, orderId))).execute()
}

/** Up to so many orders are looked up one by one; more of them are met soon in the order of the list. */
const MAX_NARROW = 1000

/**
 * Terms that few orders have as the numbers of those orders, `null` without such a term, and the others. Sorting all
 * orders with a first letter that many share would take seconds among a million.
 */
async function matchesOf(
  database: Database,
  terms: readonly string[],
): Promise<{ narrow: string[] | null; broad: string[] }> {
  const broad: string[] = []
  let narrow: string[] | null = null
  for (const term of terms) {
    const rows = await database
      .selectFrom('order_terms')
      .select('order_id')
      .where('term', '>=', term)
      .where('term', '<', endOfTerm(term))
      .limit(MAX_NARROW + 1)
      .execute()
    if (rows.length > MAX_NARROW) {
      broad.push(term)
      continue
    }
    narrow = intersect(
      narrow,
      rows.map(({ order_id }) => order_id),
    )
  }
  return { narrow, broad }
}

function intersect(known: readonly string[] | null, found: string[]): string[] {
  if (known === null) return found
  const set = new Set(known)
  return found.filter((id) => set.has(id))
}

/** Orders with goods that were cancelled here and not paid back; what an import said of the past is not counted. */
function selectToPayBack(database: Database) {
  return database
    .selectFrom('order_items')
    .select('order_id')
    .where('cancelled_at', 'is not', null)
    .where('cancellation_status', '=', 'cancelled')
    .where('refund_status', 'is', null)
}

/** Which of these orders have cancelled goods to pay back. */
export async function listToPayBack(database: Database, orderIds: readonly string[]): Promise<Set<string>> {
  if (orderIds.length === 0) return new Set()
  const rows = await selectToPayBack(database)
    .where('order_id', 'in', [...orderIds])
    .execute()
  return new Set(rows.map(({ order_id }) => order_id))
}
