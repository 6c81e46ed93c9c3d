import type { Selectable } from 'kysely'
import type { Database, Trx } from '../database/database.ts'
import type { AuditTables } from './audit.tables.ts'
import { canonicalJson, type Json } from './json.ts'

/** What a change was made to: `{ kind: 'product', id: '101' }`. */
export type Subject = { kind: string; id: string }

/** One change, as `writeAudit` takes it. */
export type NewAuditEntry = {
  at: Date
  /** `command`, or who was signed in to the admin. */
  actor: string
  /** The noun and what was done to it: `product.updated`. */
  action: string
  subject: Subject
  /** What the change replaced, `null` where there was nothing; the same fields as `after`. */
  before: Json
  after: Json
  /** The entry that this one takes back. */
  undoes?: number
}

export type AuditEntry = Omit<NewAuditEntry, 'at' | 'undoes'> & { id: number; at: string; undoes: number | null }

export type AuditFilter = {
  /** A calendar day in UTC, `2026-11-21`. */
  day?: string | undefined
  actor?: string | undefined
  /** Without an id: every subject of the kind. */
  subject?: { kind: string; id?: string }
  /** Kinds of subjects that are left out. */
  withoutSubjects?: readonly string[]
  /** Only entries older than this one: the last of the page before. */
  before?: number | undefined
}

/** The newest entries first, a page of them; the next page is asked for with `before`, the id of the last. */
export async function listAudit(database: Database, filter: AuditFilter, limit: number): Promise<AuditEntry[]> {
  let query = database.selectFrom('audit_log').selectAll()
  const { day, actor, subject, withoutSubjects = [], before } = filter
  if (day !== undefined) query = query.where('at', '>=', day).where('at', '<', dayAfter(day))
  if (actor !== undefined) query = query.where('actor', '=', actor)
  if (subject !== undefined) query = query.where('subject_kind', '=', subject.kind)
  if (subject?.id !== undefined) query = query.where('subject_id', '=', subject.id)
  if (withoutSubjects.length > 0) query = query.where('subject_kind', 'not in', withoutSubjects)
  if (before !== undefined) query = query.where('id', '<', before)
  const rows = await query.orderBy('id', 'desc').limit(limit).execute()
  return rows.map(toEntry)
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + DAY).toISOString().slice(0, 10)
}

const DAY = 24 * 60 * 60_000

/** `null` where there is no such entry. */
export async function findAuditEntry(database: Database, id: number): Promise<AuditEntry | null> {
  const row = await database.selectFrom('audit_log').selectAll().where('id', '=', id).executeTakeFirst()
  return row === undefined ? null : toEntry(row)
}

/** What happened to a subject after an entry, newest first. */
export async function listLaterEntries(trx: Trx, { id, subject }: AuditEntry): Promise<AuditEntry[]> {
  const rows = await trx
    .selectFrom('audit_log')
    .selectAll()
    .where('subject_kind', '=', subject.kind)
    .where('subject_id', '=', subject.id)
    .where('id', '>', id)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toEntry)
}

/** Values per statement stay far below what the engines take. */
const CHUNK = 500

/** Stores entries and answers their ids. The row of the counter is the lock that keeps ids in the order of changes. */
export async function insertAuditEntries(trx: Trx, entries: readonly NewAuditEntry[]): Promise<number[]> {
  const { value } = await trx
    .updateTable('counters')
    .set((row) => ({ value: row('value', '+', entries.length) }))
    .where('name', '=', 'audit_log')
    .returning('value')
    .executeTakeFirstOrThrow()
  const first = value - entries.length + 1
  const rows = entries.map((entry, index) => toRow(entry, first + index))
  for (let from = 0; from < rows.length; from += CHUNK) {
    await trx
      .insertInto('audit_log')
      .values(rows.slice(from, from + CHUNK))
      .execute()
  }
  return rows.map(({ id }) => id)
}

type AuditRow = Selectable<AuditTables['audit_log']>

function toRow({ at, subject, before, after, undoes, ...entry }: NewAuditEntry, id: number): AuditRow {
  return {
    ...entry,
    id,
    at: at.toISOString(),
    subject_kind: subject.kind,
    subject_id: subject.id,
    before: canonicalJson(before),
    after: canonicalJson(after),
    undoes: undoes ?? null,
  }
}

function toEntry({ subject_kind, subject_id, before, after, ...entry }: AuditRow): AuditEntry {
  return {
    ...entry,
    subject: { kind: subject_kind, id: subject_id },
    before: JSON.parse(before),
    after: JSON.parse(after),
  }
}
