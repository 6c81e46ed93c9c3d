import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { type AuditEntry, findAuditEntry } from '../admin/audit/audit.repository.ts'
import type { ChangeContext } from '../admin/audit/write-audit.ts'
import type { Trx } from '../database/database.ts'
import { changeOrder } from './order-change.ts'
import { deleteNote, insertNote } from './order-notes.repository.ts'
import { orderUndoRule } from './order-undo.ts'

/** Notes something about an order, for the owner and helpers alone. Returns the id of the audit entry. */
export function noteOnOrder(
  context: ChangeContext,
  { orderId, note, seen }: { orderId: string; note: string; seen: number | null },
): Promise<number> {
  return changeOrder(context, { orderId, seen }, async (trx, _order, { now, actor }) => {
    const note_id = randomUUID()
    await insertNote(trx, { note_id, order_id: orderId, author: actor, note, noted_at: now.toISOString() })
    return { action: 'order.noted', before: { note_id, note: null }, after: { note_id, note } }
  })
}

/** Takes a note away, or puts it back. */
export const undoNote = orderUndoRule({
  presentOf: ({ notes }, { after }) => {
    const entry = z.safeParse(noteEntry, after)
    // Entries of earlier versions hold the text alone, so the note cannot be identified.
    if (!entry.success) return null
    const { note_id } = entry.data
    return { note_id, note: notes.find((note) => note.note_id === note_id)?.note ?? null }
  },
  writeBefore: async (trx, entry) => {
    const { note_id, note } = z.parse(noteEntry, entry.before)
    if (note === null) return deleteNote(trx, note_id)
    const { actor: author, at: noted_at } = await findFirstEntry(trx, entry)
    return insertNote(trx, { note_id, order_id: entry.subject.id, author, note, noted_at })
  },
})

/** The entry that noted it, as far back as the log goes: undos of undos name whoever pressed Undo. */
async function findFirstEntry(trx: Trx, entry: AuditEntry): Promise<AuditEntry> {
  let first = entry
  while (first.undoes !== null) {
    const undone = await findAuditEntry(trx, first.undoes)
    if (undone === null) return first
    first = undone
  }
  return first
}

const noteEntry = z.object({ note_id: z.string(), note: z.nullable(z.string()) })
