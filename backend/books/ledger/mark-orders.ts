import { beforeCommit, type Trx } from '../../platform/database/database.ts'
import { postOrders } from './post-orders.ts'

type Marked = { ids: Set<string>; created: Set<string> }

const marked = new WeakMap<Trx, Marked>()

/** Writes the rows of locked orders at the end of this transaction; a payment without an order by its reference. */
export function markOrders(trx: Trx, orderIds: Iterable<string>): void {
  const { ids } = markedIn(trx)
  for (const id of orderIds) ids.add(id)
}

/** Marks orders that this transaction inserts. They need no lock, since no other transaction sees them. */
export function markNewOrders(trx: Trx, orderIds: readonly string[]): void {
  markOrders(trx, orderIds)
  const { created } = markedIn(trx)
  for (const id of orderIds) created.add(id)
}

function markedIn(trx: Trx): Marked {
  const known = marked.get(trx)
  if (known !== undefined) return known
  const { ids, created } = { ids: new Set<string>(), created: new Set<string>() }
  marked.set(trx, { ids, created })
  beforeCommit(trx, () => postOrders(trx, ids, created))
  return { ids, created }
}
