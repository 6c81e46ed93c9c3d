import { isDeepStrictEqual } from 'node:util'
import { packInParts } from '../../platform/lib/packed.ts'
import type { ProductDraft, StoredPicture } from '../catalog.repository.ts'
import { PRODUCT_COLUMNS } from '../product-columns.ts'
import { collectDifferences, type Differences } from './product-states.ts'

const PRODUCTS_PER_PART = 100

/** `before` is `null` for a new one. */
export type ChangedProduct = { before: ProductDraft | null; after: ProductDraft }

/** A packed change of thousands of products. `columns` and `pictures` are those that differ. */
export type PackedChange = {
  parts: Uint8Array[]
  /** Each product's place by id: the order in which changes lock products. */
  places: number[]
  count: number
  columns: (typeof PRODUCT_COLUMNS)[number][]
  pictures: boolean
  formerSlugs: { product_id: string; slug: string }[]
  /** For the audit log; `null` without any. */
  differences: Differences | null
}

type Packing = {
  add: (product: ChangedProduct) => void
  /** A deleted product is only in the differences. */
  remove: (product: ProductDraft) => void
  end: () => PackedChange
}

export function packChange(): Packing {
  const columns = new Set<(typeof PRODUCT_COLUMNS)[number]>()
  const formerSlugs: PackedChange['formerSlugs'] = []
  const packed = packInParts<ChangedProduct>(PRODUCTS_PER_PART)
  const differences = collectDifferences()
  const ids: string[] = []
  let pictures = false
  return {
    add: (product) => {
      const { before, after } = product
      packed.add(product)
      differences.add(product)
      ids.push(after.product_id)
      pictures ||= hasOtherPictures(product)
      if (before === null) return
      for (const column of PRODUCT_COLUMNS) if (!isDeepStrictEqual(before[column], after[column])) columns.add(column)
      if (before.slug !== after.slug) formerSlugs.push({ product_id: before.product_id, slug: before.slug })
    },
    remove: (before) => differences.add({ before, after: null }),
    end: () => ({
      parts: packed.end(),
      places: placesOf(ids),
      count: ids.length,
      columns: [...columns],
      pictures,
      formerSlugs,
      differences: differences.end(),
    }),
  }
}

export function hasOtherPictures({ before, after }: ChangedProduct): boolean {
  return !isDeepStrictEqual(before?.pictures.map(shownPart) ?? [], after.pictures.map(shownPart))
}

function shownPart({ file, alt }: StoredPicture) {
  return { file, alt }
}

function placesOf(ids: readonly string[]): number[] {
  const places = new Map(ids.toSorted().map((id, place) => [id, place]))
  return ids.map((id) => places.get(id) ?? 0)
}
