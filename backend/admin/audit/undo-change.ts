import { type Person, RIGHT_NAMES } from '@shop/contract/access/helper-rights'
import { type Database, inTransaction, type Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { readActorNames } from '../access/admins.repository.ts'
import {
  type AuditEntry,
  type ChangeContext,
  canonicalJson,
  findAuditEntry,
  findUndo,
  isObject,
  type Json,
  type LaterEntry,
  readLaterEntries,
  type Subject,
  type SubjectFilter,
  writeAudit,
} from './audit.repository.ts'
import { type AuditSubjects, maySeeSubject } from './audit-subjects.repository.ts'

export type UndoRule = {
  /** Locks what was changed until the transaction ends. May throw why such a change is never undone. */
  lock: (trx: Trx, entry: AuditEntry) => Promise<unknown>
  /**
   * The current values of the fields in the entry's `after`; `null` when the subject does not exist. It changes nothing, so
   * that lists offer no undo that would be refused.
   */
  readPresent: (database: Database, entry: AuditEntry) => Promise<Json>
  /**
   * A number that each change of such values makes larger, and `lock` by one. With it they are compared before the transaction,
   * and once more in it only if someone has changed one since: thousands of products take seconds.
   */
  version?: (database: Database) => Promise<number>
  /** Writes the entry's `before`, with side effects such as bumping versions and queueing mails. `actor`: who undoes it. */
  writeBefore: (trx: Trx, entry: AuditEntry, now: Date, actor: string) => Promise<void>
  /** Does the rest once the undo is written: what would keep others waiting in its transaction. A job does it if this one dies. */
  finish?: (context: Pick<ChangeContext, 'database' | 'clock'>, entry: AuditEntry, now: Date) => Promise<unknown>
  ownersOnly?: true
  /** Where values of a subject are changed under other subjects too; without it only its own entries are searched. */
  scope?: UndoScope
}

const OWNERS_ONLY = 'Only an owner can undo this change.'
const NOT_YOURS = 'You can’t undo this change.'

/** The person who runs a command. */
const OWNER: Person = { role: 'owner', rights: RIGHT_NAMES }

declare module '../../platform/module.ts' {
  interface ShopModule {
    /** How each of its actions in the audit log is undone. */
    undoRules?: UndoRules
  }
}

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
 * Undoes a change and writes an entry for that, which cannot be undone itself. Throws when the current values are no longer
 * those of the change, and names the later change.
 */
export async function undoChange(
  {
    database,
    clock,
    actor,
    rules,
    subjects = {},
    person = OWNER,
  }: ChangeContext & { rules: UndoRules; subjects?: AuditSubjects; person?: Person },
  id: number,
): Promise<{ id: number; undone: AuditEntry }> {
  const seen = await comparePresent(database, rules, id)
  const { finish, now, ...written } = await inTransaction(database, async (trx) => {
    const entry = await findAuditEntry(trx, id)
    if (entry === null) throw new AppError('not_found', `There is no change ${id}.`)
    const rule = findUndoRule(rules, entry.action)
    if (rule === undefined) throw new AppError('conflict', `Change ${id} (${entry.action}) cannot be undone.`)
    if (!maySeeSubject(subjects, entry.subject.kind, person)) throw new AppError('forbidden', NOT_YOURS)
    if (!mayUndo(rule, person.role === 'owner')) throw new AppError('forbidden', OWNERS_ONLY)
    if (entry.undoes !== null) {
      throw new AppError(
        'conflict',
        `Change ${id} is an undo, and cannot be undone itself. Please make the change again.`,
      )
    }
    await rule.lock(trx, entry)
    const undo = await findUndo(trx, entry)
    if (undo !== null) {
      const who = (await readActorNames(trx))(undo.actor)
      throw new AppError('conflict', `Change ${id} has already been undone (change ${undo.id}, by ${who}).`)
    }
    const isUnchanged = seen !== null && (await rule.version?.(trx)) === seen + 1
    if (!isUnchanged && !(await isPresent(trx, rule, entry)))
      throw new AppError('conflict', await describeConflict(trx, rule, entry))
    const now = clock()
    const { action, subject, before, after } = entry
    await rule.writeBefore(trx, entry, now, actor)
    const undoing = { at: now, actor, action, subject, before: after, after: before, undoes: id }
    return { id: await writeAudit(trx, undoing), undone: entry, finish: rule.finish, now }
  })
  // The undo is made, whatever happens to the rest of it.
  await finish?.({ database, clock }, written.undone, now).catch(() => {})
  return written
}

/** The version at which an undo of a change would be made; `null` where that is not known. */
async function comparePresent(database: Database, rules: UndoRules, id: number): Promise<number | null> {
  const entry = await findAuditEntry(database, id)
  const rule = entry === null ? undefined : findUndoRule(rules, entry.action)
  if (entry === null || rule?.version === undefined) return null
  const version = await rule.version(database)
  return (await isPresent(database, rule, entry)) ? version : null
}

/** Whether an undo of a change would be made: it is in effect, and nothing newer would be lost. */
export async function isUndoable(database: Database, rule: UndoRule, entry: AuditEntry): Promise<boolean> {
  if (entry.undoes !== null) return false
  return (await isPresent(database, rule, entry)) && (await findUndo(database, entry)) === null
}

async function isPresent(database: Database, rule: UndoRule, entry: AuditEntry): Promise<boolean> {
  return canonicalJson(await rule.readPresent(database, entry)) === canonicalJson(entry.after)
}

async function describeConflict(trx: Trx, rule: UndoRule, entry: AuditEntry): Promise<string> {
  const { id, subject } = entry
  const later = await findLaterChange(trx, rule, entry)
  if (later === null) return `Change ${id} cannot be undone: ${subject.kind} ${subject.id} has changed since then.`
  const who = (await readActorNames(trx))(later.actor)
  const what = `change ${later.id} (${later.action.replaceAll(/[._]/g, ' ')}, by ${who})`
  const remedy = later.undoes === null ? ' Please undo that one first.' : ''
  return `Change ${id} cannot be undone because of a later one: ${what}.${remedy}`
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

/** An entry's changed fields by the id of their subject; `null` for a whole subject. */
export type ChangedFields = ReadonlyMap<string, readonly string[] | null>

/** How the later change that stands in the way of an undo is found. */
export type UndoScope = {
  /** Under which subjects changes of the same values are logged. */
  subjectsOf: (subject: Subject) => readonly SubjectFilter[]
  fieldsOf: (entry: Pick<AuditEntry, 'subject' | 'after'>) => ChangedFields
}

/** Values that are changed under a single subject. */
export const OWN_SCOPE: UndoScope = { subjectsOf: (subject) => [subject], fieldsOf: fieldsOfSubject }

/** An entry with fields changed these; any other value is the whole subject. */
export function fieldsOfSubject({ subject, after }: Pick<AuditEntry, 'subject' | 'after'>): ChangedFields {
  return new Map([[subject.id, isObject(after) ? Object.keys(after) : null]])
}

function haveCommonField(changed: ChangedFields, other: ChangedFields): boolean {
  return [...other].some(([id, fields]) => {
    const own = changed.get(id)
    if (own === undefined) return false
    return own === null || fields === null || fields.some((field) => own.includes(field))
  })
}

type Entry = Parameters<UndoScope['fieldsOf']>[0] & { action: string }

/** Who has made the last change of these subjects, by name, as the subject of a sentence. */
export async function nameLastEditor(
  trx: Trx,
  subjects: readonly SubjectFilter[],
  isMeant: (entry: Entry) => boolean = () => true,
): Promise<string> {
  for await (const entry of readLaterEntries(trx, { id: 0, subjects })) {
    if (isMeant(entry)) return (await readActorNames(trx))(entry.actor)
  }
  // The log of changes no longer says so.
  return 'Someone else'
}
