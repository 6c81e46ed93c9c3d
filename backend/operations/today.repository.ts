import { LOW_STOCK } from '@shop/contract/admin/catalog'
import { MAX_COUNTED, type Today } from '@shop/contract/admin/today'
import type { Database } from '../database/database.ts'

/** Messages that wait for an answer, and when the oldest came in. */
export async function findWaitingInquiries(database: Database): Promise<Today['inquiries']> {
  const rows = await database
    .selectFrom('contact_messages')
    .select('received_at')
    .where('probable_spam', '=', 0)
    .where('answered_at', 'is', null)
    .orderBy('received_at')
    .limit(MAX_COUNTED)
    .execute()
  return { waiting: rows.length, oldest_at: rows[0]?.received_at ?? null }
}

/** Published products that are sold out, and those with few pieces left, as the list of products filters them. */
export async function countScarceGoods(database: Database): Promise<Today['goods']> {
  const rows = await database
    .selectFrom('products')
    .select('stock_quantity')
    .where('status', '=', 'published')
    .where('stock_quantity', '<', LOW_STOCK)
    .orderBy('stock_quantity')
    .limit(2 * MAX_COUNTED)
    .execute()
  const soldOut = rows.filter(({ stock_quantity }) => stock_quantity <= 0).length
  return { sold_out: Math.min(soldOut, MAX_COUNTED), low: Math.min(rows.length - soldOut, MAX_COUNTED) }
}
