import { createHash } from 'node:crypto'
import { EDITED_FIELDS, STORED_FIELDS, slug } from '@shop/contract/catalog/admin'
import { DETAIL_FIELDS, type ProductDetails } from '@shop/contract/catalog/calls'
import { emptyFields, type Fields, parseFields, pickFields, storedFields } from '@shop/contract/http/fields'
import { wireShape } from '@shop/contract/http/fields-schemas'
import * as z from 'zod/mini'
import { type AuditEntry, canonicalJson, isObject, type Json } from '../../admin/audit/audit.repository.ts'
import type { UndoRule } from '../../admin/audit/undo-change.ts'
import { type ChangedFields, fieldsOfSubject, type UndoScope } from '../../admin/audit/undo-change.ts'
import { listMediaNamed } from '../../media/store/media.repository.ts'
import { bumpCatalogVersion } from '../../platform/database/catalog-version/catalog-version.ts'
import type { Database, Trx } from '../../platform/database/database.ts'
import { chunksOf } from '../../platform/database/queries.ts'
import { AppError, type ErrorDetail } from '../../platform/http/errors/app-error.ts'
import { freeSlugs, type ProductDraft, rememberSlugs, type StoredProduct } from '../catalog.repository.ts'
import { missingParts, saleProblems } from '../edited-product.ts'
import {
  deleteProduct,
  findOrderOf,
  findProducts,
  insertProduct,
  isBeingPaid,
  nextPosition,
  updateProductRow,
} from './products.repository.ts'

const STATE_FIELDS = { ...EDITED_FIELDS, stock_quantity: STORED_FIELDS.stock_quantity } satisfies Fields

/** Facts that are newer than the entry of the audit log are missing there. */
const loggedFacts = z.pipe(
  z.record(z.string(), z.unknown()),
  z.transform((facts): ProductDetails => parseFields(DETAIL_FIELDS, facts)),
)

/** The audit log's record of a product: all of it when it is new, else the fields that changed. */
const fullState = z.object({
  ...wireShape(storedFields(STATE_FIELDS)),
  slug,
  details: loggedFacts,
  pictures: z.array(z.object({ file: z.string(), alt: z.string() })),
})
type FullState = z.infer<typeof fullState>
const partialState = z.extend(z.partial(fullState), { position: z.optional(z.int()) })
type PartialState = z.infer<typeof partialState>
/** `null`: there is no such product. */
type ProductState = PartialState | null

const FIELDS = Object.keys(partialState.shape)

/** Everything that an owner sets of a product, but its place in the list. */
export function stateOf(product: ProductDraft): FullState {
  return {
    ...pickFields(STATE_FIELDS, product),
    details: pickFields(DETAIL_FIELDS, product.details),
    pictures: product.pictures.map(({ file, alt }) => ({ file, alt })),
  }
}

export function stateWithPlace(product: ProductDraft): FullState & { position: number } {
  return { ...stateOf(product), position: product.position }
}

/** Of more products than this the log has summaries of what is new, which are all that an undo needs. */
const MANY = 1000
/** Characters of a state that is as short as its summary. */
const SHORT = 150

/** A state that is in the log only to tell whether a product is still as it was then. */
const summary = z.strictObject({ digest: z.string(), fields: z.nullable(z.array(z.string())) })

/** `fields`: those that are in the state; `null` for a whole product. */
function summaryOf(state: PresentState, fields: readonly string[] | null): Json {
  const values = fields === null ? state : Object.fromEntries(fields.map((field) => [field, state[field] ?? null]))
  const digest = createHash('sha256')
    .update(canonicalJson(withoutEmpty(values)))
    .digest('base64url')
  return { digest: digest.slice(0, DIGEST_LENGTH), fields }
}

type PresentState = Readonly<Record<string, Json>>

const DIGEST_LENGTH = 22

/** A column or fact that is newer than an entry is empty at first. */
function withoutEmpty(state: PresentState): PresentState {
  const isFilled = (value: Json) => value !== null && value !== ''
  const entries = Object.entries(state).map(
    ([field, value]) => [field, isObject(value) ? withoutEmpty(value) : value] as const,
  )
  return Object.fromEntries(entries.filter(([, value]) => isFilled(value)))
}

function shortened(state: PresentState, fields: readonly string[] | null): Json {
  return canonicalJson(state).length > SHORT ? summaryOf(state, fields) : state
}

export function differenceOf(before: ProductDraft, after: ProductDraft): { before: Json; after: Json } {
  const [old, now]: Readonly<Record<string, Json>>[] = [stateWithPlace(before), stateWithPlace(after)]
  const changed = FIELDS.filter((field) => canonicalJson(old?.[field] ?? null) !== canonicalJson(now?.[field] ?? null))
  const pick = (state: Readonly<Record<string, Json>> | undefined) =>
    Object.fromEntries(changed.map((field) => [field, state?.[field] ?? null]))
  return { before: pick(old), after: pick(now) }
}

/** A product before and after a change; `null` where there is none. */
type ProductPair = { before: ProductDraft | null; after: ProductDraft | null }

/**
 * The differences of many products, by id; those that are new or gone stand as a whole against `null`. Of very many what is new is
 * summed up: an import of 50,000 would be a row of 70 MB.
 */
export function differencesOf(
  before: readonly ProductDraft[],
  after: readonly ProductDraft[],
): { before: Json; after: Json } | null {
  const [old, now] = [byId(before), byId(after)]
  const pairs = [...new Set([...old.keys(), ...now.keys()])].map((id) => ({
    before: old.get(id) ?? null,
    after: now.get(id) ?? null,
  }))
  const changed = pairs.filter((pair) => differenceOfPair(pair) !== null)
  return differencesOfPairs(changed, changed.length)
}

/** The same of so many pairs that are known to differ. */
export function differencesOfPairs(pairs: Iterable<ProductPair>, count: number): { before: Json; after: Json } | null {
  const before: Record<string, Json> = {}
  const after: Record<string, Json> = {}
  for (const pair of pairs) {
    const [id, difference] = [(pair.after ?? pair.before)?.product_id, differenceOfPair(pair)]
    if (id === undefined || difference === null) continue
    const { before: state, after: next } = difference
    before[id] = state
    after[id] = count > MANY && isObject(next) ? shortened(next, isObject(state) ? Object.keys(next) : null) : next
  }
  return count === 0 ? null : { before, after }
}

function differenceOfPair({ before, after }: ProductPair): { before: Json; after: Json } | null {
  if (before === null) return after === null ? null : { before, after: stateWithPlace(after) }
  if (after === null) return { before: stateWithPlace(before), after }
  const difference = differenceOf(before, after)
  return canonicalJson(difference.before) === '{}' ? null : difference
}

function byId(products: readonly ProductDraft[]): Map<string, ProductDraft> {
  return new Map(products.map((product) => [product.product_id, product]))
}

export const SEVERAL_PRODUCTS = { kind: 'products', id: 'several' } as const

/** A product is changed by itself or together with others. */
export const PRODUCT_SCOPE: UndoScope = {
  subjectsOf: ({ kind, id }) => [
    kind === SEVERAL_PRODUCTS.kind ? { kind: 'product' } : { kind: 'product', id },
    SEVERAL_PRODUCTS,
  ],
  fieldsOf: (entry) =>
    entry.subject.kind === SEVERAL_PRODUCTS.kind ? fieldsOfSeveral(entry.after) : fieldsOfSubject(entry),
}

function fieldsOfSeveral(after: Json): ChangedFields {
  if (!isObject(after)) return new Map()
  const { stock = null } = after
  if (isObject(stock)) return new Map(Object.keys(stock).map((id) => [id, ['stock_quantity']]))
  return new Map(Object.entries(after).map(([id, state]) => [id, fieldsIn(state)]))
}

function fieldsIn(state: Json): string[] | null {
  const summed = summary.safeParse(state)
  if (summed.success) return summed.data.fields
  return isObject(state) ? Object.keys(state) : null
}

/** Restores a product: fields that were changed, or a product that was created or removed. */
export const undoProduct: UndoRule = {
  lock: bumpCatalogVersion,
  readPresent: async (database, { subject, after }) =>
    (await readStates(database, { [subject.id]: after }))[subject.id] ?? null,
  writeBefore: (trx, { subject, before }) => writeStates(trx, { [subject.id]: before }),
  scope: PRODUCT_SCOPE,
}

/** Restores several products that were changed at once, all of them or none. */
export const undoProducts: UndoRule = {
  lock: bumpCatalogVersion,
  readPresent: (database, { after }) => readStates(database, asStates(after)),
  writeBefore: (trx, { before }) => writeStates(trx, asStates(before)),
  scope: PRODUCT_SCOPE,
}

const states = z.record(z.string(), z.nullable(z.record(z.string(), z.json())))

function asStates(value: Json): Readonly<Record<string, Json>> {
  return states.parse(value)
}

/** The present values of products, of those fields that `wanted` has. */
async function readStates(database: Database, wanted: Readonly<Record<string, Json>>): Promise<Record<string, Json>> {
  const products = await findProducts(database, Object.keys(wanted))
  return Object.fromEntries(
    Object.entries(wanted).map(([id, state]) => {
      const product = products.get(id)
      if (product === undefined) return [id, null]
      const present: Readonly<Record<string, Json>> = stateWithPlace(product)
      if (!isObject(state)) return [id, present]
      const summed = summary.safeParse(state)
      if (summed.success) return [id, summaryOf(present, summed.data.fields)]
      const fields = Object.entries(state).map(([field, logged]) => [
        field,
        field === 'details' ? factsBesides(product.details, logged) : (present[field] ?? null),
      ])
      return [id, Object.fromEntries(fields)]
    }),
  )
}

/** Facts of a product to compare with those of an entry: a fact that is newer than it counts once it is filled in. */
function factsBesides(facts: ProductDetails, logged: Json): Json {
  const isKnown = (name: string) => isObject(logged) && Object.hasOwn(logged, name)
  return Object.fromEntries(Object.entries(facts).filter(([name, fact]) => fact !== null || isKnown(name)))
}

async function writeStates(trx: Trx, wanted: Readonly<Record<string, Json>>): Promise<void> {
  const parsed = Object.entries(wanted).map(([id, state]) => ({ id, state: z.nullable(partialState).parse(state) }))
  const present = await findProducts(trx, Object.keys(wanted))
  await requireMedia(trx, parsed)
  for (const { id, state } of parsed) {
    const product = present.get(id)
    if (product === undefined) continue
    if (state === null) await deleteUnsoldProduct(trx, product)
    else requireSound(product, state)
  }
  await requireFreeSlugs(trx, parsed)
  const renamed = parsed.filter(({ id, state }) => state?.slug !== undefined && present.has(id))
  await freeSlugs(
    trx,
    renamed.map(({ id }) => ({ product_id: id })),
  )
  for (const { id, state } of parsed) if (state !== null) await writeState(trx, id, state, present.has(id))
  await rememberSlugs(
    trx,
    renamed.map(({ id }) => ({ product_id: id, slug: present.get(id)?.slug ?? '' })),
  )
}

/**
 * Deletes a product; 409 for one that an order names, or may soon. It is deleted before that is asked, which waits for
 * concurrent buyers of it.
 */
export async function deleteUnsoldProduct(
  trx: Trx,
  { product_id, product_name }: Pick<StoredProduct, 'product_id' | 'product_name'>,
): Promise<void> {
  await deleteProduct(trx, product_id)
  const order = await findOrderOf(trx, product_id)
  if (order !== null) {
    const message = `"${product_name}" was sold (order # ${order}), so it cannot be deleted. It can be hidden.`
    throw new AppError('conflict', message)
  }
  if (await isBeingPaid(trx, product_id)) {
    const message = `"${product_name}" is in an order whose payment is being checked. Please try again in ten minutes.`
    throw new AppError('conflict', message)
  }
}

/**
 * Throws when what comes back contradicts what was changed since in other fields: a product would be published without its
 * price, or cost more in a sale.
 */
function requireSound(before: StoredProduct, state: PartialState): void {
  const pictures = state.pictures?.map((picture) => ({ ...picture, hash: null })) ?? before.pictures
  const after = { ...before, ...withoutMissing(state), pictures }
  const had = new Set(problemsOf(before).map(({ field }) => field))
  const problem = problemsOf(after).find(({ field }) => !had.has(field))
  if (problem === undefined) return
  const name = problem.field.replace(/_cents$/, '')
  const sentence = `This cannot be undone by itself: of "${after.product_name}" as it is now, its ${name} ${problem.message}`
  throw new AppError('conflict', `${sentence}. Please undo the later changes first, or change the product.`)
}

function problemsOf(product: StoredProduct): ErrorDetail[] {
  const missing = product.status === 'draft' ? [] : missingParts(product, { priceToo: true })
  return [...saleProblems(product), ...missing]
}

async function writeState(trx: Trx, id: string, state: PartialState, isThere: boolean): Promise<void> {
  const pictures = state.pictures?.map((picture) => ({ ...picture, hash: null }))
  if (isThere) {
    await updateProductRow(trx, id, { ...withoutMissing(state), ...(pictures === undefined ? {} : { pictures }) })
    return
  }
  // A column that is newer than the entry is missing there.
  const full = fullState.parse({ ...emptyFields(STATE_FIELDS), ...state })
  const position = state.position ?? (await nextPosition(trx))
  await insertProduct(trx, { ...full, product_id: id, position, pictures: pictures ?? [] })
}

type WithoutMissing = { [K in keyof PartialState]?: Exclude<PartialState[K], undefined> }

/** The fields that are there, but for the pictures. */
function withoutMissing({ pictures: _, ...state }: PartialState): Omit<WithoutMissing, 'pictures'> {
  // Only entries that are undefined are taken out.
  return Object.fromEntries(Object.entries(state).filter(([, value]) => value !== undefined)) as WithoutMissing
}

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

/** A change of several products holds them by id; one of their stocks holds these by id. */
export function productsInEntry({ before, after }: Pick<AuditEntry, 'before' | 'after'>): string[] {
  return [before, after].filter(isObject).flatMap((value) => {
    const { stock = null } = value
    return Object.keys(isObject(stock) ? stock : value)
  })
}
