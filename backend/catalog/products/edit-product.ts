import { type EditedProduct, isLargePriceChange } from '@shop/contract/catalog/admin'
import { PRODUCT_FIELDS } from '@shop/contract/catalog/calls'
import { truncateText } from '@shop/contract/http/coercion'
import * as z from 'zod/mini'
import { type ChangeContext, changeCatalog, writeAudit } from '../../admin/audit/audit.repository.ts'
import { nameLastEditor, type UndoRule } from '../../admin/audit/undo-change.ts'
import { listMediaNamed } from '../../media/store/media.repository.ts'
import { bumpCatalogVersion } from '../../platform/database/catalog-version/catalog-version.ts'
import { type Database, inTransaction, type Trx } from '../../platform/database/database.ts'
import { AppError, type ErrorDetail } from '../../platform/http/errors/app-error.ts'
import { localDay } from '../../platform/lib/days/local-day.ts'
import {
  findProduct,
  findProductBySlug,
  freeSlugs,
  insertProducts,
  type ProductDraft,
  rememberSlugs,
  type StoredProduct,
} from '../catalog.repository.ts'
import { missingParts, saleProblems, toColumns, toEdited } from '../edited-product.ts'
import { unknownName } from '../lines.ts'
import { listLineNames } from '../presentation.repository.ts'
import { PRODUCT_SCOPE } from './product-scope.ts'
import { differenceOf, stateOf, stateWithPlace } from './product-states.ts'
import { findPosition, moveToPosition, nextPosition, nextProductId, updateProductRow } from './products.repository.ts'
import { deleteUnsoldProducts } from './restore-products.ts'

type Changed = { audit_id: number | null; product_id: string }
export type Made = { audit_id: number; product_id: string }

const CHANGED_MEANWHILE = 'has changed this product since you opened it. Please look at it again.'
export const LARGE_CHANGE = 'This changes the price by more than half. Please confirm that’s what you want.'

/** Adds a product without stock at the end of the list. 400 by field. */
export async function createProduct(context: ChangeContext, edited: EditedProduct): Promise<Made> {
  return insertNew(context, async (trx) => {
    const columns = toColumns(edited)
    const slug = edited.status === 'draft' ? await freeSlug(trx, edited.slug) : edited.slug
    const draft = { ...columns, slug, stock_quantity: 0 }
    await requireValid(trx, draft, null)
    return draft
  })
}

/** Copies texts, prices and pictures into a draft. */
export async function copyProduct(context: ChangeContext, product_id: string): Promise<Made> {
  return insertNew(context, async (trx) => {
    const { product_id: _, version: __, position: ___, ...product } = await requireProduct(trx, product_id)
    return {
      ...product,
      slug: await freeSlug(trx, product.slug, '-copy'),
      product_name: `${truncateText(product.product_name, COPY_NAME_LENGTH)}${COPY_SUFFIX}`,
      status: 'draft' as const,
      stock_quantity: 0,
    }
  })
}

const COPY_SUFFIX = ' (copy)'
const COPY_NAME_LENGTH = PRODUCT_FIELDS.product_name.max - COPY_SUFFIX.length
/** Room for `-copy` and a number. */
const COPY_SLUG_LENGTH = PRODUCT_FIELDS.slug.max - 10

/** The slug, or one with a suffix if it is taken. */
export async function freeSlug(trx: Trx, slug: string, suffix = ''): Promise<string> {
  const base = `${(slug === '' ? 'product' : slug).slice(0, COPY_SLUG_LENGTH).replace(/-$/, '')}${suffix}`
  for (let number = 1; ; number += 1) {
    const wanted = number === 1 ? base : `${base}-${number}`
    if ((await findProductBySlug(trx, wanted)) === null) return wanted
  }
}

export type NewProduct = Omit<ProductDraft, 'product_id' | 'position'>

export async function insertNew(
  { database, clock, actor }: ChangeContext,
  buildProduct: (trx: Trx) => Promise<NewProduct>,
): Promise<Made> {
  return inTransaction(database, async (trx) => {
    await bumpCatalogVersion(trx)
    const product = await buildProduct(trx)
    const [product_id, position] = [await nextProductId(trx), await nextPosition(trx)]
    await insertProducts(trx, [{ ...product, product_id, position }])
    // A slug that another product had before is now this one's.
    await rememberSlugs(trx, [])
    const states = { before: null, after: stateOf(await requireProduct(trx, product_id)) }
    const entry = {
      at: clock(),
      actor,
      action: 'product.created',
      subject: { kind: 'product', id: product_id },
      ...states,
    }
    return { product_id, audit_id: await writeAudit(trx, entry) }
  })
}

type Update = {
  product_id: string
  version: number
  changes: { [K in keyof EditedProduct]?: EditedProduct[K] | undefined }
  large_price_change: boolean
}

/** 409 when the product has changed since, or for an unconfirmed large price change. A former slug redirects. */
export async function updateProduct(
  context: ChangeContext,
  { product_id, version, changes, large_price_change }: Update,
): Promise<Changed> {
  const audit_id = await changeCatalog(context, async (trx, now) => {
    const before = await requireProduct(trx, product_id)
    await requireVersion(trx, before, version)
    const isLarge = isLargePriceChange(before, withChanges(before, changes), localDay(now))
    const difference = await writeUpdate(trx, before, changes)
    if (difference === null) return null
    // Last: nothing is written when this throws.
    if (isLarge && !large_price_change) {
      throw new AppError('conflict', LARGE_CHANGE, [{ field: 'price_cents', message: LARGE_CHANGE }])
    }
    return { action: 'product.updated', subject: { kind: 'product', id: product_id }, ...difference }
  })
  return { product_id, audit_id }
}

type FieldChanges = Update['changes']

export function withChanges(product: StoredProduct, changes: FieldChanges): StoredProduct {
  return { ...product, ...toColumns(Object.assign(toEdited(product), changes)) }
}

/** Returns the fields for the audit log; `null` without changes. */
export async function writeUpdate(
  trx: Trx,
  before: StoredProduct,
  changes: FieldChanges,
): Promise<ReturnType<typeof differenceOf> | null> {
  const { product_id } = before
  const wanted = withChanges(before, changes)
  const difference = differenceOf(before, wanted)
  const patch = pickColumns(wanted, Object.keys(Object(difference.after)))
  if (Object.keys(patch).length === 0) return null
  await requireValid(trx, wanted, before)
  if (wanted.slug !== before.slug) await freeSlugs(trx, [before])
  await updateProductRow(trx, product_id, patch)
  await rememberSlugs(trx, wanted.slug === before.slug ? [] : [{ product_id, slug: before.slug }])
  return difference
}

/** Moves a product to a place from 1; others make room. */
export async function moveProduct(
  context: ChangeContext,
  { product_id, place }: { product_id: string; place: number },
): Promise<Changed> {
  const audit_id = await changeCatalog(context, async (trx) => {
    const before = await requireProduct(trx, product_id)
    const to = await findPosition(trx, place)
    if (to === before.position) return null
    await moveToPosition(trx, product_id, before.position, to)
    const subject = { kind: 'product', id: product_id }
    return { action: 'product.moved', subject, before: { position: before.position }, after: { position: to } }
  })
  return { product_id, audit_id }
}

const moved = z.object({ position: z.int() })

export const undoMove: UndoRule = {
  lock: bumpCatalogVersion,
  readPresent: async (database, { subject }) => {
    const product = await findProduct(database, subject.id)
    return product === null ? null : { position: product.position }
  },
  writeBefore: (trx, { subject, before, after }) =>
    moveToPosition(trx, subject.id, moved.parse(after).position, moved.parse(before).position),
  scope: PRODUCT_SCOPE,
}

export async function requireProduct(database: Database, product_id: string): Promise<StoredProduct> {
  const product = await findProduct(database, product_id)
  if (product === null) throw new AppError('not_found', `There is no product ${product_id}.`)
  return product
}

function pickColumns(product: NewProduct, names: readonly string[]): Partial<NewProduct> {
  return Object.fromEntries(Object.entries(product).filter(([name]) => names.includes(name)))
}

/** Rules over several fields; throws all problems at once. */
export async function requireValid(trx: Trx, wanted: NewProduct, before: StoredProduct | null): Promise<void> {
  const details: ErrorDetail[] = saleProblems(wanted)
  const { slug, pictures } = wanted
  if (wanted.status !== 'draft') details.push(...missingParts(wanted, { priceToo: before?.status === 'draft' }))
  const other = await findProductBySlug(trx, slug)
  if (other !== null && other.product_id !== before?.product_id) {
    details.push({ field: 'slug', message: `"${slug}" is the address of "${other.product_name}" already` })
  }
  if (wanted.line !== '' && wanted.line !== before?.line) {
    const known = await listLineNames(trx)
    if (!known.includes(wanted.line)) details.push({ field: 'line', message: unknownName('line', wanted.line, known) })
  }
  const files = pictures.map(({ file }) => file)
  const known = new Set((await listMediaNamed(trx, files)).map(({ name }) => name))
  for (const [index, { file }] of pictures.entries()) {
    if (!known.has(file)) details.push({ field: `images[${index}].file`, message: `there is no picture "${file}"` })
  }
  if (details.length > 0) throw new AppError('invalid_request', undefined, details)
}

/** 409 for another version. */
export async function requireVersion(trx: Trx, product: StoredProduct, version: number): Promise<void> {
  if (product.version === version) return
  const who = await nameLastProductEditor(trx, product.product_id)
  throw new AppError('conflict', `${who} ${CHANGED_MEANWHILE}`)
}

const BESIDE_VERSION: readonly string[] = [
  'product.stock_changed',
  'products.stock_set',
  'product.change_planned',
  'product.planned_change_edited',
  'product.planned_change_cancelled',
]

/** As the subject of a sentence. */
function nameLastProductEditor(trx: Trx, product_id: string): Promise<string> {
  const subjects = PRODUCT_SCOPE.subjectsOf({ kind: 'product', id: product_id })
  return nameLastEditor(
    trx,
    subjects,
    (entry) => !BESIDE_VERSION.includes(entry.action) && PRODUCT_SCOPE.fieldsOf(entry).has(product_id),
  )
}

/** Deletes a product; 409 for one in an order, which is hidden instead. */
export async function deleteUnsold(context: ChangeContext, product_id: string): Promise<{ audit_id: number | null }> {
  const audit_id = await changeCatalog(context, async (trx) => {
    const product = await requireProduct(trx, product_id)
    await deleteUnsoldProducts(trx, [product])
    const subject = { kind: 'product', id: product_id }
    return { action: 'product.deleted', subject, before: stateWithPlace(product), after: null }
  })
  return { audit_id }
}
