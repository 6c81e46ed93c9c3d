import { readActorNames } from '../admin/actor-names.ts'
import { readLaterEntries } from '../audit/audit.repository.ts'
import type { Trx } from '../database/database.ts'
import { PRODUCT_SCOPE } from './product-states.ts'

/** Changes of stock leave the version of a product as it is. */
const STOCK_ACTIONS: readonly string[] = ['product.stock_changed', 'products.stock_set']

/** Who has changed a product last, by name; `null` where the log of changes no longer says so. */
export async function findLastEditor(trx: Trx, productId: string): Promise<string | null> {
  const subjects = PRODUCT_SCOPE.subjectsOf({ kind: 'product', id: productId })
  for await (const entry of readLaterEntries(trx, { id: 0, subjects })) {
    if (STOCK_ACTIONS.includes(entry.action) || !PRODUCT_SCOPE.fieldsOf(entry).has(productId)) continue
    return (await readActorNames(trx))(entry.actor)
  }
  return null
}
