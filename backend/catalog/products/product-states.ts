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

/** Facts newer than the entry are missing. */
const loggedFacts = z.pipe(
  z.record(z.string(), z.unknown()),
  z.transform((facts): ProductDetails => parseFields(DETAIL_FIELDS, facts)),
)

/** A product in the audit log: a new one in full, else changed fields. */
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

/** All that an owner sets, except the place in the list. */
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

/** With more products the log has summaries of new values, which are enough to undo. */
const MAX_FULL_STATES = 1000
/** A state this short has no summary. */
const MAX_SHORT_STATE_LENGTH = 150

/** Only tells whether a product is still as it was. */
export const summary = z.strictObject({ digest: z.string(), fields: z.nullable(z.array(z.string())) })

/** `fields`: those in the state; `null` for all. */
function summaryOf(state: PresentState, fields: readonly string[] | null): Json {
  const values = fields === null ? state : Object.fromEntries(fields.map((field) => [field, state[field] ?? null]))
  const digest = createHash('sha256')
    .update(canonicalJson(withoutEmpty(values)))
    .digest('base64url')
  return { digest: digest.slice(0, DIGEST_LENGTH), fields }
}

type PresentState = Readonly<Record<string, Json>>

const DIGEST_LENGTH = 22

/** A column newer than an entry is empty at first. */
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

export type ProductPair = { before: ProductDraft | null; after: ProductDraft | null }

/** Collects differences by id as JSON. Very many new values are summarized: 50,000 products would be 70 MB. */
export function collectDifferences(): { add: (pair: ProductPair) => void; end: () => Differences | null } {
  const [before, after]: [string[], string[]] = [[], []]
  /** Kept until it is known whether they are summarized. */
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

/** All texts of 50,000 removed products have 70 MB. */
const PRODUCTS_PER_TEXT = 500

/** JSON members sorted by name, in parts with the same products on both sides. */
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

export function writeDifferences({ before, after }: Differences): { before: WrittenJson; after: WrittenJson } {
  return { before: new WrittenJson(`{${before.join(',')}}`), after: new WrittenJson(`{${after.join(',')}}`) }
}

/** Sets stocks to those right before and after the change, without sales during its preparation. */
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

/** A product's values for an entry's fields; `null` without a product. */
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

/** Facts to compare; one newer than the entry counts once it is filled in. */
function factsBesides(facts: ProductDetails, logged: Json): Json {
  const isKnown = (name: string) => isObject(logged) && Object.hasOwn(logged, name)
  return Object.fromEntries(Object.entries(facts).filter(([name, fact]) => fact !== null || isKnown(name)))
}

export const SEVERAL_PRODUCTS = { kind: 'products', id: 'several' } as const

/** A change of several products has them by id, one of stocks the numbers by id. */
export function productsInEntry({ before, after }: Pick<AuditEntry, 'before' | 'after'>): string[] {
  return [before, after].filter(isObject).flatMap((value) => {
    const { stock = null } = value
    return Object.keys(isObject(stock) ? stock : value)
  })
}
