import { isDeepStrictEqual } from 'node:util'
import { packInParts, unpack } from '../../platform/lib/packed.ts'
import type { ProductDraft } from '../catalog.repository.ts'
import { PRODUCT_COLUMNS } from '../product-columns.ts'
import { differencesOfPairs } from '../products/product-states.ts'
import { compareProducts, type ProductChanges } from './catalog-changes.ts'
import { type ReadProduct, readProductsTable, type TableBase, type TableErrors } from './products-table.ts'

/** Products that are staged at a time, so that others can write in between. */
const PRODUCTS_PER_PART = 100

/** `preview`: whether the changes are shown, and not made. */
type PackOptions = { stock: boolean; preview: boolean; day: string }

/** What a table changes, in `changes` as it is shown: `parts` are new and changed products, `columns` those that differ in products of the shop. */
export type PackedTable = TableErrors & {
  parts: Uint8Array[]
  /** Of each product its place among them by id, in which every change locks products. */
  places: number[]
  count: number
  columns: (typeof PRODUCT_COLUMNS)[number][]
  formerSlugs: { product_id: string; slug: string }[]
  changes: ProductChanges
  /** As JSON, which takes less memory than the objects. */
  differences: { before: string; after: string } | null
}

/** Reads and compares a table, in a thread of its own. */
export function packProductsTable(csv: Uint8Array, base: TableBase, { stock, preview, day }: PackOptions): PackedTable {
  const columns = new Set<(typeof PRODUCT_COLUMNS)[number]>()
  const formerSlugs: PackedTable['formerSlugs'] = []
  const changes: ProductChanges = { added: [], changed: [], gone: [], reordered: false, large_price_changes: [] }
  const packed = packInParts<ReadProduct>(PRODUCTS_PER_PART)
  const ids: string[] = []
  let count = 0
  const told = readProductsTable(csv, base, { stock }, (product) => {
    const { before, after } = product
    const { added, changed, large_price_changes } = compareProducts(asCatalog(before), asCatalog(after), {
      stock: true,
      day,
    })
    if (added.length + changed.length === 0) return
    changes.large_price_changes.push(...large_price_changes)
    count += 1
    if (preview) {
      changes.added.push(...added)
      changes.changed.push(...changed)
      return
    }
    packed.add(product)
    ids.push(after.product_id)
    if (before === null) return
    for (const column of PRODUCT_COLUMNS) if (!isDeepStrictEqual(before[column], after[column])) columns.add(column)
    if (before.slug !== after.slug) formerSlugs.push({ product_id: before.product_id, slug: before.slug })
  })
  const parts = told.errorCount === 0 ? packed.end() : []
  const differences = parts.length === 0 ? null : differencesOfPairs(readAll(parts), count)
  return { ...told, parts, places: placesOf(ids), count, columns: [...columns], formerSlugs, changes, differences }
}

function placesOf(ids: readonly string[]): number[] {
  const places = new Map(ids.toSorted().map((id, place) => [id, place]))
  return ids.map((id) => places.get(id) ?? 0)
}

function asCatalog(product: ProductDraft | null) {
  return { products: product === null ? [] : [product], formerSlugs: new Map() }
}

function* readAll(parts: readonly Uint8Array[]): Generator<ReadProduct> {
  for (const part of unpack<ReadProduct[]>(parts)) yield* part
}
