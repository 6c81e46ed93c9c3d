import { type AuditEntry, findLastUndo } from '../audit/audit.repository.ts'
import type { Json } from '../audit/json.ts'
import type { UndoRule } from '../audit/undo-change.ts'
import type { Database } from '../database/database.ts'
import { requireOrder } from './order-change.ts'
import { listNotes, type OrderNote } from './order-notes.repository.ts'
import { listRefunds, type Refund } from './order-refunds.repository.ts'
import { findOrder, type StoredOrder } from './orders.repository.ts'

/** An order with all that its changes are compared with before one is undone. */
export type OrderState = { order: StoredOrder; refunds: readonly Refund[]; notes: readonly OrderNote[] }

type PresentOf = (state: OrderState, entry: AuditEntry) => Json

/** How a change of an order is undone. `presentOf` is what `readPresent` makes of the order as the history has read it. */
export type OrderUndoRule = UndoRule & { presentOf: PresentOf }

export async function readOrderState(database: Database, order: StoredOrder): Promise<OrderState> {
  const { order_id } = order
  return { order, refunds: await listRefunds(database, order_id), notes: await listNotes(database, order_id) }
}

/** The rule of a change whose values are all in the order. */
export function orderUndoRule({
  presentOf,
  writeBefore,
}: Pick<OrderUndoRule, 'presentOf' | 'writeBefore'>): OrderUndoRule {
  return {
    presentOf,
    lock: (trx, { subject }) => requireOrder(trx, subject.id),
    readPresent: readPresentBy(presentOf),
    writeBefore,
  }
}

/**
 * The current values of a change of an order; `null` when that is gone. Also of a change that was undone and made again:
 * the mail that the shopper gets of it is that of the last entry.
 */
export function readPresentBy(presentOf: PresentOf): UndoRule['readPresent'] {
  return async (database, entry) => {
    const order = await findOrder(database, entry.subject.id)
    if (order === null || (await findLastUndo(database, entry)) !== null) return null
    return presentOf(await readOrderState(database, order), entry)
  }
}
