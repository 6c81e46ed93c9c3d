import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import { sql } from 'kysely'
import { type Location, labelOf, sqliteFile } from '../../platform/database/database.ts'
import { EmptyDatabaseError, NewerDatabaseError, SCHEMA_VERSIONS } from '../../platform/database/migrate.ts'
import { openingError } from '../../platform/database/opening-error.ts'
import { PROGRAM_VERSION } from '../../platform/lib/program-version.ts'
import {
  type ArchiveWriter,
  FORMAT_NAME,
  FORMAT_VERSION,
  HEADER_NAME,
  type Header,
  MANIFEST_NAME,
  type Manifest,
  openArchive,
  type Part,
} from './archive.ts'
import type { OnProgress } from './backup-error.ts'
import { countPostgres, describePostgres, readPostgres } from './postgres-tables.ts'
import { hashLines, NOT_IN_BACKUPS, type Row, type RowPart, sortTables, type Table, textOf, toParts } from './rows.ts'
import { countSqlite, describeSqlite, readSqlite } from './sqlite-backup.ts'

const compress = promisify(zstdCompress)

export type BackupOptions = {
  location: Location
  file: string
  now: Date
  replace?: boolean
  onProgress?: OnProgress
  signal?: AbortSignal
}

export type BackupSummary = { file: string; bytes: number; schema: string; tables: number; rows: number; blobs: number }

/** Writes a consistent backup of a running shop; the file is complete or does not exist. */
export async function createBackup(options: BackupOptions): Promise<BackupSummary> {
  const { location, file, now, replace = false } = options
  return withSnapshot(location, async (snapshot) => {
    const archive = await openArchive(file, { replace })
    try {
      const { engine, schema } = snapshot
      const header: Header = {
        format: FORMAT_NAME,
        format_version: FORMAT_VERSION,
        version: PROGRAM_VERSION,
        schema,
        engine,
        created_at: now.toISOString(),
      }
      await archive.add(HEADER_NAME, toJson(header))
      const manifest: Manifest = { ...header, tables: await writeTables(snapshot, archive, options) }
      await archive.add(MANIFEST_NAME, toJson(manifest))
      return { file, bytes: await archive.finish(), schema, ...totalsOf(manifest) }
    } finally {
      await archive.discard()
    }
  })
}

export function totalsOf({ tables }: Manifest): { tables: number; rows: number; blobs: number } {
  const blobs = tables.flatMap(({ parts }) => parts).reduce((sum, part) => sum + part.blobs.length, 0)
  return { tables: tables.length, rows: tables.reduce((sum, { rows }) => sum + rows, 0), blobs }
}

async function writeTables(
  snapshot: Snapshot,
  archive: ArchiveWriter,
  { onProgress, signal }: BackupOptions,
): Promise<Manifest['tables']> {
  const counts = onProgress === undefined ? [] : await countAll(snapshot)
  const total = counts.reduce((sum, count) => sum + count, 0)
  const tables: Manifest['tables'] = []
  let done = 0
  for (const table of snapshot.tables) {
    const parts: Part[] = []
    // Earlier versions could not restore an archive without the table.
    const rows = NOT_IN_BACKUPS.has(table.name) ? [] : snapshot.read(table)
    for await (const part of toParts(table, rows)) {
      signal?.throwIfAborted()
      parts.push(await writePart(archive, table, parts.length + 1, part))
      done += part.lines.length
      await onProgress?.({ step: 'writing', table: table.name, done, total })
    }
    tables.push({
      name: table.name,
      columns: [...table.columns],
      rows: parts.reduce((sum, { rows }) => sum + rows, 0),
      parts,
    })
  }
  return tables
}

async function countAll({ tables, count }: Snapshot): Promise<number[]> {
  const counts: number[] = []
  for (const table of tables) if (!NOT_IN_BACKUPS.has(table.name)) counts.push(await count(table))
  return counts
}

async function writePart(archive: ArchiveWriter, table: Table, number: number, part: RowPart): Promise<Part> {
  const name = `tables/${table.name}/${String(number).padStart(6, '0')}`
  const blobs: Part['blobs'] = []
  for (const bytes of part.blobs.values()) blobs.push(await archive.add(`${name}-${blobs.length + 1}.blob`, bytes))
  const packed = new Uint8Array(await compress(textOf(part.lines)))
  const entry = await archive.add(`${name}.ndjson.zst`, packed)
  return { ...entry, rows: part.lines.length, rows_sha256: hashLines(part.lines), blobs }
}

function toJson(value: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${JSON.stringify(value, null, 1)}\n`)
}

export type Snapshot = {
  engine: 'sqlite' | 'postgres'
  /** The last migration. */
  schema: string
  /** Referenced tables first. */
  tables: readonly Table[]
  count: (table: Table) => Promise<number>
  read: (table: Table) => AsyncIterable<readonly Row[]>
}

/** For another process's lock on the file. */
const BUSY_TIMEOUT_MS = 5000

/** Runs `work` on a consistent view of a running shop. */
export async function withSnapshot<T>(location: Location, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = location
  return databaseUrl === null
    ? withSqliteSnapshot(sqliteFile(dataDir), labelOf(location), work)
    : withPostgresSnapshot(databaseUrl, labelOf(location), work)
}

/** In WAL mode a read transaction sees the state of its start, and blocks no writer. */
async function withSqliteSnapshot<T>(
  file: string,
  label: string,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const { database, schema } = openSqlite(file, label)
  try {
    return await work({
      engine: 'sqlite',
      schema,
      tables: sortTables(describeSqlite(database)),
      count: async (table) => countSqlite(database, table),
      read: (table) => readSqlite(database, table),
    })
  } finally {
    database.close()
  }
}

function openSqlite(file: string, label: string): { database: DatabaseSync; schema: string } {
  let database: DatabaseSync | null = null
  try {
    if (!existsSync(file)) throw new EmptyDatabaseError()
    database = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
    database.exec('begin')
    const isShop = database.prepare(`select 1 from sqlite_schema where name = 'kysely_migration'`).get() !== undefined
    const applied = isShop ? database.prepare('select name from kysely_migration order by name').all() : []
    return { database, schema: requireSchema(applied.map(({ name }) => String(name))) }
  } catch (error) {
    database?.close()
    throw openingError(error, label)
  }
}

function requireSchema(applied: readonly string[]): string {
  const last = applied.at(-1)
  if (last === undefined) throw new EmptyDatabaseError()
  if (!SCHEMA_VERSIONS.includes(last)) throw new NewerDatabaseError(last)
  return last
}

async function withPostgresSnapshot<T>(
  url: string,
  label: string,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const { openUnlimitedPostgres } = await import('../../platform/database/postgres-store.ts')
  const database = openUnlimitedPostgres(url)
  try {
    const begin = database.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
    return await begin.execute(async (trx) => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
      const { rows } = await sql<{ name: string }>`select to_regclass('kysely_migration') as name`.execute(trx)
      if (!rows[0]?.name) throw new EmptyDatabaseError()
      const applied = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(trx)
      const schema = requireSchema(applied.rows.map(({ name }) => name))
      const tables = sortTables(await describePostgres(trx))
      return work({
        engine: 'postgres',
        schema,
        tables,
        count: (table) => countPostgres(trx, table),
        read: (table) => readPostgres(trx, table),
      })
    })
  } catch (error) {
    throw isOpening(error) ? openingError(error, label) : error
  } finally {
    await database.destroy()
  }
}

/** The database could not be opened. */
function isOpening(error: unknown): boolean {
  return !(error instanceof Error) || error.name !== 'BackupError'
}
