import type { Database, Trx } from '../../platform/database/database.ts'
import { chunksOf } from '../../platform/database/queries.ts'

declare module '../../platform/database/tables.ts' {
  interface Tables {
    low_stock_mails: LowStockMailsTable
  }
}

/** Reported as low, until restocked. */
type LowStockMailsTable = { product_id: string; told_at: string }

/** Removes restocked ones, and those without a level. */
export async function forgetRisen(trx: Trx): Promise<void> {
  await trx
    .deleteFrom('low_stock_mails')
    .where('product_id', 'in', (query) =>
      query
        .selectFrom('products')
        .select('products.product_id')
        .where(({ eb, or }) => or([eb('low_stock_at', 'is', null), eb('stock_quantity', '>', eb.ref('low_stock_at'))])),
    )
    .execute()
}

export type LowProduct = { product_id: string; product_name: string; stock_quantity: number }

/** Published, low and not reported; in the shop's order. */
export function listUntoldLow(database: Database): Promise<LowProduct[]> {
  return database
    .selectFrom('products')
    .leftJoin('low_stock_mails', 'low_stock_mails.product_id', 'products.product_id')
    .select(['products.product_id', 'product_name', 'stock_quantity'])
    .where('low_stock_at', 'is not', null)
    .where(({ eb }) => eb('stock_quantity', '<=', eb.ref('low_stock_at')))
    .where('status', '!=', 'draft')
    .where('told_at', 'is', null)
    .orderBy('position')
    .orderBy('products.product_id')
    .execute()
}

/** Returns the ids that no other node has recorded. */
export async function noteTold(trx: Trx, ids: readonly string[], now: Date): Promise<Set<string>> {
  const noted = new Set<string>()
  for (const some of chunksOf(ids)) {
    const rows = await trx
      .insertInto('low_stock_mails')
      .values(some.map((product_id) => ({ product_id, told_at: now.toISOString() })))
      .onConflict((conflict) => conflict.column('product_id').doNothing())
      .returning('product_id')
      .execute()
    for (const { product_id } of rows) noted.add(product_id)
  }
  return noted
}
