import { createHash } from 'node:crypto'
import type { ProductMove } from '@shop/contract/catalog/sort-products'
import * as z from 'zod/mini'
import { type ChangeContext, changeCatalog } from '../../admin/audit/audit.repository.ts'
import { isObject, type Json } from '../../admin/audit/canonical-json.ts'
import { nameLastEditor, type UndoRule } from '../../admin/audit/undo-change.ts'
import { bumpCatalogVersion } from '../../platform/database/catalog-version/catalog-version.ts'
import type { Database, Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { PRODUCT_SCOPE } from './product-scope.ts'
import { SEVERAL_PRODUCTS } from './product-states.ts'
import { listOrder, listPositions, writePositions } from './products.repository.ts'

const PRODUCT_GONE_MESSAGE = 'A product is no longer in the shop. Please look at the order again.'

/** Identifies the order's version, so two people can't overwrite each other. */
export async function readOrderToken(database: Database): Promise<string> {
  return tokenOf(await listOrder(database))
}

function tokenOf(order: readonly { product_id: string }[]): string {
  const hash = createHash('sha256')
  for (const { product_id } of order) hash.update(`${product_id}\n`)
  return hash.digest('base64url').slice(0, 22)
}

/** Reorders products as one change. 409 unless the order is `seen`. Returns the audit id; `null` without changes. */
export function reorderProducts(
  context: ChangeContext,
  { moves, seen }: { moves: readonly ProductMove[]; seen: string },
): Promise<number | null> {
  return changeCatalog(context, async (trx) => {
    const present = await listOrder(trx)
    if (tokenOf(present) !== seen) throw new AppError('conflict', await describeOtherOrder(trx))
    const before = present.map(({ product_id }) => product_id)
    const states = await writeOrder(trx, before, applyMoves(before, moves))
    return states && { action: 'products.reordered', subject: SEVERAL_PRODUCTS, ...states }
  })
}

async function describeOtherOrder(trx: Trx): Promise<string> {
  const who = await nameLastEditor(trx, [{ kind: 'product' }, SEVERAL_PRODUCTS, { kind: 'catalog' }], ({ action }) =>
    ORDER_ACTIONS.includes(action),
  )
  return `${who} has changed the order of the products since you opened it. Please look at it again.`
}

const ORDER_ACTIONS: readonly string[] = [
  'product.created',
  'product.deleted',
  'product.moved',
  'products.imported',
  'products.reordered',
  'lines.changed',
]

/** Applies moves in turn; 409 for an unknown product. */
export function applyMoves(order: readonly string[], moves: readonly ProductMove[]): string[] {
  const ids = [...order]
  for (const { product_id, side, other } of moves) {
    const from = ids.indexOf(product_id)
    if (from === -1 || !ids.includes(other)) throw new AppError('conflict', PRODUCT_GONE_MESSAGE)
    if (product_id === other) continue
    ids.splice(from, 1)
    ids.splice(ids.indexOf(other) + (side === 'after' ? 1 : 0), 0, product_id)
  }
  return ids
}

export type Positions = Record<string, { position: number }>

/** Writes positions without gaps. Returns old and new places of products that moved past others; `null` for none. */
export async function writeOrder(
  trx: Trx,
  before: readonly string[],
  after: readonly string[],
): Promise<{ before: Positions; after: Positions } | null> {
  const moved = findMoved(before, after)
  if (moved.length === 0) return null
  await writePositions(trx, after, moved)
  return { before: placesOf(moved, before), after: placesOf(moved, after) }
}

function placesOf(ids: readonly string[], order: readonly string[]): Positions {
  const wanted = new Set(ids)
  return Object.fromEntries(order.flatMap((id, position) => (wanted.has(id) ? [[id, { position }]] : [])))
}

/** The fewest moves between two orders: products outside the longest increasing part. */
export function findMoved(before: readonly string[], after: readonly string[]): string[] {
  const known = new Map(before.map((id, place) => [id, place]))
  const places = after.map((id) => known.get(id) ?? -1)
  /** By length the index that ends its best part, and by index its predecessor. */
  const ends: number[] = []
  const previous: (number | undefined)[] = []
  for (const [index, place] of places.entries()) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((places[ends[middle] ?? 0] ?? 0) < place) low = middle + 1
      else high = middle
    }
    previous[index] = ends[low - 1]
    ends[low] = index
  }
  const kept = new Set<number>()
  for (let index = ends.at(-1); index !== undefined; index = previous[index]) kept.add(index)
  return after.filter((_id, index) => !kept.has(index))
}

const positions = z.record(z.string(), z.object({ position: z.int() }))

/** Moves products back between the current others. */
export const undoOrder: UndoRule = {
  lock: bumpCatalogVersion,
  readPresent: (database, { after }) => listPositions(database, Object.keys(positions.parse(after))),
  writeBefore: (trx, { before }) => placeProducts(trx, positions.parse(before)),
  scope: {
    subjectsOf: PRODUCT_SCOPE.subjectsOf,
    fieldsOf: ({ after }) => new Map(hasPosition(after) ? [['order', null]] : []),
  },
}

export async function placeProducts(trx: Trx, places: Positions): Promise<void> {
  const wanted = Object.entries(places).toSorted(([, one], [, other]) => one.position - other.position)
  const present = (await listOrder(trx)).map(({ product_id }) => product_id)
  const moved = new Set(wanted.map(([id]) => id))
  const ids = present.filter((id) => !moved.has(id))
  for (const [id, { position }] of wanted) ids.splice(position, 0, id)
  await writePositions(trx, ids, [...moved])
}

/** Whether a product was moved or new. */
function hasPosition(after: Json): boolean {
  return isObject(after) && (Object.hasOwn(after, 'position') || Object.values(after).some(hasPosition))
}
