import * as z from 'zod/mini'
import type { UndoRule } from '../audit/undo-change.ts'
import { AppError } from '../errors/app-error.ts'
import { deleteImport, lockImport } from './order-imports.repository.ts'

/**
 * Removes the orders of an import, as long as nothing was done with any of them. The removal itself cannot be undone: the
 * file is imported again.
 */
export const undoImport: UndoRule = {
  readPresent: async (trx, { subject, after }) => {
    const orders = await lockImport(trx, subject.id)
    if (after === null) return orders.length === 0 ? null : { orders: orders.length }
    const changed = orders.find(({ isUntouched }) => !isUntouched)
    if (changed !== undefined) {
      throw new AppError('conflict', `Order ${changed.orderId} of this import has changed since then.`)
    }
    return orders.length === state.parse(after).orders ? after : { orders: orders.length }
  },
  writeBefore: async (trx, { subject, before }) => {
    if (before !== null) throw new AppError('conflict', 'The orders are gone. Please import the file again.')
    await deleteImport(trx, subject.id)
  },
}

const state = z.object({ orders: z.int() })
