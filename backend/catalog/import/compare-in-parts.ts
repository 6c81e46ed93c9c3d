import type { Database } from '../../platform/database/database.ts'
import { chunksOf } from '../../platform/database/queries.ts'
import { isWritten } from '../catalog.repository.ts'
import { type PackedChange, packChange } from '../products/pack-change.ts'
import { findProducts, listProductNames } from '../products/products.repository.ts'
import type { TakenStock } from '../products/staged-products.repository.ts'
import { compareProducts, type ProductChanges } from './catalog-changes.ts'
import type { CatalogRow } from './catalog-file.ts'

type CompareOptions = {
  formerSlugs: ReadonlyMap<string, readonly string[]>
  /** Without it products keep their stock. */
  stock: boolean
  /** Changes are shown, not made. */
  preview: boolean
  day: string
}

/** `gone`: deleted products with their stocks when compared. */
type Compared = { changes: ProductChanges; change: PackedChange; gone: TakenStock[] }

/** Compares rows of a file with the shop in parts: 50,000 at once take some 400 MB. */
export function compareInParts({ formerSlugs, stock, preview, day }: CompareOptions) {
  const changes: ProductChanges = { added: [], changed: [], gone: [], reordered: false, large_price_changes: [] }
  const packing = packChange()
  const ids = new Set<string>()
  let last = { position: Number.NEGATIVE_INFINITY, product_id: '' }

  function take(rows: readonly CatalogRow[]): void {
    const compared = compareProducts(
      { products: rows.flatMap(({ before }) => before ?? []), formerSlugs },
      {
        products: rows.map(({ product }) => product),
        formerSlugs: new Map(rows.map((row) => [row.product.product_id, row.formerSlugs])),
      },
      { stock, day },
    )
    changes.added.push(...compared.added)
    changes.changed.push(...compared.changed)
    changes.large_price_changes.push(...compared.large_price_changes)
    for (const { before, product } of rows) {
      ids.add(product.product_id)
      const after = stock || before === null ? product : { ...product, stock_quantity: before.stock_quantity }
      if (!preview && (before === null || isWritten(before, after))) packing.add({ before, after })
      if (before === null) continue
      changes.reordered ||= isBehind(last, before)
      last = before
    }
  }

  async function end(database: Database): Promise<Compared> {
    const names = (await listProductNames(database)).filter(({ product_id }) => !ids.has(product_id))
    changes.gone = names.map(({ product_id: key, product_name: name }) => ({ key, name }))
    const gone: TakenStock[] = []
    for (const some of preview ? [] : chunksOf(names.map(({ product_id }) => product_id).toSorted())) {
      for (const product of (await findProducts(database, some)).values()) {
        packing.remove(product)
        gone.push({ product_id: product.product_id, stock: product.stock_quantity, left: 0 })
      }
    }
    return { changes, change: packing.end(), gone }
  }

  return { take, end }
}

type Placed = { position: number; product_id: string }

function isBehind(one: Placed, other: Placed): boolean {
  return one.position > other.position || (one.position === other.position && one.product_id > other.product_id)
}
