import { DETAIL_FIELDS, familyOf, PRODUCT_FIELDS, type ProductDetails } from '@shop/contract/catalog/calls'
import { asRecord, keysOf } from '@shop/contract/http/coercion'
import { parseFields } from '@shop/contract/http/fields'
import { type Selectable, sql } from 'kysely'
import type { Database, Trx } from '../platform/database/database.ts'
import { chunksOf } from '../platform/database/queries.ts'
import type { CatalogTables } from './catalog.tables.ts'
import { listHiddenLines } from './presentation.repository.ts'
import { isSameProduct } from './product-columns.ts'

export type ProductDraft = Omit<Selectable<CatalogTables['products']>, 'details' | 'version'> & {
  details: ProductDetails
  pictures: StoredPicture[]
}

export type StoredProduct = ProductDraft & { version: number }

/** `hash` is the beginning of the SHA-256 of the picture's content; `null` for an unknown picture. */
export type StoredPicture = { file: string; alt: string; hash: string | null }

/** All products with their pictures, including drafts and hidden ones, in catalog order. */
export async function listProducts(database: Database): Promise<StoredProduct[]> {
  const products = await database.selectFrom('products').selectAll().orderBy('position').execute()
  const byProduct = Map.groupBy(await selectPictures(database).execute(), ({ product_id }) => product_id)
  return products.map((product) => toStored(product, byProduct.get(product.product_id) ?? []))
}

const FIELD_NAMES = keysOf(PRODUCT_FIELDS)

/** The columns of a listed product. Descriptions are most of what a large shop has in the table. */
const LISTED_COLUMNS = [
  ...([
    'product_id',
    'price_cents',
    'sale_price_cents',
    'sale_from',
    'sale_until',
    'stock_quantity',
    'status',
    'details',
  ] as const),
  ...FIELD_NAMES,
] as const

export type ListedProductRow = Pick<StoredProduct, (typeof LISTED_COLUMNS)[number] | 'pictures'>

export async function listPublishedProducts(database: Database): Promise<ListedProductRow[]> {
  const hidden = await listHiddenLines(database)
  // Not `where status = 'published'`: SQLite would read almost all rows by the index of statuses, and then sort them.
  const products = await database.selectFrom('products').select(LISTED_COLUMNS).orderBy('position').execute()
  const byProduct = Map.groupBy(await selectPictures(database).execute(), ({ product_id }) => product_id)
  return products
    .filter(({ status, line }) => status === 'published' && !hidden.includes(line))
    .map((product) => ({
      ...product,
      details: parseDetails(product.details),
      pictures: byProduct.get(product.product_id) ?? [],
    }))
}

/** Also a draft or hidden one; callers decide who may see it. `null` when there is none. */
export function findProduct(database: Database, productId: string): Promise<StoredProduct | null> {
  return findProductWhere(database, 'product_id', productId)
}

export function findProductBySlug(database: Database, slug: string): Promise<StoredProduct | null> {
  return findProductWhere(database, 'slug', slug)
}

async function findProductWhere(
  database: Database,
  column: 'product_id' | 'slug',
  value: string,
): Promise<StoredProduct | null> {
  const product = await database.selectFrom('products').selectAll().where(column, '=', value).executeTakeFirst()
  if (product === undefined) return null
  const pictures = await selectPictures(database).where('product_id', '=', product.product_id).execute()
  return toStored(product, pictures)
}

/**
 * Pictures with the metadata of their files, so responses need not read them; in the order of the table's key, so
 * that those of a large shop are not sorted.
 */
export function selectPictures(database: Database) {
  return database
    .selectFrom('product_pictures')
    .leftJoin('media', 'media.name', 'product_pictures.file')
    .select(['product_id', 'product_pictures.file', 'alt', 'hash'])
    .orderBy('product_id')
    .orderBy('position')
}

/** The current slug of the product that had this slug earlier; `null` if none had. */
export async function findPresentSlug(database: Database, former: string): Promise<string | null> {
  const row = await database
    .selectFrom('product_slugs')
    .innerJoin('products', 'products.product_id', 'product_slugs.product_id')
    .select('products.slug')
    .where('product_slugs.slug', '=', former)
    // No one outside learns what a draft is called.
    .where('products.status', '!=', 'draft')
    .executeTakeFirst()
  return row?.slug ?? null
}

export async function listFormerSlugs(database: Database): Promise<Map<string, string[]>> {
  const rows = await database.selectFrom('product_slugs').selectAll().orderBy('slug').execute()
  const byProduct = Map.groupBy(rows, ({ product_id }) => product_id)
  return new Map([...byProduct].map(([id, own]) => [id, own.map(({ slug }) => slug)]))
}

export async function listProductsShowing(database: Database, file: string): Promise<string[]> {
  const rows = await database
    .selectFrom('product_pictures')
    .select('product_id')
    .distinct()
    .where('file', '=', file)
    .orderBy('product_id')
    .execute()
  return rows.map(({ product_id }) => product_id)
}

type Colored = Pick<StoredProduct, 'product_id' | 'product_name' | 'line' | 'size' | 'color'>

/** Other colors of a product, as the list of products tells them, each color once. */
export async function listSiblings(
  database: Database,
  product: Colored,
): Promise<Pick<StoredProduct, 'product_id' | 'color' | 'stock_quantity'>[]> {
  if (product.color === '') return []
  const family = familyOf(product)
  const rows = await database
    .selectFrom('products')
    .select(['product_id', 'product_name', 'line', 'size', 'color', 'stock_quantity'])
    .where('line', '=', product.line)
    .where('size', '=', product.size)
    .where('color', '!=', product.color)
    .where('status', '=', 'published')
    .orderBy('position')
    .execute()
  const found = rows.filter((row) => row.product_id !== product.product_id && familyOf(row) === family)
  return [...Map.groupBy(found, ({ color }) => color).values()].flatMap(([first]) =>
    first === undefined
      ? []
      : { product_id: first.product_id, color: first.color, stock_quantity: first.stock_quantity },
  )
}

/** Rows in the order in which every change locks them, so two changes never wait for each other. */
export function byProductId(one: { product_id: string }, other: { product_id: string }): number {
  return one.product_id < other.product_id ? -1 : Number(one.product_id > other.product_id)
}

/** Whether a product of the shop has to be written to become another. */
export function isWritten(before: ProductDraft, after: ProductDraft, stock = true): boolean {
  if (stock && before.stock_quantity !== after.stock_quantity) return true
  return before.position !== after.position || !isSameProduct(before, after)
}

/** Stores new products. Bump the catalog's version first. */
export async function insertProducts(trx: Trx, products: readonly ProductDraft[]): Promise<void> {
  for (const chunk of chunksOf(products)) await trx.insertInto('products').values(chunk.map(productRow)).execute()
  await insertPictures(trx, products)
}

/** The pictures of products that have none, in their order. */
export async function insertPictures(
  trx: Trx,
  products: readonly Pick<ProductDraft, 'product_id' | 'pictures'>[],
): Promise<void> {
  const pictures = products.flatMap(({ product_id, pictures: own }) =>
    own.map(({ file, alt }, position) => ({ product_id, position, file, alt })),
  )
  for (const chunk of chunksOf(pictures)) await trx.insertInto('product_pictures').values(chunk).execute()
}

export async function bumpProductVersions(trx: Trx, ids: readonly string[]): Promise<void> {
  await trx
    .updateTable('products')
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('product_id', 'in', ids)
    .execute()
}

/** Stores earlier slugs, except those that are the current slug of a product. */
export async function rememberSlugs(trx: Trx, former: readonly { product_id: string; slug: string }[]): Promise<void> {
  for (const chunk of chunksOf(former)) {
    await trx
      .insertInto('product_slugs')
      .values(chunk)
      .onConflict((conflict) =>
        conflict.column('slug').doUpdateSet((row) => ({ product_id: row.ref('excluded.product_id') })),
      )
      .execute()
  }
  await trx
    .deleteFrom('product_slugs')
    .where('slug', 'in', (query) => query.selectFrom('products').select('products.slug'))
    .execute()
}

/** Slugs are unique and products may swap them, so changed slugs are first set to temporary values. */
export async function freeSlugs(trx: Trx, products: readonly Pick<ProductDraft, 'product_id'>[]): Promise<void> {
  for (const chunk of chunksOf(products.map(({ product_id }) => product_id))) {
    await trx.updateTable('products').set({ slug: sql`'~' || product_id` }).where('product_id', 'in', chunk).execute()
  }
}

export function productRow({ pictures: _, details, ...columns }: ProductDraft) {
  return { ...columns, details: JSON.stringify(details) }
}

export function toStored(
  product: Selectable<CatalogTables['products']>,
  pictures: readonly StoredPicture[],
): StoredProduct {
  const details = parseDetails(product.details)
  return { ...product, details, pictures: pictures.map(({ file, alt, hash }) => ({ file, alt, hash })) }
}

/** The facts of a row. One that is newer than the row is not in it. */
function parseDetails(stored: string): ProductDetails {
  return parseFields(DETAIL_FIELDS, asRecord(JSON.parse(stored)) ?? {})
}
