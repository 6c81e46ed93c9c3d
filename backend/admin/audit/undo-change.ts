import { type Person, RIGHT_NAMES } from '@shop/contract/access/helper-rights'
import { OvertakenError, unlessOvertaken } from '../../platform/database/conflicts.ts'
import { type Database, inTransaction, type Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { readActorNames } from '../access/admins.repository.ts'
import {
  type AuditEntry,
  type ChangeContext,
  findAuditEntry,
  findUndo,
  type LaterEntry,
  readLaterEntries,
  type Subject,
  type SubjectFilter,
  writeUndo,
} from './audit.repository.ts'
import { type AuditSubjects, maySeeSubject } from './audit-subjects.repository.ts'
import { canonicalJson, isObject, type Json } from './canonical-json.ts'

export type UndoRule = {
  /** Locks the subject until the transaction ends. May throw why a change is never undone. */
  lock: (trx: Trx, entry: AuditEntry) => Promise<unknown>
  /** The current values of the fields in `after`; `null` without the subject. Lists call it: no side effects. */
  readPresent: (database: Database, entry: AuditEntry) => Promise<Json>
  /** Restores `before` with side effects such as bumping versions and queueing emails; or prepares that. */
  writeBefore: WriteBefore | { prepare: Prepare }
  /** Slow work after the undo's transaction. A job does it if this process dies. */
  finish?: (context: UndoContext, entry: AuditEntry, now: Date) => Promise<unknown>
  ownersOnly?: true
  /** Whether this change is never undone; `lock` throws why. */
  isFinal?: (entry: AuditEntry) => boolean
  /** Set where a value is also changed under other subjects. */
  scope?: UndoScope
}

type WriteBefore = (trx: Trx, entry: AuditEntry, now: Date, actor: string) => Promise<void>

type UndoContext = Pick<ChangeContext, 'database' | 'clock'>
/** Does slow work before the transaction, such as for thousands of products. `null` when values have changed. */
type Prepare = (context: UndoContext, entry: AuditEntry) => Promise<PreparedUndo | null>

export type PreparedUndo = {
  isCurrent: (trx: Trx) => Promise<boolean>
  write: (trx: Trx, now: Date) => Promise<void>
  /** Called whether it was written or not. */
  discard: () => Promise<unknown>
}

const OWNERS_ONLY = 'Only an owner can undo this change.'
const NOT_YOURS = 'You can’t undo this change.'

const COMMAND_ACTOR: Person = { role: 'owner', rights: RIGHT_NAMES }

declare module '../../platform/module.ts' {
  interface ShopModule {
    /** By action in the audit log. */
    undoRules?: UndoRules
  }
}

/** Actions without one can't be undone. */
export type UndoRules = Readonly<Record<string, UndoRule>>

export function findUndoRule<R extends UndoRule>(rules: Readonly<Record<string, R>>, action: string): R | undefined {
  return Object.hasOwn(rules, action) ? rules[action] : undefined
}

export function mayUndo({ ownersOnly }: UndoRule, isOwner: boolean): boolean {
  return isOwner || ownersOnly !== true
}

/** While others change the same values. */
const MAX_TRIES = 3

/** Undoes a change and writes an entry for it. Throws when values have changed since, and names the later change. */
export async function undoChange(
  { actor, rules, subjects = {}, person = COMMAND_ACTOR, ...context }: UndoOptions,
  id: number,
): Promise<{ id: number; undone: AuditEntry }> {
  const { database, clock } = context
  const { entry, rule } = await requireUndoable(database, { rules, subjects, person }, id)
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    const prepared = await prepareUndo(context, rule, entry, actor)
    if (prepared === null) throw new AppError('conflict', await describeConflict(database, rule, entry))
    const now = clock()
    const transaction = inTransaction(database, async (trx) => {
      await rule.lock(trx, entry)
      await requireInEffect(trx, entry)
      if (!(await prepared.isCurrent(trx))) throw new OvertakenError()
      await prepared.write(trx, now)
      return writeUndo(trx, entry.id, { at: now, actor })
    })
    const undo = await unlessOvertaken(transaction).finally(prepared.discard)
    if (undo === null) continue
    // The undo is made, whatever happens to the rest.
    await rule.finish?.(context, entry, now).catch(() => {})
    return { id: undo, undone: entry }
  }
  throw new AppError('conflict', 'Others changed the same things at the same time. Please undo this again.')
}

type UndoOptions = ChangeContext & { rules: UndoRules; subjects?: AuditSubjects; person?: Person }

/** Throws for a change that this person can never undo, or that is undone already. */
async function requireUndoable(
  database: Database,
  { rules, subjects, person }: Required<Pick<UndoOptions, 'rules' | 'subjects' | 'person'>>,
  id: number,
): Promise<{ entry: AuditEntry; rule: UndoRule }> {
  const entry = await findAuditEntry(database, id)
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
  await requireInEffect(database, entry)
  return { entry, rule }
}

async function requireInEffect(database: Database, entry: AuditEntry): Promise<void> {
  const undo = await findUndo(database, entry)
  if (undo === null) return
  const who = (await readActorNames(database))(undo.actor)
  throw new AppError('conflict', `Change ${entry.id} has already been undone (change ${undo.id}, by ${who}).`)
}

async function prepareUndo(
  context: UndoContext,
  rule: UndoRule,
  entry: AuditEntry,
  actor: string,
): Promise<PreparedUndo | null> {
  const { writeBefore } = rule
  if (typeof writeBefore === 'object') return writeBefore.prepare(context, entry)
  // The deletion of a person rewrites entries.
  const reread = async (trx: Trx) => (await findAuditEntry(trx, entry.id)) ?? entry
  return {
    isCurrent: async (trx) => {
      if (await isPresent(trx, rule, await reread(trx))) return true
      throw new AppError('conflict', await describeConflict(trx, rule, entry))
    },
    write: async (trx, now) => writeBefore(trx, await reread(trx), now, actor),
    discard: async () => {},
  }
}

/** Whether someone can undo a change: it is in effect, and no newer one would be lost. */
export async function readUndoState(
  database: Database,
  rule: UndoRule | undefined,
  entry: AuditEntry,
  { isOwner, isCompared = true }: { isOwner: boolean; isCompared?: boolean },
): Promise<'possible' | 'undone' | 'overtaken' | 'owners_only' | 'never'> {
  if (rule === undefined || entry.undoes !== null || rule.isFinal?.(entry) === true) return 'never'
  if ((await findUndo(database, entry)) !== null) return 'undone'
  if (!mayUndo(rule, isOwner)) return 'owners_only'
  if (!isCompared) return 'possible'
  return (await isPresent(database, rule, entry)) ? 'possible' : 'overtaken'
}

async function isPresent(database: Database, rule: UndoRule, entry: AuditEntry): Promise<boolean> {
  return canonicalJson(await rule.readPresent(database, entry)) === canonicalJson(entry.after)
}

async function describeConflict(database: Database, rule: UndoRule, entry: AuditEntry): Promise<string> {
  const { id, subject } = entry
  const later = await findLaterChange(database, rule, entry)
  if (later === null) return `Change ${id} cannot be undone: ${subject.kind} ${subject.id} has changed since then.`
  const who = (await readActorNames(database))(later.actor)
  const what = `change ${later.id} (${later.action.replaceAll(/[._]/g, ' ')}, by ${who})`
  const remedy = later.undoes === null ? ' Please undo that one first.' : ''
  return `Change ${id} cannot be undone because of a later one: ${what}.${remedy}`
}

/** The newest later change of a value that the entry changed. */
async function findLaterChange(
  database: Database,
  { scope = OWN_SCOPE }: UndoRule,
  entry: AuditEntry,
): Promise<LaterEntry | null> {
  const changed = scope.fieldsOf(entry)
  for await (const later of readLaterEntries(database, { id: entry.id, subjects: scope.subjectsOf(entry.subject) })) {
    if (haveCommonField(changed, scope.fieldsOf(later))) return later
  }
  return null
}

export type ChangedFields = ReadonlyMap<string, readonly string[] | null>

/** How a later change of the same values is found. */
export type UndoScope = {
  /** Subjects under which they are logged. */
  subjectsOf: (subject: Subject) => readonly SubjectFilter[]
  fieldsOf: (entry: Pick<AuditEntry, 'subject' | 'after'>) => ChangedFields
}

/** Values that are changed under a single subject. */
export const OWN_SCOPE: UndoScope = { subjectsOf: (subject) => [subject], fieldsOf: fieldsOfSubject }

/** The entry's fields, or the whole subject for other values. */
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

/** The last editor of these subjects, as the subject of a sentence. */
export async function nameLastEditor(
  trx: Trx,
  subjects: readonly SubjectFilter[],
  isMeant: (entry: Entry) => boolean = () => true,
): Promise<string> {
  for await (const entry of readLaterEntries(trx, { id: 0, subjects })) {
    if (isMeant(entry)) return (await readActorNames(trx))(entry.actor)
  }
  // The audit log no longer has it.
  return 'Someone else'
}

/** The refusal to write over what somebody has changed. `noun`: of several things. */
export async function changedMeanwhile(trx: Trx, subjects: readonly SubjectFilter[], noun: string): Promise<AppError> {
  const who = await nameLastEditor(trx, subjects)
  return new AppError('conflict', `${who} has changed the ${noun} since you opened them. Please look at them again.`)
}
