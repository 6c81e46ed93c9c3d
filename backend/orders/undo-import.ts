import * as z from 'zod/mini'
import type { UndoRule } from '../admin/audit/undo-change.ts'
import { AppError } from '../http/errors/app-error.ts'
import { deleteImport, findImport, lockImport } from './order-imports.repository.ts'

/**
 * Removes the orders of an import, as long as nothing was done with any of them. The removal itself cannot be undone: the
 * file is imported again.
 */
export const undoImport: UndoRule = {
  lock: async (trx, { subject, before }) => {
    if (before !== null) throw new AppError('conflict', 'The orders are gone. Please import the file again.')
    await lockImport(trx, subject.id)
    const { changed } = await findImport(trx, subject.id)
    if (changed !== null) throw new AppError('conflict', `Order ${changed} of this import has changed since then.`)
  },
  readPresent: async (database, { subject, after }) => {
    const { orders, changed } = await findImport(database, subject.id)
    return after !== null && changed === null && orders === state.parse(after).orders ? after : { orders }
  },
  writeBefore: (trx, { subject }) => deleteImport(trx, subject.id),
}

const state = z.object({ orders: z.int() })
