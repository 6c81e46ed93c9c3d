import { setImmediate } from 'node:timers/promises'
import type { Person } from '@shop/contract/access/helper-rights'
import { type AuditEntry, adminAudit, COMMAND_ACTOR } from '@shop/contract/audit/admin'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Context } from '../../platform/context.ts'
import type { Database } from '../../platform/database/database.ts'
import { localTime } from '../../platform/lib/days/local-time.ts'
import { listAdmins, readActorNames } from '../access/admins.repository.ts'
import { adminRoute, EVERYONE } from '../admin-route.ts'
import { PAGE_SIZE } from '../list-cursor.ts'
import { type ListedAuditEntry, listAudit } from './audit.repository.ts'
import { auditSubjectsOf, listEntryNames, visibleSubjects } from './audit-subjects.repository.ts'
import { isObject, type Json } from './canonical-json.ts'
import { findUndoRule, readUndoState, type UndoRules, undoChange } from './undo-change.ts'

declare module '../../platform/context.ts' {
  interface Context {
    undoRules: UndoRules
  }
}

export function auditAdminRoutes(app: FastifyInstance, context: Context): void {
  const { database, undoRules } = context
  const subjects = auditSubjectsOf(context.modules)

  adminRoute(app, context, adminAudit.listAudit, EVERYONE, async ({ query }, { admin }) => {
    const people = await listPeople(database, admin.role === 'owner')
    const actors = query.actor === undefined ? undefined : people.addressesOf(query.actor)
    const found = await listAudit(
      database,
      { ...query, actors, kinds: visibleSubjects(subjects, admin) },
      PAGE_SIZE + 1,
    )
    const shown = found.slice(0, PAGE_SIZE)
    const last = found.length > PAGE_SIZE ? shown.at(-1) : undefined
    const short = shown
      .map((entry) => withLocalTimes(shorten(entry)))
      .map((entry) => (admin.role === 'owner' ? entry : withoutCodes(entry)))
    const names = await listEntryNames(database, subjects, short)
    const undoStates: AuditEntry['undo'][] = []
    for (const entry of shown) {
      undoStates.push(await undoStateFor(database, entry, undoRules, admin))
      // Lets other requests run: SQLite's reads do not yield.
      await setImmediate()
    }
    return {
      entries: short.map(
        (entry, index): AuditEntry => ({
          ...entry,
          actor: people.shownAs(entry.actor),
          names: names[index] ?? {},
          undo: undoStates[index] ?? 'never',
          can_undo: undoStates[index] === 'possible',
        }),
      ),
      next: last?.id ?? null,
      people: people.all,
    }
  })

  adminRoute(app, context, adminAudit.undoChange, EVERYONE, async ({ body }, { admin }) => {
    await undoChange({ ...context, actor: admin.email, rules: undoRules, subjects, person: admin }, body.id)
    // Pages show products, delivery, tax and settings.
    await context.catalogVersion.refresh()
    return { audit_id: null }
  })
}

/** Searched for people who were removed. */
const MAX_PEOPLE_ENTRIES = 500

type People = {
  all: string[]
  shownAs: (actor: string) => string
  /** Several people may have one name. */
  addressesOf: (shown: string) => string[]
}

/** Lists possible actors. Owners see addresses, also of former people; helpers see names. */
async function listPeople(database: Database, isOwner: boolean): Promise<People> {
  const admins = await listAdmins(database)
  if (!isOwner) {
    const nameOf = await readActorNames(database)
    return {
      all: [...new Set(admins.map(({ name }) => name))],
      shownAs: (actor) => (actor === COMMAND_ACTOR ? actor : nameOf(actor)),
      addressesOf: (shown) =>
        shown === COMMAND_ACTOR ? [shown] : admins.filter(({ name }) => name === shown).map(({ email }) => email),
    }
  }
  const entries = await listAudit(database, { subject: { kind: 'admin' } }, MAX_PEOPLE_ENTRIES)
  const removed = entries.filter(({ action }) => action === 'admin.removed').map(({ subject }) => subject.id)
  const all = [...new Set([...admins.map(({ email }) => email), ...removed])]
  return { all, shownAs: (actor) => actor, addressesOf: (shown) => [shown] }
}

function shorten({ tooLong, ...entry }: ListedAuditEntry) {
  return { ...entry, ...(tooLong ? { left_out: null } : shortenChange(entry)) }
}

function withLocalTimes<E extends Change>(entry: E): E {
  const localize = (value: Json): Json => {
    const { planned = null } = isObject(value) ? value : {}
    if (!isObject(value) || !isObject(planned) || typeof planned.at !== 'string') return value
    return { ...value, planned: { ...planned, at: localTime(new Date(planned.at)) } }
  }
  return { ...entry, before: localize(entry.before), after: localize(entry.after) }
}

/** Helpers don't see discount codes, which follow the lines' names. */
function withoutCodes<E extends Change & { subject: { kind: string } }>(entry: E): E {
  if (entry.subject.kind !== 'catalog') return entry
  const strip = (value: Json) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => key !== 'codes')) : value
  return { ...entry, before: strip(entry.before), after: strip(entry.after) }
}

/** For a list; the prices of some two thousand products. */
export const MAX_COMPARED_LENGTH = 64 * 1024

/** Why someone can't undo a change. A long one is not compared in a list; its undo reports the conflict. */
async function undoStateFor(
  database: Database,
  { tooLong, ...entry }: ListedAuditEntry,
  rules: UndoRules,
  person: Person,
): Promise<AuditEntry['undo']> {
  const isCompared = !tooLong && JSON.stringify(entry.after).length <= MAX_COMPARED_LENGTH
  const isOwner = person.role === 'owner'
  try {
    return await readUndoState(database, findUndoRule(rules, entry.action), entry, { isOwner, isCompared })
  } catch (error) {
    // An earlier version's entry may have another shape.
    if (error instanceof z.core.$ZodError) return 'never'
    throw error
  }
}

/** Of a change; one of all prices can have tens of thousands. */
const MAX_MEMBERS = 100

type Change = { before: Json; after: Json }

/** Keeps the first members of long values, and counts the others. */
export function shortenChange({ before, after }: Change): Change & { left_out: number } {
  if (!isObject(before) && !isObject(after)) return shortenLists({ before, after })
  const [old, now] = [isObject(before) ? before : {}, isObject(after) ? after : {}]
  const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])]
  const shown = keys.slice(0, MAX_MEMBERS).map((key) => ({
    key,
    ...shortenChange({ before: old[key] ?? null, after: now[key] ?? null }),
  }))
  const pick = (value: Json, side: 'before' | 'after') =>
    isObject(value)
      ? Object.fromEntries(shown.filter(({ key }) => Object.hasOwn(value, key)).map((one) => [one.key, one[side]]))
      : value
  const inside = shown.reduce((sum, { left_out }) => sum + left_out, 0)
  return {
    before: pick(before, 'before'),
    after: pick(after, 'after'),
    left_out: inside + keys.length - shown.length,
  }
}

function shortenLists({ before, after }: Change): Change & { left_out: number } {
  const first = (value: Json) => (Array.isArray(value) ? value.slice(0, MAX_MEMBERS) : value)
  const most = Math.max(...[before, after].map((value) => (Array.isArray(value) ? value.length : 0)))
  return { before: first(before), after: first(after), left_out: Math.max(0, most - MAX_MEMBERS) }
}
