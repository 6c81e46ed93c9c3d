import { setImmediate as nextTurn } from 'node:timers/promises'
import { emptyFields } from '@shop/contract/http/fields'
import * as z from 'zod/mini'
import type { AuditEntry } from '../../admin/audit/audit.repository.ts'
import { canonicalJson, isObject, type Json } from '../../admin/audit/canonical-json.ts'
import type { PreparedUndo, UndoRule } from '../../admin/audit/undo-change.ts'
import { listMediaNamed } from '../../media/store/media.repository.ts'
import { bumpCatalogVersion, readProductsVersion } from '../../platform/database/catalog-version/catalog-version.ts'
import type { Database, Trx } from '../../platform/database/database.ts'
import { chunksOf } from '../../platform/database/queries.ts'
import { AppError, type ErrorDetail } from '../../platform/http/errors/app-error.ts'
import type { StoredProduct } from '../catalog.repository.ts'
import { fieldWords, missingParts, saleProblems } from '../edited-product.ts'
import { PRODUCT_COLUMNS } from '../product-columns.ts'
import { PRODUCT_SCOPE } from './product-scope.ts'
import {
  fullState,
  type PartialState,
  partialState,
  presentState,
  SEVERAL_PRODUCTS,
  STATE_FIELDS,
} from './product-states.ts'
import { deleteProducts, findProducts, listBeingPaid, listSold, nextPosition } from './products.repository.ts'
import { deleteNoted, withdrawToDelete } from './products-to-delete.repository.ts'
import {
  newStaging,
  removeStaged,
  STAGED_PART,
  type StagedChange,
  type StagedProduct,
  type Staging,
  stageProducts,
  type TakenStock,
  takeStaged,
} from './staged-products.repository.ts'

/** Restores changed and removed products, and removes new ones: all or none. */
export const undoProducts: UndoRule = {
  lock: bumpCatalogVersion,
  readPresent: async (database, entry) => {
    const { after } = statesOf(entry)
    const present: Record<string, Json> = {}
    // In parts: of 50,000 products only the compared values are in memory.
    for (const some of chunksOf(Object.entries(after))) {
      const products = await findProducts(
        database,
        some.map(([id]) => id),
      )
      for (const [id, state] of some) present[id] = presentState(products.get(id), state)
      // SQLite's statements run in this thread.
      await nextTurn()
    }
    return entry.subject.kind === SEVERAL_PRODUCTS.kind ? present : (present[entry.subject.id] ?? null)
  },
  writeBefore: { prepare: prepareProducts },
  finish: ({ database }) => deleteNoted(database),
  scope: PRODUCT_SCOPE,
}

type States = Readonly<Record<string, Json>>

/** By product; an entry about one has it directly. */
function statesOf({ subject, before, after }: AuditEntry): { before: States; after: States } {
  if (subject.kind !== SEVERAL_PRODUCTS.kind)
    return { before: { [subject.id]: before }, after: { [subject.id]: after } }
  return { before: isObject(before) ? before : {}, after: isObject(after) ? after : {} }
}

/** Stages the restored products for the transaction. If the process dies before it, only staged rows are left. */
async function prepareProducts(
  { database, clock }: { database: Database; clock: () => Date },
  entry: AuditEntry,
): Promise<PreparedUndo | null> {
  // Leftovers of an earlier undo must not be deleted after the comparison.
  await deleteNoted(database)
  const version = await readProductsVersion(database)
  const staging = newStaging(clock())
  const discard = () => removeStaged(database, staging.import_id).catch(() => {})
  try {
    const staged = await stageStates(database, staging, statesOf(entry))
    if (staged === null) return await discard().then(() => null)
    return {
      isCurrent: async (trx) => (await readProductsVersion(trx)) === version + 1,
      write: async (trx) => {
        // Products whose slug goes to another.
        const isInTheWay = ({ slug }: Gone) => staged.slugs.has(slug)
        await deleteUnsoldProducts(trx, staged.gone.filter(isInTheWay))
        const others = staged.gone.filter((product) => !isInTheWay(product))
        await withdrawToDelete(trx, others, (some) => requireUnsold(trx, some))
        await takeStaged(trx, staging, staged, requireStockLeft)
      },
      discard,
    }
  } catch (error) {
    await discard()
    throw error
  }
}

/** `slugs`: those restored. */
type Staged = StagedChange & { gone: Gone[]; slugs: Set<string> }
type Gone = Pick<StoredProduct, 'product_id' | 'product_name' | 'slug' | 'version'>

/** `null` where a product has changed since. */
async function stageStates(
  database: Database,
  staging: Staging,
  { before, after }: { before: States; after: States },
): Promise<Staged | null> {
  const ids = Object.keys(before).sort()
  const columns = new Set<string>()
  const staged: Staged = { count: 0, columns: [], pictures: false, formerSlugs: [], gone: [], slugs: new Set() }
  const last = await nextPosition(database)
  for (const some of chunksOf(ids, STAGED_PART)) {
    const present = await findProducts(database, some)
    const isAsAfter = (id: string) =>
      canonicalJson(presentState(present.get(id), after[id] ?? null)) === canonicalJson(after[id] ?? null)
    if (!some.every(isAsAfter)) return null
    const wanted = some.map((id) => ({ id, state: z.nullable(partialState).parse(before[id] ?? null) }))
    await requireMedia(database, wanted)
    await requireFreeSlugs(database, wanted, before)
    const gone = wanted.flatMap(({ id, state }) => (state === null ? (present.get(id) ?? []) : []))
    await requireUnsold(database, gone)
    for (const { product_id, product_name, slug, version } of gone)
      staged.gone.push({ product_id, product_name, slug, version })
    const restored: StagedProduct[] = []
    for (const { id, state } of wanted) {
      if (state === null) continue
      const product = present.get(id)
      restored.push({
        place: staged.count + restored.length,
        ...(product === undefined ? broughtBack(id, state, last) : restoredBy(product, state)),
      })
      staged.pictures ||= state.pictures !== undefined
      if (state.slug !== undefined) staged.slugs.add(state.slug)
      if (product === undefined) continue
      for (const column of Object.keys(state)) columns.add(column)
      if (state.slug !== undefined) staged.formerSlugs.push({ product_id: id, slug: product.slug })
    }
    staged.count += restored.length
    await stageProducts(database, staging, restored)
    // SQLite's statements run in this thread.
    await nextTurn()
  }
  return { ...staged, columns: PRODUCT_COLUMNS.filter((column) => columns.has(column)) }
}

type Restored = Omit<StagedProduct, 'place'>

/** `last`: the place of a product whose entry has none. */
function broughtBack(product_id: string, state: PartialState, last: number): Restored {
  // A column newer than the entry is missing.
  const full = fullState.parse({ ...emptyFields(STATE_FIELDS), ...state })
  const product = { ...full, product_id, position: state.position ?? last, pictures: withoutHashes(state) ?? [] }
  return { product, stock_change: 0, pictures: true }
}

/** Stock changes by its difference, so units ordered since stay taken. */
function restoredBy(present: StoredProduct, state: PartialState): Restored {
  const pictures = withoutHashes(state)
  const restored = { ...present, ...withoutMissing(state), pictures: pictures ?? present.pictures }
  requireSound(present, restored)
  const { version: _, ...product } = restored
  return {
    product,
    stock_change: restored.stock_quantity - present.stock_quantity,
    pictures: pictures !== undefined,
  }
}

/** Throws where more was sold since than the undo leaves. */
export function requireStockLeft(stocks: readonly TakenStock[]): void {
  const short = stocks.find(({ left }) => left < 0)
  if (short === undefined) return
  throw new AppError('conflict', `The stock of product ${short.product_id} has just changed. Please try again.`)
}

type Named = Pick<StoredProduct, 'product_id' | 'product_name'>

/** Deletes products; 409 for one in an order. It deletes first, which waits for concurrent buyers. */
export async function deleteUnsoldProducts(trx: Trx, products: readonly Named[]): Promise<void> {
  for (const some of chunksOf(products)) {
    await deleteProducts(
      trx,
      some.map(({ product_id }) => product_id),
    )
    await requireUnsold(trx, some)
  }
}

async function requireUnsold(database: Database, products: readonly Named[]): Promise<void> {
  if (products.length === 0) return
  const ids = products.map(({ product_id }) => product_id)
  const nameOf = (id: string) => products.find(({ product_id }) => product_id === id)?.product_name
  const [sold] = await listSold(database, ids)
  if (sold !== undefined) {
    const message = `"${nameOf(sold.product_id)}" was sold (order # ${sold.order_id}), so it cannot be deleted. It can be hidden.`
    throw new AppError('conflict', message)
  }
  const [paid] = await listBeingPaid(database, ids)
  if (paid !== undefined) {
    const message = `"${nameOf(paid)}" is in an order whose payment is being checked. Please try again in ten minutes.`
    throw new AppError('conflict', message)
  }
}

/** Throws when restored values contradict later ones: published without a price, or a sale above it. */
function requireSound(before: StoredProduct, after: StoredProduct): void {
  const had = new Set(findProblems(before).map(({ field }) => field))
  const problem = findProblems(after).find(({ field }) => !had.has(field))
  if (problem === undefined) return
  const { field, message } = problem
  const sentence = `We can’t undo only this: in "${after.product_name}" as it is now, the ${fieldWords(field)} ${message}`
  throw new AppError('conflict', `${sentence}. Please undo the later changes first, or change the product.`)
}

function findProblems(product: StoredProduct): ErrorDetail[] {
  const missing = product.status === 'draft' ? [] : missingParts(product, { priceToo: true })
  return [...saleProblems(product), ...missing]
}

function withoutHashes({ pictures }: PartialState) {
  return pictures?.map((picture) => ({ ...picture, hash: null }))
}

type WithoutMissing = { [K in keyof PartialState]?: Exclude<PartialState[K], undefined> }

/** Without missing fields and pictures. */
function withoutMissing({ pictures: _, ...state }: PartialState): Omit<WithoutMissing, 'pictures'> {
  return Object.fromEntries(Object.entries(state).filter(([, value]) => value !== undefined)) as WithoutMissing
}

/** `state`: `null` to remove the product. */
type Wanted = readonly { id: string; state: PartialState | null }[]

async function requireMedia(database: Database, wanted: Wanted): Promise<void> {
  const files = wanted.flatMap(({ state }) => state?.pictures?.map(({ file }) => file) ?? [])
  const known = new Set((await listMediaNamed(database, [...new Set(files)])).map(({ name }) => name))
  const missing = files.find((file) => !known.has(file))
  if (missing !== undefined) throw new AppError('conflict', `The picture "${missing}" is no longer in the shop.`)
}

/** `all`: products of the change may have the slug, since they are renamed or removed. */
async function requireFreeSlugs(database: Database, wanted: Wanted, all: States): Promise<void> {
  const slugs = wanted.flatMap(({ state }) => state?.slug ?? [])
  if (slugs.length === 0) return
  const rows = await database.selectFrom('products').select(['product_id', 'slug']).where('slug', 'in', slugs).execute()
  const other = rows.find(({ product_id }) => !Object.hasOwn(all, product_id))
  if (other !== undefined) throw new AppError('conflict', `Product ${other.product_id} is called "${other.slug}" now.`)
}
