import { UNKNOWN_PAGE } from '@shop/contract/visits/pages'
import type { Database } from '../../platform/database/database.ts'
import { type JobWorker, startDailyJob } from '../../platform/jobs/daily-job.ts'

type GoodsProblem = { code: 'picture_missing' | 'alt_missing' | 'price_zero' | 'sold_out'; name: string }

/**
 * What is wrong with published goods, in the order of the list; a product is named once for each kind. Sold-out goods are
 * a problem once they have been so since before a time.
 */
export async function listGoodsProblems(database: Database, soldOutBefore: Date): Promise<GoodsProblem[]> {
  const published = database.selectFrom('products').where('status', '=', 'published').orderBy('products.position')
  const free = await published.select('product_name').where('price_cents', '=', 0).execute()
  const pictures = await published
    .innerJoin('product_pictures', 'product_pictures.product_id', 'products.product_id')
    .leftJoin('media', 'media.name', 'product_pictures.file')
    .select(['products.product_name', 'product_pictures.alt', 'media.name as stored'])
    .where((row) => row.or([row('media.name', 'is', null), row('product_pictures.alt', '=', '')]))
    .execute()
  const problems: GoodsProblem[] = [
    ...named(
      'picture_missing',
      pictures.filter(({ stored }) => stored === null),
    ),
    ...named(
      'alt_missing',
      pictures.filter(({ alt }) => alt === ''),
    ),
    ...named('price_zero', free),
    ...named(
      'sold_out',
      (await listSoldOutSince(database, soldOutBefore)).map((product_name) => ({ product_name })),
    ),
  ]
  return problems
}

function named(code: GoodsProblem['code'], rows: readonly { product_name: string }[]): GoodsProblem[] {
  return [...new Set(rows.map(({ product_name }) => product_name))].map((name) => ({ code, name }))
}

/** Views of addresses that do not exist, since a day. */
export async function countMissingPages(database: Database, fromDay: string): Promise<number> {
  const row = await database
    .selectFrom('visits')
    .select((visits) => visits.fn.sum<number | string>('views').as('views'))
    .where('page', '=', UNKNOWN_PAGE)
    .where('day', '>=', fromDay)
    .executeTakeFirst()
  return Number(row?.views ?? 0)
}

/** The authorization of a card that was the last to end so. */
export async function findAuthorizationEndedLast(
  database: Database,
  state: 'done' | 'rejected',
): Promise<{ last_error: string | null; finished_at: string | null } | null> {
  const row = await database
    .selectFrom('payment_operations')
    .select(['last_error', 'finished_at'])
    .where('kind', '=', 'authorize')
    .where('state', '=', state)
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

const HOUR_OF_DAY = 4

type Options = Pick<Parameters<typeof startDailyJob>[0], 'database' | 'log'>

/** Notes once a day which products are sold out, on one of the nodes. */
export function startSoldOutNotes({ database, log }: Options): JobWorker {
  return startDailyJob({
    database,
    name: 'sold-out',
    hour: HOUR_OF_DAY,
    log,
    run: () => noteSoldOut(database, new Date()),
  })
}

/**
 * Notes since when products are sold out, and forgets those that are in stock again. As this runs once a day, a product
 * that was in stock for a few hours in between counts as sold out all the time.
 */
export async function noteSoldOut(database: Database, now: Date): Promise<void> {
  const inStock = database.selectFrom('products').select('product_id').where('stock_quantity', '>', 0)
  await database.deleteFrom('sold_out_products').where('product_id', 'in', inStock).execute()
  await database
    .insertInto('sold_out_products')
    .columns(['product_id', 'since'])
    .expression(
      database
        .selectFrom('products')
        .select((row) => ['product_id', row.val(now.toISOString()).as('since')])
        .where('stock_quantity', '=', 0),
    )
    .onConflict((conflict) => conflict.column('product_id').doNothing())
    .execute()
}

/** Names of published products that have been sold out since before a time, in the order of the list. */
async function listSoldOutSince(database: Database, before: Date): Promise<string[]> {
  const rows = await database
    .selectFrom('sold_out_products')
    .innerJoin('products', 'products.product_id', 'sold_out_products.product_id')
    .select('product_name')
    .where('status', '=', 'published')
    .where('stock_quantity', '=', 0)
    .where('since', '<', before.toISOString())
    .orderBy('products.position')
    .execute()
  return rows.map(({ product_name }) => product_name)
}

/** The last orders and refunds whose days are compared with their times. */
const COMPARED_DAYS = 1000

/** The days of what happened at a known time: orders that were paid by card, and refunds. */
export async function listStoredDays(database: Database): Promise<{ what: string; at: string; day: string }[]> {
  const orders = await database
    .selectFrom('placements')
    .innerJoin('orders', 'orders.order_id', 'placements.order_id')
    .select(['orders.order_id', 'placements.created_at as at', 'orders.order_date as day'])
    .where('placements.state', '=', 'placed')
    .orderBy('placements.created_at', 'desc')
    .limit(COMPARED_DAYS)
    .execute()
  const refunds = await database
    .selectFrom('order_refunds')
    .select(['refund_id', 'refunded_at as at', 'refunded_on as day'])
    .orderBy('refunded_at', 'desc')
    .limit(COMPARED_DAYS)
    .execute()
  return [
    ...orders.map(({ order_id, ...rest }) => ({ what: `order ${order_id}`, ...rest })),
    ...refunds.flatMap(({ refund_id, at, day }) => (day === null ? [] : [{ what: `refund ${refund_id}`, at, day }])),
  ]
}
