import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type SqlBool, sql } from 'kysely'
import type { Database, Trx } from '../../platform/database/database.ts'
import { countDeleted } from '../../platform/database/queries.ts'
import { freeSlugs, insertPictures, type ProductDraft, productRow, rememberSlugs } from '../catalog.repository.ts'
import { PRODUCT_COLUMNS } from '../product-columns.ts'

const ROWS_PER_MOVE = 500

/** Others can write in between. */
export const STAGED_PART = 100

/** Of an import or an undo, with its start. */
export type Staging = { import_id: string; staged_at: string }

export function newStaging(now: Date): Staging {
  return { import_id: randomUUID(), staged_at: now.toISOString() }
}

/** `pictures`: whether they are written. */
export type StagedProduct = { place: number; stock_change: number; product: ProductDraft; pictures: boolean }

/** Stages products with their places. */
export async function stageProducts(
  database: Database,
  staging: Staging,
  products: readonly StagedProduct[],
): Promise<void> {
  if (products.length === 0) return
  const rows = products.map(({ product, pictures, ...staged }) => ({
    ...staging,
    ...staged,
    ...productRow(product),
    pictures: pictures ? JSON.stringify(product.pictures.map(({ file, alt }) => ({ file, alt }))) : null,
  }))
  await database.insertInto('staged_products').values(rows).execute()
  // SQLite's statements run in this thread.
  await nextTurn()
}

export type StagedChange = {
  count: number
  columns: readonly (typeof PRODUCT_COLUMNS)[number][]
  pictures: boolean
  formerSlugs: { product_id: string; slug: string }[]
}

/** `stock` when staged, and what the change leaves. */
export type TakenStock = { product_id: string; stock: number; left: number }

/**
 * Writes all that is staged. Bump the catalog's version first. A stock becomes 0 where more was sold than it leaves;
 * `onOvertaken` gets stocks changed since, and may throw.
 */
export async function takeStaged(
  trx: Trx,
  { import_id }: Staging,
  { count, columns, pictures, formerSlugs }: StagedChange,
  onOvertaken: (stocks: readonly TakenStock[]) => void,
): Promise<void> {
  await freeSlugs(trx, formerSlugs)
  const replaced = columns.filter((column) => column !== 'stock_quantity')
  // A product that only moves keeps its version: open edits of it can be saved.
  const compared = replaced.filter((column) => column !== 'position')
  for (let place = 0; place < count; place += ROWS_PER_MOVE) {
    const rows = partOf(trx, import_id, place).select(PRODUCT_COLUMNS).orderBy('place')
    await trx
      .insertInto('products')
      .columns(PRODUCT_COLUMNS)
      .expression(rows)
      .onConflict((conflict) =>
        conflict.column('product_id').doUpdateSet((row) => ({
          ...Object.fromEntries(replaced.map((column) => [column, sql.ref(`excluded.${column}`)])),
          version: sql<number>`products.version + case when ${row.or([
            ...compared.map(
              (column) => sql<boolean>`products.${sql.ref(column)} is distinct from ${sql.ref(`excluded.${column}`)}`,
            ),
            ...(pictures ? [row('products.product_id', 'in', withPictures(trx, import_id, place))] : []),
          ])} then 1 else 0 end`,
        })),
      )
      .execute()
    if (columns.includes('stock_quantity')) {
      onOvertaken(await listOvertaken(trx, import_id, place))
      await changeStocks(trx, import_id, place)
    }
    if (pictures) await replacePictures(trx, import_id, place)
  }
  await rememberSlugs(trx, formerSlugs)
}

/** Adds a part's differences to the current stocks. */
async function changeStocks(trx: Trx, importId: string, place: number): Promise<void> {
  const stock = sql<number>`products.stock_quantity + staged_products.stock_change`
  await trx
    .updateTable('products')
    .from('staged_products')
    .set({ stock_quantity: sql`case when ${stock} < 0 then 0 else ${stock} end` })
    .whereRef('products.product_id', '=', 'staged_products.product_id')
    .where('import_id', '=', importId)
    .where('place', '>=', place)
    .where('place', '<', place + ROWS_PER_MOVE)
    .where('stock_change', '!=', 0)
    .execute()
}

/** Stocks that have changed since they were staged. */
async function listOvertaken(trx: Trx, importId: string, place: number): Promise<TakenStock[]> {
  const left = sql<number>`products.stock_quantity + stock_change`
  return partOf(trx, importId, place)
    .innerJoin('products', 'products.product_id', 'staged_products.product_id')
    .select(['products.product_id', 'products.stock_quantity as stock', left.as('left')])
    .where('stock_change', '!=', 0)
    .where(sql<SqlBool>`${left} != staged_products.stock_quantity`)
    .execute()
}

function partOf(trx: Trx, importId: string, place: number) {
  return trx
    .selectFrom('staged_products')
    .where('import_id', '=', importId)
    .where('place', '>=', place)
    .where('place', '<', place + ROWS_PER_MOVE)
}

function withPictures(trx: Trx, importId: string, place: number) {
  return partOf(trx, importId, place).select('staged_products.product_id').where('pictures', 'is not', null)
}

async function replacePictures(trx: Trx, importId: string, place: number): Promise<void> {
  const rows = await withPictures(trx, importId, place).select('pictures').execute()
  if (rows.length === 0) return
  const ids = rows.map(({ product_id }) => product_id)
  await trx.deleteFrom('product_pictures').where('product_id', 'in', ids).execute()
  await insertPictures(
    trx,
    rows.map(({ product_id, pictures }) => ({ product_id, pictures: JSON.parse(pictures ?? '[]') })),
  )
}

/** In parts. Returns the count. */
export async function removeStaged(database: Database, importId: string): Promise<number> {
  for (let removed = 0; ; ) {
    const some = database
      .selectFrom('staged_products')
      .select('place')
      .where('import_id', '=', importId)
      .limit(ROWS_PER_MOVE)
    const query = database.deleteFrom('staged_products').where('import_id', '=', importId).where('place', 'in', some)
    const count = await countDeleted(query)
    if (count === 0) return removed
    removed += count
    // SQLite's statements run in this thread.
    await nextTurn()
  }
}

/** Of imports that began before a time and died. Returns the count. */
export async function removeOldStaged(database: Database, before: string): Promise<number> {
  const query = database.selectFrom('staged_products').select('import_id').distinct().where('staged_at', '<', before)
  let removed = 0
  for (const { import_id } of await query.execute()) removed += await removeStaged(database, import_id)
  return removed
}
