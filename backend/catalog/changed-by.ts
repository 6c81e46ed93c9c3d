import { nameLastEditor } from '../admin/audit/last-editor.ts'
import type { Trx } from '../database/database.ts'
import { PRODUCT_SCOPE } from './product-states.ts'

/** Changes of stock leave the version of a product as it is. */
const STOCK_ACTIONS: readonly string[] = ['product.stock_changed', 'products.stock_set']

/** Who has changed a product last, by name, as the subject of a sentence. */
export function nameLastProductEditor(trx: Trx, productId: string): Promise<string> {
  const subjects = PRODUCT_SCOPE.subjectsOf({ kind: 'product', id: productId })
  return nameLastEditor(
    trx,
    subjects,
    (entry) => !STOCK_ACTIONS.includes(entry.action) && PRODUCT_SCOPE.fieldsOf(entry).has(productId),
  )
}
