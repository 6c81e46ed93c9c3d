import type { Database } from '../../platform/database/database.ts'
import { type JobWorker, startDailyJob } from '../../platform/jobs/daily-job.ts'

const HOUR_OF_DAY = 4

type Options = Pick<Parameters<typeof startDailyJob>[0], 'database' | 'log'>

/** Daily, on one of the nodes. */
export function startSoldOutNotes({ database, log }: Options): JobWorker {
  return startDailyJob({
    database,
    name: 'sold-out',
    hour: HOUR_OF_DAY,
    log,
    run: () => noteSoldOut(database, new Date()),
  })
}

/** It runs daily: a product in stock for hours counts as sold out throughout. */
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

/** Published, in the order of the list. */
export async function listSoldOutSince(database: Database, before: Date): Promise<string[]> {
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
