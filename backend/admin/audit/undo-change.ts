import { type Database, inTransaction, type Trx } from '../../database/database.ts'
import { AppError } from '../../http/errors/app-error.ts'
import { readActorNames } from '../admins.repository.ts'
import { type AuditEntry, findAuditEntry, findUndo, type LaterEntry, readLaterEntries } from './audit.repository.ts'
import { canonicalJson, type Json } from './json.ts'
import { haveCommonField, OWN_SCOPE, type UndoScope } from './undo-scope.ts'
import { type ChangeContext, writeAudit } from './write-audit.ts'

/** How changes of one action are undone. */
export type UndoRule = {
  /** Locks what was changed until the transaction ends. May throw why such a change is never undone. */
  lock: (trx: Trx, entry: AuditEntry) => Promise<unknown>
  /**
   * The current values of the fields in the entry's `after`; `null` when the subject does not exist. It changes nothing, so
   * that lists offer no undo that would be refused.
   */
  readPresent: (database: Database, entry: AuditEntry) => Promise<Json>
  /**
   * Writes the entry's `before`, with side effects such as bumping versions and queueing mails. Returns what the undo's own
   * entry holds of that instead, if it differs, as by the id of a mail.
   */
  writeBefore: (trx: Trx, entry: AuditEntry, context: { now: Date; actor: string }) => Promise<void> | Promise<Json>
  /** Helpers may not undo such a change. */
  ownersOnly?: true
  /** Its undo cannot be undone itself, so that nobody is offered that. */
  isUndoFinal?: true
  /** Where values of a subject are changed under other subjects too; without it only its own entries are searched. */
  scope?: UndoScope
}

const OWNERS_ONLY = 'Only an owner of the shop may undo this change.'

/** The rules by action; actions without one cannot be undone. */
export type UndoRules = Readonly<Record<string, UndoRule>>

/** The rule of an action; `undefined` for one that cannot be undone. */
export function findUndoRule<R extends UndoRule>(rules: Readonly<Record<string, R>>, action: string): R | undefined {
  return Object.hasOwn(rules, action) ? rules[action] : undefined
}

export function mayUndo({ ownersOnly }: UndoRule, isOwner: boolean): boolean {
  return isOwner || ownersOnly !== true
}

/**
 * Undoes a change and writes an entry for that, which can be undone as well unless `isFinal`. Throws when the current
 * values are no longer those of the change, and names the later change.
 */
export async function undoChange(
  { database, clock, actor, rules, isOwner = true }: ChangeContext & { rules: UndoRules; isOwner?: boolean },
  id: number,
): Promise<{ id: number; undone: AuditEntry; isFinal: boolean }> {
  return inTransaction(database, async (trx) => {
    const entry = await findAuditEntry(trx, id)
    if (entry === null) throw new AppError('not_found', `There is no change ${id}.`)
    const rule = findUndoRule(rules, entry.action)
    if (rule === undefined) throw new AppError('conflict', `Change ${id} (${entry.action}) cannot be undone.`)
    if (!mayUndo(rule, isOwner)) throw new AppError('forbidden', OWNERS_ONLY)
    await rule.lock(trx, entry)
    if (!(await isPresent(trx, rule, entry))) throw await conflictWith(trx, rule, entry)
    const now = clock()
    const { action, subject, before, after } = entry
    const written = (await rule.writeBefore(trx, entry, { now, actor })) ?? before
    const undo = { at: now, actor, action, subject, before: after, after: written, undoes: id }
    return { id: await writeAudit(trx, undo), undone: entry, isFinal: rule.isUndoFinal === true }
  })
}

/** Whether the current values are those of a change, so that nothing newer would be lost by its undo. */
export async function isPresent(database: Database, rule: UndoRule, entry: AuditEntry): Promise<boolean> {
  return canonicalJson(await rule.readPresent(database, entry)) === canonicalJson(entry.after)
}

async function conflictWith(trx: Trx, rule: UndoRule, entry: AuditEntry): Promise<AppError> {
  const nameOf = await readActorNames(trx)
  const undo = await findUndo(trx, entry)
  if (undo !== null) {
    const message = `Change ${entry.id} is undone already (change ${undo.id}, by ${nameOf(undo.actor)}).`
    return new AppError('conflict', message)
  }
  const later = await findLaterChange(trx, rule, entry)
  return new AppError('conflict', messageOf(entry, later, nameOf))
}

function messageOf({ id, subject }: AuditEntry, later: LaterEntry | null, nameOf: (actor: string) => string): string {
  if (later === null) return `Change ${id} cannot be undone: ${subject.kind} ${subject.id} has changed since then.`
  const what = `change ${later.id} (${later.action.replaceAll(/[._]/g, ' ')}, by ${nameOf(later.actor)})`
  return `Change ${id} cannot be undone while a later one stands in the way: ${what}. Please undo that one first.`
}

/** The newest later change of a value that the entry changed. */
async function findLaterChange(
  trx: Trx,
  { scope = OWN_SCOPE }: UndoRule,
  entry: AuditEntry,
): Promise<LaterEntry | null> {
  const changed = scope.fieldsOf(entry)
  for await (const later of readLaterEntries(trx, { id: entry.id, subjects: scope.subjectsOf(entry.subject) })) {
    if (haveCommonField(changed, scope.fieldsOf(later))) return later
  }
  return null
}
