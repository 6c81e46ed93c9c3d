import { type AuditEntry, findLastUndo } from '../admin/audit/audit.repository.ts'
import { isObject, type Json } from '../admin/audit/json.ts'
import type { UndoRule } from '../admin/audit/undo-change.ts'
import { fieldsOfSubject, OWN_SCOPE, type UndoScope } from '../admin/audit/undo-scope.ts'
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

/** The subject of a change of several orders at once. Imports have a subject of the same kind, with a number. */
export const SEVERAL_ORDERS = { kind: 'orders', id: 'several' } as const

/** What becomes of an order is changed by itself or together with others. */
export const ORDER_SCOPE: UndoScope = {
  subjectsOf: ({ kind, id }) => [
    kind === SEVERAL_ORDERS.kind ? { kind: 'order' } : { kind: 'order', id },
    SEVERAL_ORDERS,
  ],
  fieldsOf: (entry) => {
    const { subject, after } = entry
    if (subject.kind !== SEVERAL_ORDERS.kind) return fieldsOfSubject(entry)
    const states = isObject(after) ? Object.entries(after) : []
    return new Map(states.map(([id, state]) => [id, isObject(state) ? Object.keys(state) : null]))
  },
}

/** The rule of a change whose values are all in the order. */
export function orderUndoRule({
  presentOf,
  writeBefore,
  scope = OWN_SCOPE,
}: Pick<OrderUndoRule, 'presentOf' | 'writeBefore' | 'scope'>): OrderUndoRule {
  return {
    presentOf,
    lock: (trx, { subject }) => requireOrder(trx, subject.id),
    readPresent: readPresentBy(presentOf),
    writeBefore,
    scope,
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
