import { type Selectable, sql } from 'kysely'
import { bumpCatalogVersion } from '../../platform/database/catalog-version/catalog-version.ts'
import { drawNumbers } from '../../platform/database/counters/counters.ts'
import { type Database, inTransaction, type Trx } from '../../platform/database/database.ts'
import { chunksOf } from '../../platform/database/queries.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { canonicalJson, type Json, WrittenJson } from './canonical-json.ts'

/** Such as `{ kind: 'product', id: '101' }`. */
export type Subject = { kind: string; id: string }

export type NewAuditEntry = {
  at: Date
  /** `command`, or the signed-in user. */
  actor: string
  action: string
  subject: Subject
  /** The values replaced, with the fields of `after`; `null` when something was created. */
  before: Json | WrittenJson
  after: Json | WrittenJson
  undoes?: number
}

export type AuditEntry = Omit<NewAuditEntry, 'at' | 'before' | 'after' | 'undoes'> & {
  id: number
  at: string
  before: Json
  after: Json
  undoes: number | null
}

/** `before` and `after` are `null` where they are too long for a list. */
export type ListedAuditEntry = AuditEntry & { tooLong: boolean }

export type SubjectFilter = { kind: string; id?: string }

export type AuditFilter = {
  /** ISO text, inclusive. */
  from?: string | undefined
  until?: string | undefined
  actors?: readonly string[] | undefined
  subject?: SubjectFilter
  kinds?: readonly string[] | undefined
  /** The last id of the previous page. */
  before?: number | undefined
}

/** A list's limit. An import of 50,000 products has some ninety million. */
export const MAX_LISTED_BYTES = 1024 * 1024

/** A page of entries, newest first. */
export async function listAudit(database: Database, filter: AuditFilter, limit: number): Promise<ListedAuditEntry[]> {
  const { kinds, ...others } = filter
  if (kinds === undefined) return readEntries(database, others, limit)
  // By kind, like the index: a helper may see none of the last million.
  const ids = await Promise.all(kinds.map((kind) => listIdsOfKind(database, { ...others, subject: { kind } }, limit)))
  const newest = ids.flat().toSorted((one, other) => other - one)
  return newest.length === 0 ? [] : readEntries(database, { ids: newest.slice(0, limit) }, limit)
}

async function listIdsOfKind(database: Database, filter: AuditFilter, limit: number): Promise<number[]> {
  const rows = await selectEntries(database, filter).select('id').orderBy('id', 'desc').limit(limit).execute()
  return rows.map(({ id }) => id)
}

async function readEntries(
  database: Database,
  filter: AuditFilter & { ids?: readonly number[] },
  limit: number,
): Promise<ListedAuditEntry[]> {
  const isShort = sql<boolean>`octet_length(before) + octet_length(after) <= ${MAX_LISTED_BYTES}`
  const rows = await selectEntries(database, filter)
    .select(['id', 'at', 'actor', 'action', 'subject_kind', 'subject_id', 'undoes'])
    .select((row) => [
      row.case().when(isShort).then(row.ref('audit_log.before')).end().as('before'),
      row.case().when(isShort).then(row.ref('audit_log.after')).end().as('after'),
    ])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ before: old, after, ...row }) => ({
    ...toEntry({ ...row, before: old ?? 'null', after: after ?? 'null' }),
    tooLong: old === null,
  }))
}

function selectEntries(
  database: Database,
  { from, until, actors, subject, before, ids }: AuditFilter & { ids?: readonly number[] },
) {
  let query = database.selectFrom('audit_log')
  if (from !== undefined) query = query.where('at', '>=', from)
  if (until !== undefined) query = query.where('at', '<', until)
  if (actors !== undefined) query = query.where('actor', 'in', actors.length === 0 ? [''] : actors)
  if (subject !== undefined) query = query.where('subject_kind', '=', subject.kind)
  if (subject?.id !== undefined) query = query.where('subject_id', '=', subject.id)
  if (before !== undefined) query = query.where('id', '<', before)
  return ids === undefined ? query : query.where('id', 'in', ids)
}

export async function findAuditEntry(database: Database, id: number): Promise<AuditEntry | null> {
  const row = await database.selectFrom('audit_log').selectAll().where('id', '=', id).executeTakeFirst()
  return row === undefined ? null : toEntry(row)
}

export type LaterEntry = Omit<AuditEntry, 'at' | 'before'>

const LATER_ENTRIES = 100
const MAX_LATER_BYTES = 64 * 1024

/** Entries after one, newest first, read as the caller takes them. */
export async function* readLaterEntries(
  database: Database,
  { id, subjects }: { id: number; subjects: readonly SubjectFilter[] },
): AsyncGenerator<LaterEntry> {
  const isShort = sql<boolean>`octet_length(after) <= ${MAX_LATER_BYTES}`
  let before: number | null = null
  for (;;) {
    let query = database
      .selectFrom('audit_log')
      .select(['id', 'actor', 'action', 'subject_kind', 'subject_id', 'undoes'])
      .select((row) => row.case().when(isShort).then(row.ref('after')).end().as('after'))
      .where((row) => row.or(subjects.map((subject) => row.and(columnsOf(subject)))))
      .where('id', '>', id)
    if (before !== null) query = query.where('id', '<', before)
    const rows = await query.orderBy('id', 'desc').limit(LATER_ENTRIES).execute()
    for (const { subject_kind: kind, subject_id, after, ...row } of rows) {
      yield {
        ...row,
        subject: { kind, id: subject_id },
        after: JSON.parse(after ?? (await readAfter(database, row.id))),
      }
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < LATER_ENTRIES) return
    before = last.id
  }
}

function columnsOf({ kind, id }: SubjectFilter): { subject_kind: string; subject_id?: string } {
  return id === undefined ? { subject_kind: kind } : { subject_kind: kind, subject_id: id }
}

async function readAfter(database: Database, id: number): Promise<string> {
  const { after } = await database
    .selectFrom('audit_log')
    .select('after')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return after
}

/** The undo of an entry; `null` while it is in effect. */
export async function findUndo(
  database: Database,
  { id, subject }: Pick<AuditEntry, 'id' | 'subject'>,
): Promise<{ id: number; actor: string } | null> {
  const undo = await database
    .selectFrom('audit_log')
    .select(['id', 'actor'])
    // An undo has the subject of its change, which is indexed.
    .where('subject_kind', '=', subject.kind)
    .where('subject_id', '=', subject.id)
    .where('id', '>', id)
    .where('undoes', '=', id)
    .executeTakeFirst()
  return undo ?? null
}

/** The counter's lock keeps ids in the order of commits. */
async function insertAuditEntries(trx: Trx, entries: readonly NewAuditEntry[]): Promise<number[]> {
  const first = (await drawNumbers(trx, 'audit_log', entries.length)) - entries.length + 1
  const rows = entries.map((entry, index) => toRow(entry, first + index))
  for (const chunk of chunksOf(rows)) await trx.insertInto('audit_log').values(chunk).execute()
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
    before: textOf(before),
    after: textOf(after),
    undoes: undoes ?? null,
  }
}

function textOf(value: Json | WrittenJson): string {
  return value instanceof WrittenJson ? value.text : canonicalJson(value)
}

function toEntry({ subject_kind, subject_id, before, after, ...entry }: AuditRow): AuditEntry {
  return {
    ...entry,
    subject: { kind: subject_kind, id: subject_id },
    before: JSON.parse(before),
    after: JSON.parse(after),
  }
}

type AuditTables = { audit_log: AuditLogTable }

declare module '../../platform/database/tables.ts' {
  interface Tables extends AuditTables {}
}

type AuditLogTable = {
  /** A higher id is a later change. */
  id: number
  at: string
  actor: string
  action: string
  subject_kind: string
  subject_id: string
  /** JSON; `null` when the subject did not exist. */
  before: string
  after: string
  undoes: number | null
}

/** For the admin's and the commands' use cases. */
export type ChangeContext = {
  database: Database
  clock: () => Date
  /** `command`, or the signed-in user. */
  actor: string
}

/** Writes an entry and returns its id. Call it last in the transaction: it locks a row until the commit. */
export async function writeAudit(trx: Trx, entry: NewAuditEntry): Promise<number> {
  const [id] = await insertAuditEntries(trx, [entry])
  if (id === undefined) throw new Error('an entry of the audit log has no id')
  return id
}

export async function writeAudits(trx: Trx, entries: readonly NewAuditEntry[]): Promise<number[]> {
  return entries.length === 0 ? [] : insertAuditEntries(trx, entries)
}

/** Writes the undo of an entry, like `writeAudit`; the database swaps its values, which may be megabytes. */
export async function writeUndo(trx: Trx, undoes: number, { at, actor }: { at: Date; actor: string }): Promise<number> {
  const id = await drawNumbers(trx, 'audit_log', 1)
  const entry = trx
    .selectFrom('audit_log')
    .select((row) => [
      row.val(id).as('id'),
      row.val(at.toISOString()).as('at'),
      row.val(actor).as('actor'),
      'action',
      'subject_kind',
      'subject_id',
      'after as before',
      'before as after',
      'id as undoes',
    ])
    .where('id', '=', undoes)
  const columns = ['id', 'at', 'actor', 'action', 'subject_kind', 'subject_id', 'before', 'after', 'undoes'] as const
  const { numInsertedOrUpdatedRows: written } = await trx
    .insertInto('audit_log')
    .columns(columns)
    .expression(entry)
    .executeTakeFirstOrThrow()
  if (written !== 1n) throw new AppError('not_found', `There is no change ${undoes}.`)
  return id
}

/** Changes pages with an audit entry; returns its id, `null` without a change. The catalog's version is the lock. */
export function changeCatalog(
  { database, clock, actor }: ChangeContext,
  change: (trx: Trx, now: Date) => Promise<Pick<NewAuditEntry, 'action' | 'subject' | 'before' | 'after'> | null>,
): Promise<number | null> {
  return inTransaction(database, async (trx) => {
    await bumpCatalogVersion(trx)
    const now = clock()
    const entry = await change(trx, now)
    return entry === null ? null : writeAudit(trx, { ...entry, at: now, actor })
  })
}
