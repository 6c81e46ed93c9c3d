import { DETAIL_FIELDS, familyKey, PRODUCT_FIELDS, type ProductDetails } from '@shop/contract/catalog/calls'
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

/** `hash`: the beginning of the content's SHA-256; `null` for an unknown picture. */
export type StoredPicture = { file: string; alt: string; hash: string | null }

export async function listProducts(database: Database): Promise<StoredProduct[]> {
  const products = await database.selectFrom('products').selectAll().orderBy('position').execute()
  const byProduct = Map.groupBy(await selectPictures(database).execute(), ({ product_id }) => product_id)
  return products.map((product) => toStored(product, byProduct.get(product.product_id) ?? []))
}

const FIELD_NAMES = keysOf(PRODUCT_FIELDS)

/** Without descriptions, which are most of a large shop's table. */
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
  // Not `where status = 'published'`: SQLite would read almost all rows by that index, and then sort them.
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

/** Pictures with their metadata, in the order of the table's key, which needs no sorting. */
export function selectPictures(database: Database) {
  return database
    .selectFrom('product_pictures')
    .leftJoin('media', 'media.name', 'product_pictures.file')
    .select(['product_id', 'product_pictures.file', 'alt', 'hash'])
    .orderBy('product_id')
    .orderBy('position')
}

/** The current slug of the product that had this one; `null` if none had. */
export async function findPresentSlug(database: Database, former: string): Promise<string | null> {
  const row = await database
    .selectFrom('product_slugs')
    .innerJoin('products', 'products.product_id', 'product_slugs.product_id')
    .select('products.slug')
    .where('product_slugs.slug', '=', former)
    // Names of drafts are not public.
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

/** A product's other colors, each once. */
export async function listSiblings(
  database: Database,
  product: Colored,
): Promise<Pick<StoredProduct, 'product_id' | 'color' | 'stock_quantity'>[]> {
  if (product.color === '') return []
  const family = familyKey(product)
  const rows = await database
    .selectFrom('products')
    .select(['product_id', 'product_name', 'line', 'size', 'color', 'stock_quantity'])
    .where('line', '=', product.line)
    .where('size', '=', product.size)
    .where('color', '!=', product.color)
    .where('status', '=', 'published')
    .orderBy('position')
    .execute()
  const found = rows.filter((row) => row.product_id !== product.product_id && familyKey(row) === family)
  return [...Map.groupBy(found, ({ color }) => color).values()].flatMap(([first]) =>
    first === undefined
      ? []
      : { product_id: first.product_id, color: first.color, stock_quantity: first.stock_quantity },
  )
}

export function byProductId(one: { product_id: string }, other: { product_id: string }): number {
  return one.product_id < other.product_id ? -1 : Number(one.product_id > other.product_id)
}

/** Whether writing changes a product; without `stock`, besides its stock. */
export function isWritten(before: ProductDraft, after: ProductDraft, stock = true): boolean {
  if (stock && before.stock_quantity !== after.stock_quantity) return true
  return before.position !== after.position || !isSameProduct(before, after)
}

/** Bump the catalog's version first. */
export async function insertProducts(trx: Trx, products: readonly ProductDraft[]): Promise<void> {
  for (const chunk of chunksOf(products)) await trx.insertInto('products').values(chunk.map(productRow)).execute()
  await insertPictures(trx, products)
}

/** For products that have none. */
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

/** Stores former slugs, except current ones. */
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

/** Sets changed slugs to temporary values, since slugs are unique and products may swap them. */
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

/** Facts newer than the row are missing. */
function parseDetails(stored: string): ProductDetails {
  return parseFields(DETAIL_FIELDS, asRecord(JSON.parse(stored)) ?? {})
}
