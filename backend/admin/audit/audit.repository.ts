import { type Selectable, sql } from 'kysely'
import { bumpCatalogVersion } from '../../platform/database/catalog-version/catalog-version.ts'
import { drawNumbers } from '../../platform/database/counters/counters.ts'
import { type Database, inTransaction, type Trx } from '../../platform/database/database.ts'
import { chunksOf } from '../../platform/database/queries.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { canonicalJson, type Json, WrittenJson } from './canonical-json.ts'

/** The object of a change: `{ kind: 'product', id: '101' }`. */
export type Subject = { kind: string; id: string }

export type NewAuditEntry = {
  at: Date
  /** `command`, or the signed-in user of the admin. */
  actor: string
  /** Noun and past participle: `product.updated`. */
  action: string
  subject: Subject
  /** The values that were replaced, with the same fields as `after`; `null` when something was created. */
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

/** An entry of a list. `before` and `after` are `null` where they are too long to be read for one. */
export type ListedAuditEntry = AuditEntry & { tooLong: boolean }

export type SubjectFilter = { kind: string; id?: string }

export type AuditFilter = {
  /** Only entries of this time and later ones, as ISO text. */
  from?: string | undefined
  until?: string | undefined
  actors?: readonly string[] | undefined
  subject?: SubjectFilter
  kinds?: readonly string[] | undefined
  /** Only entries older than this one, the last of the previous page. */
  before?: number | undefined
}

/** Bytes of a change that lists read. That of an import of 50,000 products has some ninety million. */
export const MAX_LISTED_BYTES = 1024 * 1024

/** A page of entries, newest first; `before` is the last id of the previous page. */
export async function listAudit(database: Database, filter: AuditFilter, limit: number): Promise<ListedAuditEntry[]> {
  const { kinds, ...others } = filter
  if (kinds === undefined) return readEntries(database, others, limit)
  // Kind by kind, as the index has them: a helper may see none of the last million.
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

/** Entries that are read at a time, and the most bytes of one of them; a longer one is read by itself. */
const LATER_ENTRIES = 100
const MAX_LATER_BYTES = 64 * 1024

/** Entries after one, about these subjects, newest first. No more is read than the caller takes. */
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
    // An undo has the subject of its change, by which it is found.
    .where('subject_kind', '=', subject.kind)
    .where('subject_id', '=', subject.id)
    .where('id', '>', id)
    .where('undoes', '=', id)
    .executeTakeFirst()
  return undo ?? null
}

/** Inserts entries and returns their ids. Locking the counter's row keeps ids in the order of commits. */
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
  /** Increases with each entry: a higher id is a later change. */
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

/** Context of the owner's use cases: database, clock and actor. */
export type ChangeContext = {
  database: Database
  clock: () => Date
  /** The actor in the audit log: `command`, or the signed-in user of the admin. */
  actor: string
}

/**
 * Writes an entry in the transaction of its change and returns its id. Call it last: it locks a row until the commit,
 * so that ids are in the order of changes.
 */
export async function writeAudit(trx: Trx, entry: NewAuditEntry): Promise<number> {
  const [id] = await insertAuditEntries(trx, [entry])
  if (id === undefined) throw new Error('an entry of the audit log has no id')
  return id
}

export async function writeAudits(trx: Trx, entries: readonly NewAuditEntry[]): Promise<number[]> {
  return entries.length === 0 ? [] : insertAuditEntries(trx, entries)
}

/** Writes the undo of an entry, as `writeAudit` does; its values, which may have megabytes, change sides in the database. */
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

/**
 * Makes a change of what pages show in one transaction with its entry, and returns the entry's id; `null` where nothing
 * changes. The catalog's version is bumped first: its row is the lock of such changes.
 */
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
