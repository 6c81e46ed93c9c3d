import { createHash } from 'node:crypto'
import { EDITED_FIELDS, STORED_FIELDS, slug } from '@shop/contract/catalog/admin'
import { DETAIL_FIELDS, type ProductDetails } from '@shop/contract/catalog/calls'
import { type Fields, parseFields, pickFields, storedFields } from '@shop/contract/http/fields'
import { wireShape } from '@shop/contract/http/fields-schemas'
import * as z from 'zod/mini'
import type { AuditEntry } from '../../admin/audit/audit.repository.ts'
import { canonicalJson, isObject, type Json, WrittenJson } from '../../admin/audit/canonical-json.ts'
import type { ProductDraft, StoredProduct } from '../catalog.repository.ts'

export const STATE_FIELDS = { ...EDITED_FIELDS, stock_quantity: STORED_FIELDS.stock_quantity } satisfies Fields

/** Facts that are newer than the entry of the audit log are missing there. */
const loggedFacts = z.pipe(
  z.record(z.string(), z.unknown()),
  z.transform((facts): ProductDetails => parseFields(DETAIL_FIELDS, facts)),
)

/** The audit log's record of a product: all of it when it is new, else the fields that changed. */
export const fullState = z.object({
  ...wireShape(storedFields(STATE_FIELDS)),
  slug,
  details: loggedFacts,
  pictures: z.array(z.object({ file: z.string(), alt: z.string() })),
})
type FullState = z.infer<typeof fullState>
export const partialState = z.extend(z.partial(fullState), { position: z.optional(z.int()) })
export type PartialState = z.infer<typeof partialState>
const STATE_FIELD_NAMES = Object.keys(partialState.shape)

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
const MAX_FULL_STATES = 1000
/** Characters of a state that is as short as its summary. */
const MAX_SHORT_STATE_LENGTH = 150

/** A state that is in the log only to tell whether a product is still as it was then. */
export const summary = z.strictObject({ digest: z.string(), fields: z.nullable(z.array(z.string())) })

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
  return canonicalJson(state).length > MAX_SHORT_STATE_LENGTH ? summaryOf(state, fields) : state
}

export function differenceOf(before: ProductDraft, after: ProductDraft): { before: PresentState; after: PresentState } {
  const [old, now]: Readonly<Record<string, Json>>[] = [stateWithPlace(before), stateWithPlace(after)]
  const changed = STATE_FIELD_NAMES.filter(
    (field) => canonicalJson(old?.[field] ?? null) !== canonicalJson(now?.[field] ?? null),
  )
  const pick = (state: Readonly<Record<string, Json>> | undefined) =>
    Object.fromEntries(changed.map((field) => [field, state?.[field] ?? null]))
  return { before: pick(old), after: pick(now) }
}

/** A product before and after a change; `null` where there is none. */
export type ProductPair = { before: ProductDraft | null; after: ProductDraft | null }

/**
 * Collects the differences of products, by id, as JSON; those that are new or gone stand as a whole against `null`. Of very many
 * what is new is summed up: an import of 50,000 would be a row of 70 MB. Their text takes a tenth of the memory of their objects.
 */
export function collectDifferences(): { add: (pair: ProductPair) => void; end: () => Differences | null } {
  const [before, after]: [string[], string[]] = [[], []]
  /** The first ones, as long as it is not known whether they are summed up. */
  let first: ProductDifference[] = []
  let count = 0
  const write = ({ id, before: state, after: next }: ProductDifference, isMany: boolean) => {
    const short = isMany && isObject(next) ? shortened(next, isObject(state) ? Object.keys(next) : null) : next
    before.push(memberOf(id, state))
    after.push(memberOf(id, short))
  }
  const writeFirst = () => {
    for (const difference of first) write(difference, count > MAX_FULL_STATES)
    first = []
  }
  return {
    add: (pair) => {
      const difference = differenceOfPair(pair)
      if (difference === null) return
      count += 1
      if (count <= MAX_FULL_STATES) return void first.push(difference)
      writeFirst()
      write(difference, true)
    },
    end: () => {
      writeFirst()
      return count === 0 ? null : { before: textsOf(before), after: textsOf(after) }
    },
  }
}

/** Products in a text: of 50,000 that are gone all texts have 70 MB. */
const PRODUCTS_PER_TEXT = 500

/** Members of an object as JSON, sorted by their names, some in a text. Both sides have the same products in each. */
export type Differences = { before: string[]; after: string[] }

function memberOf(id: string, state: Json): string {
  return `${nameOf(id)}${canonicalJson(state)}`
}

function nameOf(id: string): string {
  return `${JSON.stringify(id)}:`
}

function textsOf(members: string[]): string[] {
  members.sort()
  return Array.from({ length: Math.ceil(members.length / PRODUCTS_PER_TEXT) }, (_, part) =>
    members.slice(part * PRODUCTS_PER_TEXT, (part + 1) * PRODUCTS_PER_TEXT).join(','),
  )
}

/** Differences for the log. */
export function writeDifferences({ before, after }: Differences): { before: WrittenJson; after: WrittenJson } {
  return { before: new WrittenJson(`{${before.join(',')}}`), after: new WrittenJson(`{${after.join(',')}}`) }
}

/** With stocks as they were right before the change and after it: what was sold while it was prepared is no part of it. */
export function withPresentStocks(
  differences: Differences,
  taken: readonly { product_id: string; stock: number }[],
  present: ReadonlyMap<string, StoredProduct>,
): Differences {
  const [before, after] = [[...differences.before], [...differences.after]]
  const isUpTo = (id: string) => (text: string) => text < nameOf(id) || text.startsWith(nameOf(id))
  const places = Map.groupBy(taken, ({ product_id }) => Math.max(0, before.findLastIndex(isUpTo(product_id))))
  for (const [place, some] of places) {
    const [old, next] = [membersIn(before[place]), membersIn(after[place])]
    for (const { product_id: id, stock } of some) {
      const state = old.get(id) ?? null
      if (isObject(state)) old.set(id, { ...state, stock_quantity: stock })
      next.set(id, presentState(present.get(id), next.get(id) ?? null))
    }
    before[place] = textOf(old)
    after[place] = textOf(next)
  }
  return { before, after }
}

function membersIn(text = ''): Map<string, Json> {
  return new Map(Object.entries(JSON.parse(`{${text}}`)))
}

function textOf(members: ReadonlyMap<string, Json>): string {
  return [...members]
    .map(([id, state]) => memberOf(id, state))
    .sort()
    .join(',')
}

type ProductDifference = { id: string; before: Json; after: Json }

function differenceOfPair({ before, after }: ProductPair): ProductDifference | null {
  const id = (after ?? before)?.product_id ?? ''
  if (before === null) return after === null ? null : { id, before, after: stateWithPlace(after) }
  if (after === null) return { id, before: stateWithPlace(before), after }
  const difference = differenceOf(before, after)
  return Object.keys(difference.after).length === 0 ? null : { id, ...difference }
}

/** The values of a product in the fields of an entry, as the entry has them; `null` when there is no such product. */
export function presentState(product: StoredProduct | undefined, logged: Json): Json {
  if (product === undefined) return null
  const present: PresentState = stateWithPlace(product)
  if (!isObject(logged)) return present
  const summed = summary.safeParse(logged)
  if (summed.success) return summaryOf(present, summed.data.fields)
  const fields = Object.entries(logged).map(([field, value]) => [
    field,
    field === 'details' ? factsBesides(product.details, value) : (present[field] ?? null),
  ])
  return Object.fromEntries(fields)
}

/** Facts of a product to compare with those of an entry: a fact that is newer than it counts once it is filled in. */
function factsBesides(facts: ProductDetails, logged: Json): Json {
  const isKnown = (name: string) => isObject(logged) && Object.hasOwn(logged, name)
  return Object.fromEntries(Object.entries(facts).filter(([name, fact]) => fact !== null || isKnown(name)))
}

export const SEVERAL_PRODUCTS = { kind: 'products', id: 'several' } as const

/** A change of several products holds them by id; one of their stocks holds these by id. */
export function productsInEntry({ before, after }: Pick<AuditEntry, 'before' | 'after'>): string[] {
  return [before, after].filter(isObject).flatMap((value) => {
    const { stock = null } = value
    return Object.keys(isObject(stock) ? stock : value)
  })
}
