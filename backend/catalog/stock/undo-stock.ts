import { setImmediate as nextTurn } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { AuditEntry, ChangeContext } from '../../admin/audit/audit.repository.ts'
import type { Json } from '../../admin/audit/canonical-json.ts'
import type { PreparedUndo, UndoRule } from '../../admin/audit/undo-change.ts'
import { bumpCatalogVersion, readProductsVersion } from '../../platform/database/catalog-version/catalog-version.ts'
import { chunksOf } from '../../platform/database/queries.ts'
import { packChange } from '../products/pack-change.ts'
import { PRODUCT_SCOPE } from '../products/product-scope.ts'
import { findProducts } from '../products/products.repository.ts'
import { requireStockLeft } from '../products/restore-products.ts'
import { prepareChange } from '../products/write-change.ts'
import { MAX_STOCK } from '../stock.repository.ts'
import { READ_AT_ONCE, stockRefusal } from './change-stock.ts'

/** Undoes a change of stock by its difference, so later sales stay. */
export const undoStock: UndoRule = {
  lock: bumpCatalogVersion,
  readPresent: async (database, entry) => {
    for (const some of chunksOf(Object.keys(stocksOf(entry, entry.after)))) {
      const present = await findProducts(database, some)
      if (present.size < some.length) return null
      // SQLite's statements run in this thread.
      await nextTurn()
    }
    return entry.after
  },
  writeBefore: { prepare: prepareStock },
  scope: PRODUCT_SCOPE,
}

const one = z.object({ stock_quantity: z.int() })
const several = z.object({ stock: z.record(z.string(), z.int()) })

function stocksOf({ subject }: Pick<AuditEntry, 'subject'>, value: Json): Record<string, number> {
  if (subject.kind === 'product') return { [subject.id]: one.parse(value).stock_quantity }
  return several.parse(value).stock
}

async function prepareStock(
  context: Pick<ChangeContext, 'database' | 'clock'>,
  entry: AuditEntry,
): Promise<PreparedUndo | null> {
  const { database } = context
  const [before, after] = [stocksOf(entry, entry.before), stocksOf(entry, entry.after)]
  const version = await readProductsVersion(database)
  const packing = packChange()
  for (const some of chunksOf(Object.keys(before), READ_AT_ONCE)) {
    const present = await findProducts(database, some)
    if (present.size < some.length) return null
    for (const [id, { version: _, ...product }] of present) {
      const delta = (before[id] ?? 0) - (after[id] ?? 0)
      const stock_quantity = product.stock_quantity + delta
      if (stock_quantity < 0 || stock_quantity > MAX_STOCK) throw stockRefusal(product, delta)
      if (delta !== 0) packing.add({ before: product, after: { ...product, stock_quantity } })
    }
    // SQLite's statements run in this thread.
    await nextTurn()
  }
  return prepareChange(context, packing.end(), version, requireStockLeft)
}
