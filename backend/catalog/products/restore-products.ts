import { setImmediate as nextTurn } from 'node:timers/promises'
import { emptyFields } from '@shop/contract/http/fields'
import * as z from 'zod/mini'
import type { Json } from '../../admin/audit/audit.repository.ts'
import type { UndoRule } from '../../admin/audit/undo-change.ts'
import { listMediaNamed } from '../../media/store/media.repository.ts'
import { bumpCatalogVersion, readCatalogVersion } from '../../platform/database/catalog-version/catalog-version.ts'
import type { Database, Trx } from '../../platform/database/database.ts'
import { chunksOf } from '../../platform/database/queries.ts'
import { AppError, type ErrorDetail } from '../../platform/http/errors/app-error.ts'
import { freeSlugs, rememberSlugs, type StoredProduct } from '../catalog.repository.ts'
import { missingParts, saleProblems } from '../edited-product.ts'
import { changeStockBy } from '../stock.repository.ts'
import {
  fullState,
  type PartialState,
  PRODUCT_SCOPE,
  partialState,
  presentState,
  STATE_FIELDS,
} from './product-states.ts'
import {
  deleteProducts,
  findBeingPaid,
  findOrderOf,
  findProducts,
  insertProduct,
  nextPosition,
  updateProductRow,
} from './products.repository.ts'

/** Restores a product: fields that were changed, or a product that was created or removed. */
export const undoProduct: UndoRule = {
  lock: bumpCatalogVersion,
  readPresent: async (database, { subject, after }) =>
    (await readStates(database, { [subject.id]: after }))[subject.id] ?? null,
  writeBefore: (trx, { subject, before, after }) => writeStates(trx, { [subject.id]: before }, { [subject.id]: after }),
  scope: PRODUCT_SCOPE,
}

/** Restores several products that were changed at once, all of them or none. */
export const undoProducts: UndoRule = {
  lock: bumpCatalogVersion,
  readPresent: (database, { after }) => readStates(database, asStates(after)),
  version: readCatalogVersion,
  writeBefore: (trx, { before, after }) => writeStates(trx, asStates(before), asStates(after)),
  scope: PRODUCT_SCOPE,
}

const states = z.record(z.string(), z.nullable(z.record(z.string(), z.json())))

function asStates(value: Json): Readonly<Record<string, Json>> {
  return states.parse(value)
}

/** The present values of products, of those fields that `wanted` has. */
async function readStates(database: Database, wanted: Readonly<Record<string, Json>>): Promise<Record<string, Json>> {
  const found: Record<string, Json> = {}
  // In parts: of 50,000 products only what is compared is in memory.
  for (const some of chunksOf(Object.entries(wanted))) {
    const products = await findProducts(
      database,
      some.map(([id]) => id),
    )
    for (const [id, state] of some) found[id] = presentState(products.get(id), state)
    // Statements of SQLite run in this thread.
    await nextTurn()
  }
  return found
}

type States = Readonly<Record<string, Json>>

/** `replaced`: what the products have by now. */
async function writeStates(trx: Trx, wanted: States, replaced: States): Promise<void> {
  const parsed = Object.entries(wanted).map(([id, state]) => ({ id, state: z.nullable(partialState).parse(state) }))
  await requireMedia(trx, parsed)
  /** Those that there are. */
  const found = new Map<string, Pick<StoredProduct, 'slug' | 'stock_quantity'>>()
  for (const some of chunksOf(parsed)) {
    const present = await findProducts(
      trx,
      some.map(({ id }) => id),
    )
    for (const { product_id, slug, stock_quantity } of present.values()) found.set(product_id, { slug, stock_quantity })
    for (const { id, state } of some) {
      const product = present.get(id)
      if (product !== undefined && state !== null) requireSound(product, state)
    }
    const removed = some.filter(({ state }) => state === null).flatMap(({ id }) => present.get(id) ?? [])
    await deleteUnsoldProducts(trx, removed)
  }
  await requireFreeSlugs(trx, parsed)
  const renamed = parsed.filter(({ id, state }) => state?.slug !== undefined && found.has(id))
  await freeSlugs(
    trx,
    renamed.map(({ id }) => ({ product_id: id })),
  )
  for (const { id, state } of parsed) {
    if (state === null) continue
    const product = found.get(id)
    if (product === undefined) await bringBack(trx, id, state)
    else await changeProduct(trx, id, state, withStock.safeParse(replaced[id]).data ?? product)
  }
  await rememberSlugs(
    trx,
    renamed.map(({ id }) => ({ product_id: id, slug: found.get(id)?.slug ?? '' })),
  )
}

/**
 * Deletes products; 409 for one that an order names, or may soon. They are deleted before that is asked, which waits for
 * concurrent buyers of them.
 */
export async function deleteUnsoldProducts(
  trx: Trx,
  products: readonly Pick<StoredProduct, 'product_id' | 'product_name'>[],
): Promise<void> {
  if (products.length === 0) return
  const ids = products.map(({ product_id }) => product_id)
  const nameOf = (id: string | null) => products.find(({ product_id }) => product_id === id)?.product_name
  await deleteProducts(trx, ids)
  const sold = await findOrderOf(trx, ids)
  if (sold !== null) {
    const name = nameOf(sold.product_id)
    const message = `"${name}" was sold (order # ${sold.order_id}), so it cannot be deleted. It can be hidden.`
    throw new AppError('conflict', message)
  }
  const paid = await findBeingPaid(trx, ids)
  if (paid !== null) {
    const name = nameOf(paid)
    const message = `"${name}" is in an order whose payment is being checked. Please try again in ten minutes.`
    throw new AppError('conflict', message)
  }
}

/**
 * Throws when what comes back contradicts what was changed since in other fields: a product would be published without its
 * price, or cost more in a sale.
 */
function requireSound(before: StoredProduct, state: PartialState): void {
  const pictures = withoutHashes(state) ?? before.pictures
  const after = { ...before, ...withoutMissing(state), pictures }
  const had = new Set(problemsOf(before).map(({ field }) => field))
  const problem = problemsOf(after).find(({ field }) => !had.has(field))
  if (problem === undefined) return
  const words = problem.field.replace(/_cents$/, '').replaceAll('_', ' ')
  const name = problem.field === 'sale_until' ? 'last day of the sale' : words
  const sentence = `We can’t undo only this: in "${after.product_name}" as it is now, the ${name} ${problem.message}`
  throw new AppError('conflict', `${sentence}. Please undo the later changes first, or change the product.`)
}

function problemsOf(product: StoredProduct): ErrorDetail[] {
  const missing = product.status === 'draft' ? [] : missingParts(product, { priceToo: true })
  return [...saleProblems(product), ...missing]
}

/** Summed states have none. */
const withStock = z.object({ stock_quantity: z.int() })

/** A stock is changed by its difference, so what an order has taken and not yet committed stays taken. */
async function changeProduct(
  trx: Trx,
  id: string,
  state: PartialState,
  { stock_quantity: was }: z.infer<typeof withStock>,
): Promise<void> {
  const { stock_quantity: stock, ...others } = withoutMissing(state)
  const pictures = withoutHashes(state)
  await updateProductRow(trx, id, { ...others, ...(pictures === undefined ? {} : { pictures }) })
  if (stock === undefined) return
  if ((await changeStockBy(trx, id, stock - was)) === null)
    throw new AppError('conflict', `The stock of product ${id} has just changed. Please try again.`)
}

async function bringBack(trx: Trx, id: string, state: PartialState): Promise<void> {
  // A column that is newer than the entry is missing there.
  const full = fullState.parse({ ...emptyFields(STATE_FIELDS), ...state })
  const position = state.position ?? (await nextPosition(trx))
  await insertProduct(trx, { ...full, product_id: id, position, pictures: withoutHashes(state) ?? [] })
}

function withoutHashes({ pictures }: PartialState) {
  return pictures?.map((picture) => ({ ...picture, hash: null }))
}

type WithoutMissing = { [K in keyof PartialState]?: Exclude<PartialState[K], undefined> }

/** The fields that are there, but for the pictures. */
function withoutMissing({ pictures: _, ...state }: PartialState): Omit<WithoutMissing, 'pictures'> {
  // Only entries that are undefined are taken out.
  return Object.fromEntries(Object.entries(state).filter(([, value]) => value !== undefined)) as WithoutMissing
}

/** `null`: there is no such product. */
type ProductState = PartialState | null
type Wanted = readonly { id: string; state: ProductState }[]

async function requireMedia(trx: Trx, wanted: Wanted): Promise<void> {
  const files = wanted.flatMap(({ state }) => state?.pictures?.map(({ file }) => file) ?? [])
  const known = new Set((await listMediaNamed(trx, [...new Set(files)])).map(({ name }) => name))
  const missing = files.find((file) => !known.has(file))
  if (missing !== undefined) throw new AppError('conflict', `The picture "${missing}" is no longer in the shop.`)
}

async function requireFreeSlugs(trx: Trx, wanted: Wanted): Promise<void> {
  const slugs = wanted.flatMap(({ state }) => state?.slug ?? [])
  if (slugs.length === 0) return
  const ids = new Set(wanted.map(({ id }) => id))
  for (const chunk of chunksOf(slugs)) {
    const rows = await trx.selectFrom('products').select(['product_id', 'slug']).where('slug', 'in', chunk).execute()
    const other = rows.find(({ product_id }) => !ids.has(product_id))
    if (other !== undefined)
      throw new AppError('conflict', `Product ${other.product_id} is called "${other.slug}" now.`)
  }
}
