import type { ProductStatus } from '@shop/contract/catalog/admin'
import { familyKey } from '@shop/contract/catalog/calls'
import { LOW_STOCK, type STOCK_FILTERS } from '@shop/contract/catalog/stock'
import { MAX_COUNTED, type Today } from '@shop/contract/today/admin'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Database, Trx } from '../../platform/database/database.ts'
import { chunksOf, readInBatches } from '../../platform/database/queries.ts'
import { matchesSearch } from '../../platform/database/search/matches-search.ts'
import type { Tables } from '../../platform/database/tables.ts'
import {
  bumpProductVersions,
  insertPictures,
  type ProductDraft,
  type StoredProduct,
  selectPictures,
  toStored,
} from '../catalog.repository.ts'

/** `pictures` replace all existing ones. */
export type ProductPatch = Partial<Omit<ProductDraft, 'product_id'>>

export type ProductFilter = {
  search: string
  status: ProductStatus | null
  line: StoredProduct['line'] | null
  stock: (typeof STOCK_FILTERS)[number]
  withoutLines?: readonly string[]
}

/** In catalog order; `from` is the last row of the page before. */
export async function listProductsPage(
  database: Database,
  filter: ProductFilter,
  { from, limit }: { from: Place | null; limit: number },
): Promise<StoredProduct[]> {
  const query = afterRow(matching(database.selectFrom('products').selectAll(), filter), from)
  const rows = await query.orderBy('position').orderBy('product_id').limit(limit).execute()
  return withPictures(database, rows)
}

const ALL_PRODUCTS = { search: '', status: null, line: null, stock: 'any' } as const

export function readProducts(database: Database): AsyncGenerator<readonly StoredProduct[]> {
  return readInBatches<StoredProduct>((from, limit) => listProductsPage(database, ALL_PRODUCTS, { from, limit }))
}

export async function findFirstProduct(database: Database): Promise<StoredProduct | undefined> {
  const [first] = await listProductsPage(database, ALL_PRODUCTS, { from: null, limit: 1 })
  return first
}

const PRICED_COLUMNS = [
  ...(['product_id', 'product_name', 'line', 'position', 'version'] as const),
  ...(['price_cents', 'sale_price_cents', 'sale_from', 'sale_until'] as const),
] as const

export type PricedProduct = Pick<StoredProduct, (typeof PRICED_COLUMNS)[number]>

/** Of a line, or of all, in batches. */
export function readPrices(database: Database, line: string | null): AsyncGenerator<readonly PricedProduct[]> {
  return readInBatches<PricedProduct>((from, limit) => {
    const query = matching(database.selectFrom('products').select(PRICED_COLUMNS), { ...ALL_PRODUCTS, line })
    return afterRow(query, from).orderBy('position').orderBy('product_id').limit(limit).execute()
  })
}

type Place = { position: number; product_id: string }

function afterRow<O>(
  query: SelectQueryBuilder<Tables, 'products', O>,
  from: Place | null,
): SelectQueryBuilder<Tables, 'products', O> {
  if (from === null) return query
  return query.where(({ eb, refTuple, tuple }) =>
    eb(refTuple('position', 'product_id'), '>', tuple(from.position, from.product_id)),
  )
}

function matching<O>(
  query: SelectQueryBuilder<Tables, 'products', O>,
  { search, status, line, stock, withoutLines = [] }: ProductFilter,
): SelectQueryBuilder<Tables, 'products', O> {
  let found = query
  for (const word of search.split(/\s+/).filter(Boolean)) {
    const has = (column: 'product_name' | 'product_id' | 'slug') => matchesSearch(sql.ref(column), word)
    found = found.where(({ or }) => or([has('product_name'), has('product_id'), has('slug')]))
  }
  if (status !== null) found = found.where('status', '=', status)
  if (line !== null) found = found.where('line', '=', line)
  if (withoutLines.length > 0) found = found.where('line', 'not in', withoutLines)
  if (stock === 'out') found = found.where('stock_quantity', '=', 0)
  if (stock === 'low') found = found.where('stock_quantity', '>', 0).where('stock_quantity', '<', LOW_STOCK)
  return found
}

type ProductRow = Parameters<typeof toStored>[0]

async function withPictures(database: Database, rows: readonly ProductRow[]): Promise<StoredProduct[]> {
  const ids = rows.map(({ product_id }) => product_id)
  const pictures = []
  for (const some of chunksOf(ids)) {
    pictures.push(...(await selectPictures(database).where('product_id', 'in', some).execute()))
  }
  const byProduct = Map.groupBy(pictures, (picture) => picture.product_id)
  return rows.map((row) => toStored(row, byProduct.get(row.product_id) ?? []))
}

export async function findProducts(database: Database, ids: readonly string[]): Promise<Map<string, StoredProduct>> {
  const rows: ProductRow[] = []
  for (const some of chunksOf(ids)) {
    rows.push(...(await database.selectFrom('products').selectAll().where('product_id', 'in', some).execute()))
  }
  const products = await withPictures(database, rows)
  return new Map(products.map((product) => [product.product_id, product]))
}

/** Including drafts and hidden ones. */
export async function listColors(
  trx: Trx,
  product: Pick<StoredProduct, 'product_name' | 'line' | 'size' | 'color'>,
): Promise<Pick<StoredProduct, 'product_id' | 'product_name' | 'color'>[]> {
  const family = familyKey(product)
  const rows = await trx
    .selectFrom('products')
    .select(['product_id', 'product_name', 'line', 'size', 'color'])
    .where('line', '=', product.line)
    .where('size', '=', product.size)
    .orderBy('position')
    .orderBy('product_id')
    .execute()
  return rows.filter((row) => familyKey(row) === family)
}

/** The next number as an id; other ids don't count. Lock the catalog first. */
export async function nextProductId(trx: Trx): Promise<string> {
  const rows = await trx.selectFrom('products').select('product_id').execute()
  const numbers = rows.flatMap(({ product_id }) => (/^\d{1,9}$/.test(product_id) ? Number(product_id) : []))
  return String(numbers.reduce((most, number) => Math.max(most, number), 100) + 1)
}

export async function nextPosition(database: Database): Promise<number> {
  const row = await database
    .selectFrom('products')
    .select((products) => products.fn.max('position').as('last'))
    .executeTakeFirst()
  return (row?.last ?? -1) + 1
}

export async function updateProductRow(
  trx: Trx,
  productId: string,
  { pictures, details, ...columns }: ProductPatch,
): Promise<void> {
  await trx
    .updateTable('products')
    .set((row) => ({
      ...columns,
      ...(details === undefined ? {} : { details: JSON.stringify(details) }),
      version: row('version', '+', 1),
    }))
    .where('product_id', '=', productId)
    .execute()
  if (pictures === undefined) return
  await trx.deleteFrom('product_pictures').where('product_id', '=', productId).execute()
  await insertPictures(trx, [{ product_id: productId, pictures }])
}

/** Products that orders name, with one such order. */
export async function listSold(
  database: Database,
  productIds: readonly string[],
): Promise<{ product_id: string; order_id: string }[]> {
  const rows = await database
    .selectFrom('order_items')
    .select((row) => ['product_id', row.fn.min('order_id').as('order_id')])
    .where('product_id', 'in', productIds)
    .groupBy('product_id')
    .execute()
  return rows.flatMap(({ product_id, order_id }) => (product_id === null ? [] : { product_id, order_id }))
}

/** Products with units taken by an order whose payment is unknown. */
export async function listBeingPaid(database: Database, productIds: readonly string[]): Promise<string[]> {
  const drafts = await database
    .selectFrom('placements')
    .select('draft')
    .where('state', '=', 'checking')
    // Indexed.
    .where('finished_at', 'is', null)
    .where('draft', 'is not', null)
    .execute()
  const isNamed = (id: string) => drafts.some(({ draft }) => draft?.includes(`"product_id":${JSON.stringify(id)}`))
  return productIds.filter(isNamed)
}

/** With pictures and former slugs. Bump the catalog's version, too. */
export async function deleteProducts(
  trx: Trx,
  productIds: readonly string[],
): Promise<{ product_id: string; stock: number }[]> {
  if (productIds.length === 0) return []
  return trx
    .deleteFrom('products')
    .where('product_id', 'in', productIds)
    .returning(['product_id', 'stock_quantity as stock'])
    .execute()
}

/** From 1, with the number of products. */
export async function findPlace(database: Database, position: number): Promise<{ place: number; products: number }> {
  const count = (query: { executeTakeFirstOrThrow: () => Promise<{ count: number | string }> }) =>
    query.executeTakeFirstOrThrow().then((row) => Number(row.count))
  const all = database.selectFrom('products').select((row) => row.fn.countAll<number | string>().as('count'))
  return { place: (await count(all.where('position', '<', position))) + 1, products: await count(all) }
}

/** The position at a place from 1; the last one beyond the end. */
export async function findPosition(trx: Trx, place: number): Promise<number> {
  const row = await trx
    .selectFrom('products')
    .select('position')
    .orderBy('position')
    .orderBy('product_id')
    .offset(place - 1)
    .limit(1)
    .executeTakeFirst()
  return row?.position ?? (await nextPosition(trx)) - 1
}

export async function moveToPosition(trx: Trx, productId: string, from: number, to: number): Promise<void> {
  const [first, last, step] = to < from ? [to, from, 1] : [from, to, -1]
  await trx
    .updateTable('products')
    .set((row) => ({ position: row('position', '+', step) }))
    .where('position', '>=', first)
    .where('position', '<=', last)
    .where('product_id', '!=', productId)
    .execute()
  await updateProductRow(trx, productId, { position: to })
}

export type NamedProduct = Pick<StoredProduct, 'product_id' | 'product_name' | 'slug' | 'stock_quantity'>

/** In catalog order, without long texts. */
export function listProductNames(database: Database): Promise<NamedProduct[]> {
  return database
    .selectFrom('products')
    .select(['product_id', 'product_name', 'slug', 'stock_quantity'])
    .orderBy('position')
    .orderBy('product_id')
    .execute()
}

/** Published products that are sold out or low, as the list filters them. */
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

export function listOrder(database: Database): Promise<{ product_id: string; position: number }[]> {
  return database
    .selectFrom('products')
    .select(['product_id', 'position'])
    .orderBy('position')
    .orderBy('product_id')
    .execute()
}

/** `null` for a missing product. */
export async function listPositions(
  database: Database,
  ids: readonly string[],
): Promise<Record<string, { position: number } | null>> {
  const known = new Map((await listOrder(database)).map(({ product_id, position }) => [product_id, { position }]))
  return Object.fromEntries(ids.map((id) => [id, known.get(id) ?? null]))
}

/** Writes positions from 0 for all `ids`, and bumps the versions of `moved`. */
export async function writePositions(trx: Trx, ids: readonly string[], moved: readonly string[]): Promise<void> {
  const present = new Map((await listOrder(trx)).map(({ product_id, position }) => [product_id, position]))
  // Many products move by the same number: one statement for these.
  const steps = Map.groupBy(ids.entries(), ([place, id]) => place - (present.get(id) ?? place))
  for (const [step, rows] of steps) {
    if (step === 0) continue
    for (const chunk of chunksOf(rows.map(([, id]) => id))) {
      await trx
        .updateTable('products')
        .set((row) => ({ position: row('position', '+', step) }))
        .where('product_id', 'in', chunk)
        .execute()
    }
  }
  for (const chunk of chunksOf(moved)) await bumpProductVersions(trx, chunk)
}
