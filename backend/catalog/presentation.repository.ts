import type { ProductStatus } from '@shop/contract/catalog/admin'
import * as z from 'zod/mini'
import type { Json } from '../admin/audit/canonical-json.ts'
import type { Database, Trx } from '../platform/database/database.ts'
import { insertStored, storeValues } from '../platform/settings/shop-settings.repository.ts'
import { listUsed } from './lines.repository.ts'
import { allLines } from './lines.ts'
import { parseStoredPresentation, type StoredPresentation, writtenLines } from './presentation-files.ts'

/** Stored beside the settings, which pages read together. */
const PRESENTATION_KEYS = ['lines', 'quiz'] as const

export async function getPresentationState(database: Database): Promise<Json> {
  return z.parse(z.json(), JSON.parse(JSON.stringify(writtenPresentation(await getStoredPresentation(database)))))
}

/** Empty before the first start. */
export async function getStoredPresentation(database: Database): Promise<StoredPresentation> {
  const rows = await database.selectFrom('shop_settings').selectAll().where('key', 'in', PRESENTATION_KEYS).execute()
  const values = Object.fromEntries(rows.map(({ key, value }): [string, unknown] => [key, JSON.parse(value)]))
  return parseStoredPresentation({ lines: [], quiz: null, ...values })
}

export async function listLineNames(database: Database): Promise<string[]> {
  const { lines } = await getStoredPresentation(database)
  const used = await listUsed(database, 'line')
  return allLines(
    lines,
    used.map(({ name }) => name),
  ).map(({ line }) => line)
}

/** The lines that stand in no list, and their products neither. */
export async function listHiddenLines(database: Database): Promise<string[]> {
  const { lines } = await getStoredPresentation(database)
  return lines.filter(({ hidden }) => hidden).map(({ line }) => line)
}

/** Whether a product's status or line keeps it out of lists. */
export async function isHidden(
  database: Database,
  { status, line }: { status: ProductStatus; line: string },
): Promise<boolean> {
  return status === 'hidden' || (await listHiddenLines(database)).includes(line)
}

function writtenPresentation({ lines, quiz }: StoredPresentation) {
  return { lines: writtenLines(lines), quiz }
}

export async function hasPresentation(database: Database): Promise<boolean> {
  const row = await database
    .selectFrom('shop_settings')
    .select('key')
    .where('key', 'in', PRESENTATION_KEYS)
    .executeTakeFirst()
  return row !== undefined
}

/** Of two nodes the first wins. */
export function insertPresentation(database: Database, presentation: StoredPresentation): Promise<void> {
  return insertStored(database, writtenPresentation(presentation))
}

/** Bump the catalog's version first, since cached pages contain them. */
export function replacePresentation(trx: Trx, presentation: StoredPresentation): Promise<void> {
  return storeValues(trx, writtenPresentation(presentation))
}

/** A product that can represent its line, itself, or a quiz result. */
export type ShownProduct = {
  product_id: string
  name: string
  slug: string
  line: string
  style: string
  color: string
}

/** Published products in catalog order, without texts. */
export function listShownProducts(database: Database): Promise<ShownProduct[]> {
  return database
    .selectFrom('products')
    .select(['product_id', 'product_name as name', 'slug', 'line', 'style', 'color'])
    .where('status', '=', 'published')
    .orderBy('position')
    .execute()
}

/** By product, if any. */
export async function listFirstPhotos(
  database: Database,
  productIds: readonly string[],
): Promise<Map<string, { file: string; alt: string }>> {
  const rows = await database
    .selectFrom('product_pictures')
    .select(['product_id', 'file', 'alt'])
    .where('product_id', 'in', productIds.length === 0 ? [''] : productIds)
    .where('file', 'not like', '%.mp4')
    .orderBy('position', 'desc')
    .execute()
  return new Map(rows.map(({ product_id, file, alt }) => [product_id, { file, alt }]))
}
