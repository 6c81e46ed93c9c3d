import { collectGarbage } from '../../platform/http/collect-garbage.ts'
import type { ProductDraft } from '../catalog.repository.ts'
import { type PackedChange, packChange } from '../products/pack-change.ts'
import { compareProducts, type ProductChanges } from './catalog-changes.ts'
import { type PackedRows, parseProductsTable, type TableBase, type TableErrors } from './products-table.ts'

/** `preview`: changes are shown, not made. */
type PackOptions = { stock: boolean; preview: boolean; day: string }

/** `changes` for display. After errors there is no change. */
export type PackedTable = TableErrors & PackedChange & { changes: ProductChanges }

/** Compares a table with the shop, in a thread. */
export function packProductsTable(
  rows: PackedRows,
  base: TableBase,
  { stock, preview, day }: PackOptions,
): PackedTable {
  const changes: ProductChanges = { added: [], changed: [], gone: [], reordered: false, large_price_changes: [] }
  let packing = packChange()
  const told = parseProductsTable(rows, base, { stock }, (product) => {
    // The table left three times as much garbage as products would gather.
    collectGarbage()
    const { added, changed, large_price_changes } = compareProducts(
      asCatalog(product.before),
      asCatalog(product.after),
      {
        stock: true,
        day,
      },
    )
    if (added.length + changed.length === 0) return
    changes.large_price_changes.push(...large_price_changes)
    if (!preview) return packing.add(product)
    changes.added.push(...added)
    changes.changed.push(...changed)
  })
  if (told.errorCount > 0) packing = packChange()
  return { ...told, ...packing.end(), changes }
}

function asCatalog(product: ProductDraft | null) {
  return { products: product === null ? [] : [product], formerSlugs: new Map() }
}
