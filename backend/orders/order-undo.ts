import type { AuditEntry } from '../audit/audit.repository.ts'
import type { Json } from '../audit/json.ts'
import type { UndoRule } from '../audit/undo-change.ts'
import type { Database } from '../database/database.ts'
import { requireOrder } from './order-change.ts'
import { listNotes, type OrderNote } from './order-notes.repository.ts'
import { listRefunds, type Refund } from './order-refunds.repository.ts'
import type { StoredOrder } from './orders.repository.ts'

/** An order with all that its changes are compared with before one is undone. */
export type OrderState = { order: StoredOrder; refunds: readonly Refund[]; notes: readonly OrderNote[] }

/**
 * How a change of an order is undone. `presentOf` reads without a lock what `readPresent` reads under one, so that the
 * order's history offers no undo that would be refused.
 */
export type OrderUndoRule = UndoRule & { presentOf: (state: OrderState, entry: AuditEntry) => Json }

export async function readOrderState(database: Database, order: StoredOrder): Promise<OrderState> {
  const { order_id } = order
  return { order, refunds: await listRefunds(database, order_id), notes: await listNotes(database, order_id) }
}

/** The rule of a change whose values are all in the order. */
export function orderUndoRule({ presentOf, writeBefore }: Omit<OrderUndoRule, 'readPresent'>): OrderUndoRule {
  return {
    presentOf,
    readPresent: async (trx, entry) => {
      const order = await requireOrder(trx, entry.subject.id)
      return presentOf(await readOrderState(trx, order), entry)
    },
    writeBefore,
  }
}
