import { inTransaction, type Trx } from '../database/database.ts'
import { AppError } from '../errors/app-error.ts'
import { type AuditEntry, findAuditEntry, listLaterEntries } from './audit.repository.ts'
import { canonicalJson, isObject, type Json } from './json.ts'
import { type ChangeContext, writeAudit } from './write-audit.ts'

/** How changes of one action are taken back. */
export type UndoRule = {
  /**
   * The present of what the entry's `after` describes, in the same fields, `null` where there is nothing. Locks it: what
   * was read stays until the transaction ends.
   */
  readPresent: (trx: Trx, entry: AuditEntry) => Promise<Json>
  /** Writes the entry's `before` in place of the present, with what goes with it: versions bumped, mails in the outbox. */
  writeBefore: (trx: Trx, entry: AuditEntry, context: { now: Date; actor: string }) => Promise<void>
  /** Helpers may not take such a change back. */
  ownersOnly?: true
}

const OWNERS_ONLY = 'Only an owner of the shop may take this change back.'

/** The rules by action; an action without one cannot be undone. */
export type UndoRules = Readonly<Record<string, UndoRule>>

/**
 * Takes a change back and notes that as a change of its own, which can be undone as well. Refuses where the present is
 * no longer what the change made of it, and says which later change stands in the way. Answers the new entry's id.
 */
export async function undoChange(
  { database, clock, actor, rules, isOwner = true }: ChangeContext & { rules: UndoRules; isOwner?: boolean },
  id: number,
): Promise<{ id: number; undone: AuditEntry }> {
  return inTransaction(database, async (trx) => {
    const entry = await findAuditEntry(trx, id)
    if (entry === null) throw new AppError('not_found', `There is no change ${id}.`)
    const rule = Object.hasOwn(rules, entry.action) ? rules[entry.action] : undefined
    if (rule === undefined) throw new AppError('conflict', `Change ${id} (${entry.action}) cannot be undone.`)
    if (rule.ownersOnly === true && !isOwner) throw new AppError('forbidden', OWNERS_ONLY)
    const present = await rule.readPresent(trx, entry)
    if (canonicalJson(present) !== canonicalJson(entry.after)) throw await conflictWith(trx, entry)
    const now = clock()
    await rule.writeBefore(trx, entry, { now, actor })
    const { action, subject, before, after } = entry
    const undo = { at: now, actor, action, subject, before: after, after: before, undoes: id }
    return { id: await writeAudit(trx, undo), undone: entry }
  })
}

async function conflictWith(trx: Trx, entry: AuditEntry): Promise<AppError> {
  const later = (await listLaterEntries(trx, entry)).find((other) => concernsSame(entry, other))
  return new AppError('conflict', `Change ${entry.id} cannot be undone: ${reasonOf(entry, later)}`)
}

function reasonOf({ id, subject }: AuditEntry, later: AuditEntry | undefined): string {
  if (later === undefined) return `${subject.kind} ${subject.id} has changed since then.`
  const what = `change ${later.id} (${later.action} at ${later.at.slice(0, 16).replace('T', ' ')} by ${later.actor})`
  return later.undoes === id ? `${what} did so already.` : `${what} stands in the way.`
}

/** Entries that hold fields concern the same where they share one; any other value is the whole subject. */
function concernsSame({ after }: AuditEntry, { after: other }: AuditEntry): boolean {
  if (!isObject(after) || !isObject(other)) return true
  return Object.keys(after).some((key) => Object.hasOwn(other, key))
}
