import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Trx } from '../../platform/database/database.ts'
import { countDeleted } from '../../platform/database/queries.ts'
import { freeSlugs, PRODUCT_COLUMNS, type ProductDraft, productRow, rememberSlugs } from '../catalog.repository.ts'

/** Rows that one statement moves. */
const MOVED = 500

/** Of an import: which it is, and when it began. */
export type Staging = { import_id: string; staged_at: string }

/** Puts products of an import beside those of the shop, each at its place. */
export async function stageProducts(
  database: Database,
  staging: Staging,
  products: readonly { place: number; stock_change: number; product: ProductDraft }[],
): Promise<void> {
  const rows = products.map(({ product, ...staged }) => ({ ...staging, ...staged, ...productRow(product) }))
  await database.insertInto('staged_products').values(rows).execute()
}

/** What an import of so many products changes: `columns` of those that the shop has, and slugs that are given up. */
export type StagedChange = {
  count: number
  columns: readonly (typeof PRODUCT_COLUMNS)[number][]
  formerSlugs: readonly { product_id: string; slug: string }[]
}

/** Takes all products of an import into the shop, without their pictures. Bump the catalog's version first. */
export async function takeStaged(
  trx: Trx,
  { import_id }: Staging,
  { count, columns, formerSlugs }: StagedChange,
): Promise<void> {
  await freeSlugs(trx, formerSlugs)
  const replaced = columns.filter((column) => column !== 'stock_quantity')
  for (let place = 0; place < count; place += MOVED) {
    const rows = trx
      .selectFrom('staged_products')
      .select(PRODUCT_COLUMNS)
      .where('import_id', '=', import_id)
      .where('place', '>=', place)
      .where('place', '<', place + MOVED)
      .orderBy('place')
    await trx
      .insertInto('products')
      .columns(PRODUCT_COLUMNS)
      .expression(rows)
      .onConflict((conflict) =>
        conflict.column('product_id').doUpdateSet((row) => ({
          ...Object.fromEntries(replaced.map((column) => [column, sql.ref(`excluded.${column}`)])),
          version: row('products.version', '+', 1),
        })),
      )
      .execute()
    if (columns.includes('stock_quantity')) await changeStocks(trx, import_id, place)
  }
  await rememberSlugs(trx, formerSlugs)
}

/** Adds the differences of a part to the stocks as they are by now. */
async function changeStocks(trx: Trx, importId: string, place: number): Promise<void> {
  const stock = sql<number>`products.stock_quantity + staged_products.stock_change`
  await trx
    .updateTable('products')
    .from('staged_products')
    .set({ stock_quantity: sql`case when ${stock} < 0 then 0 else ${stock} end` })
    .whereRef('products.product_id', '=', 'staged_products.product_id')
    .where('import_id', '=', importId)
    .where('place', '>=', place)
    .where('place', '<', place + MOVED)
    .where('stock_change', '!=', 0)
    .execute()
}

/** Removes what is staged of an import, a part at a time. Returns how much that was. */
export async function removeStaged(database: Database, importId: string): Promise<number> {
  for (let removed = 0; ; ) {
    const some = database.selectFrom('staged_products').select('place').where('import_id', '=', importId).limit(MOVED)
    const query = database.deleteFrom('staged_products').where('import_id', '=', importId).where('place', 'in', some)
    const count = await countDeleted(query)
    if (count === 0) return removed
    removed += count
    // Statements of SQLite run in this thread.
    await nextTurn()
  }
}

/** Removes what imports left behind that began before a time, and died. Returns how much that was. */
export async function removeOldStaged(database: Database, before: string): Promise<number> {
  const query = database.selectFrom('staged_products').select('import_id').distinct().where('staged_at', '<', before)
  let removed = 0
  for (const { import_id } of await query.execute()) removed += await removeStaged(database, import_id)
  return removed
}
