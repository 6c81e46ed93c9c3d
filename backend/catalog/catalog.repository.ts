import { DETAIL_FIELDS, type ProductDetails } from '@shop/contract/catalog'
import { asRecord } from '@shop/contract/coercion'
import { parseFields } from '@shop/contract/fields'
import { type Selectable, sql } from 'kysely'
import type { Database, Trx } from '../database/database.ts'
import { type CatalogTables, STORED_FIELDS } from './catalog.tables.ts'

/** A product as it is stored. */
export type StoredProduct = Omit<Selectable<CatalogTables['products']>, 'details'> & {
  details: ProductDetails
  pictures: StoredPicture[]
}

/** `hash` is the SHA-256 of the photograph's content; `null` until its file was read. */
export type StoredPicture = { file: string; alt: string; hash: string | null }

/** Rows per insert; PostgreSQL takes at most 65,535 values in one statement. */
const CHUNK = 500

/** All products with their pictures, in catalog order. */
export async function listProducts(database: Database): Promise<StoredProduct[]> {
  const products = await database.selectFrom('products').selectAll().orderBy('position').execute()
  const pictures = await selectPictures(database).execute()
  const byProduct = Map.groupBy(pictures, (picture) => picture.product_id)
  return products.map((product) => toStored(product, byProduct.get(product.product_id) ?? []))
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

/** Pictures with the metadata of their files, so that responses need not read them. */
function selectPictures(database: Database) {
  return database
    .selectFrom('product_pictures')
    .leftJoin('photos', 'photos.file', 'product_pictures.file')
    .select(['product_id', 'product_pictures.file', 'alt', 'hash'])
    .orderBy('position')
}

/** Files that products use, without duplicates, sorted by name and starting after `after`. */
export async function listPictureFiles(database: Database, after: string, most: number): Promise<string[]> {
  const rows = await database
    .selectFrom('product_pictures')
    .select('file')
    .distinct()
    .where('file', '>', after)
    .orderBy('file')
    .limit(most)
    .execute()
  return rows.map(({ file }) => file)
}

/** The same bag in other colors: same line and style. */
export function listSiblings(
  database: Database,
  product: Pick<StoredProduct, 'product_id' | 'line' | 'style' | 'color'>,
): Promise<{ product_id: string; color: string }[]> {
  return database
    .selectFrom('products')
    .select(['product_id', 'color'])
    .where('line', '=', product.line)
    .where('style', '=', product.style)
    .where('color', '!=', product.color)
    .where('product_id', '!=', product.product_id)
    .orderBy('position')
    .execute()
}

/** Stock by product_id; unknown products are missing from the result. */
export async function listStock(database: Database, productIds: readonly string[]): Promise<Map<string, number>> {
  if (productIds.length === 0) return new Map()
  const rows = await database
    .selectFrom('products')
    .select(['product_id', 'stock_quantity'])
    .where('product_id', 'in', [...productIds])
    .execute()
  return new Map(rows.map((row) => [row.product_id, row.stock_quantity]))
}

/** Slug and stock of every product by product_id, which an import compares with. */
export async function listKeysAndStock(
  database: Database,
): Promise<Map<string, Pick<StoredProduct, 'slug' | 'stock_quantity'>>> {
  const rows = await database.selectFrom('products').select(['product_id', 'slug', 'stock_quantity']).execute()
  return new Map(rows.map((row) => [row.product_id, row]))
}

/** Sets a product's stock; false when there is no such product. Bump the catalog's version in the same transaction. */
export async function updateStock(trx: Trx, productId: string, stock: number): Promise<boolean> {
  const result = await trx
    .updateTable('products')
    .set({ stock_quantity: stock })
    .where('product_id', '=', productId)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/**
 * Adds units to products' stock; unknown products are skipped. Updates in order of id, to avoid deadlocks. Bump the
 * stock's version afterwards.
 */
export async function addStock(trx: Trx, units: readonly { product_id: string; quantity: number }[]): Promise<void> {
  for (const { product_id, quantity } of units.toSorted(byProductId)) {
    const room = MAX_STOCK - quantity
    await trx
      .updateTable('products')
      .set((row) => ({
        stock_quantity: row
          .case()
          .when('stock_quantity', '>', room)
          .then(MAX_STOCK)
          .else(row('stock_quantity', '+', quantity))
          .end(),
      }))
      .where('product_id', '=', product_id)
      .execute()
  }
}

/** Well within the integer range of both engines. */
const MAX_STOCK = 1_000_000_000

function byProductId(one: { product_id: string }, other: { product_id: string }): number {
  return one.product_id < other.product_id ? -1 : Number(one.product_id > other.product_id)
}

/**
 * Replaces the whole catalog. Existing products are updated in place, so that concurrent stock changes are not lost,
 * and keep their stock unless `stock` is set. Bump the catalog's version first.
 */
export async function replaceProducts(
  trx: Trx,
  products: readonly StoredProduct[],
  { stock }: { stock: boolean },
): Promise<void> {
  const before = await listKeysAndStock(trx)
  const ids = new Set(products.map(({ product_id }) => product_id))
  for (const gone of chunksOf([...before.keys()].filter((id) => !ids.has(id)))) {
    await trx.deleteFrom('products').where('product_id', 'in', gone).execute()
  }
  await freeSlugs(
    trx,
    products.filter(({ product_id, slug }) => (before.get(product_id)?.slug ?? slug) !== slug),
  )
  for (const chunk of chunksOf(products.toSorted(byProductId))) await upsertProducts(trx, chunk, stock)
  await trx.deleteFrom('product_pictures').execute()
  const pictures = products.flatMap(({ product_id, pictures: own }) =>
    own.map(({ file, alt }, position) => ({ product_id, position, file, alt })),
  )
  for (const chunk of chunksOf(pictures)) await trx.insertInto('product_pictures').values(chunk).execute()
}

/** Slugs are unique and products may swap them, so changed slugs are first set to temporary values. */
async function freeSlugs(trx: Trx, products: readonly StoredProduct[]): Promise<void> {
  for (const chunk of chunksOf(products.map(({ product_id }) => product_id))) {
    await trx.updateTable('products').set({ slug: sql`'~' || product_id` }).where('product_id', 'in', chunk).execute()
  }
}

const PLAIN_COLUMNS = Object.keys(STORED_FIELDS)

async function upsertProducts(trx: Trx, products: readonly StoredProduct[], stock: boolean): Promise<void> {
  const rows = products.map(({ pictures: _, details, ...columns }) => ({
    ...columns,
    details: JSON.stringify(details),
  }))
  await trx
    .insertInto('products')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('product_id').doUpdateSet((row) => ({
        ...Object.fromEntries(PLAIN_COLUMNS.map((column) => [column, sql.ref(`excluded.${column}`)])),
        slug: row.ref('excluded.slug'),
        product_name: row.ref('excluded.product_name'),
        price_cents: row.ref('excluded.price_cents'),
        description: row.ref('excluded.description'),
        details: row.ref('excluded.details'),
        position: row.ref('excluded.position'),
        ...(stock ? { stock_quantity: row.ref('excluded.stock_quantity') } : {}),
      })),
    )
    .execute()
}

function chunksOf<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, index) =>
    rows.slice(index * CHUNK, (index + 1) * CHUNK),
  )
}

function toStored(product: Selectable<CatalogTables['products']>, pictures: readonly StoredPicture[]): StoredProduct {
  // A fact that is newer than the row is not in it.
  const details = parseFields(DETAIL_FIELDS, asRecord(JSON.parse(product.details)) ?? {})
  return { ...product, details, pictures: pictures.map(({ file, alt, hash }) => ({ file, alt, hash })) }
}
