import { beforeCommit, type Trx } from '../../platform/database/database.ts'
import { postOrders } from './post-orders.ts'

const marked = new WeakMap<Trx, Set<string>>()

/**
 * Has the rows of orders written at the end of this transaction, which changes their money. A payment without an order is
 * named by its reference. The caller has locked the orders.
 */
export function markOrders(trx: Trx, orderIds: Iterable<string>): void {
  const known = marked.get(trx)
  const ids = known ?? new Set<string>()
  for (const id of orderIds) ids.add(id)
  if (known !== undefined) return
  marked.set(trx, ids)
  beforeCommit(trx, () => postOrders(trx, ids))
}
