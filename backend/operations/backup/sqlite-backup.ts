import { existsSync } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Kysely } from 'kysely'
import { labelOf, sqliteFile } from '../../platform/database/database.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { sqliteDialect } from '../../platform/database/sqlite.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { nameNewFile } from '../../platform/lib/files.ts'
import { BackupError, explainFolderError } from './backup-error.ts'
import {
  type Column,
  encodeInteger,
  encodeReal,
  hasBlobs,
  type Kind,
  parseRow,
  type Row,
  type Table,
  type Target,
  type Value,
} from './rows.ts'

/** Per event loop turn, which bounds the delay of requests. */
const BATCH_ROWS = 200

export function describeSqlite(database: DatabaseSync): Table[] {
  const names = database
    .prepare(`select name from sqlite_schema where type = 'table' and name not like 'sqlite!_%' escape '!'`)
    .all()
  return names.map(({ name }) => describeTable(database, String(name)))
}

function describeTable(database: DatabaseSync, name: string): Table {
  const columns = database.prepare('select name, type, pk from pragma_table_info(?) order by cid').all(name)
  const foreign = database.prepare('select distinct "table" as name from pragma_foreign_key_list(?)').all(name)
  const key = columns.filter(({ pk }) => pk !== 0).sort((a, b) => Number(a.pk) - Number(b.pk))
  return {
    name,
    columns: columns.map((column) => ({ name: String(column.name), kind: mapKind(name, String(column.type)) })),
    key: key.map((column) => String(column.name)),
    references: foreign.map((row) => String(row.name)),
  }
}

/** SQLite's type affinity, and booleans, stored as 0 and 1. */
function mapKind(table: string, type: string): Kind {
  if (/bool/i.test(type)) return 'boolean'
  if (/int/i.test(type)) return 'integer'
  if (/char|clob|text|date|time|json|uuid/i.test(type)) return 'text'
  if (/blob|bytea/i.test(type)) return 'blob'
  if (/real|floa|doub/i.test(type)) return 'real'
  throw new BackupError(`The table ${table} has a column of the type "${type}", which no backup knows.`)
}

export function countSqlite(database: DatabaseSync, table: Table): number {
  return Number(database.prepare(`select count(*) as count from ${quote(table.name)}`).get()?.count)
}

export async function* readSqlite(database: DatabaseSync, table: Table): AsyncIterable<Row[]> {
  const names = table.columns.map(({ name }) => quote(name)).join(', ')
  const order = (table.key.length > 0 ? table.key : table.columns.map(({ name }) => name)).map(quote).join(', ')
  const statement = database.prepare(`select ${names} from ${quote(table.name)} order by ${order}`)
  statement.setReadBigInts(true)
  const most = hasBlobs(table) ? 1 : BATCH_ROWS
  let rows: Row[] = []
  for (const stored of statement.iterate()) {
    rows.push(toRow(table, stored))
    if (rows.length < most) continue
    yield rows
    rows = []
    await nextTurn()
  }
  if (rows.length > 0) yield rows
}

function toRow(table: Table, stored: Record<string, SQLOutputValue>): Row {
  const row: Record<string, Value> = {}
  for (const column of table.columns) row[column.name] = toValue(table, column, stored[column.name] ?? null)
  return row
}

function toValue(table: Table, { name, kind }: Column, value: SQLOutputValue): Value {
  if (value === null) return null
  if (kind === 'text' && typeof value === 'string') return value
  if (kind === 'integer' && typeof value === 'bigint') return encodeInteger(value)
  if (kind === 'boolean' && typeof value === 'bigint') return value !== 0n
  if (kind === 'real' && typeof value === 'number') return encodeReal(value)
  if (kind === 'real' && typeof value === 'bigint') return encodeReal(Number(value))
  if (kind === 'blob' && value instanceof Uint8Array) return value
  throw new BackupError(`The table ${table.name} holds a ${typeof value} in ${name}, where ${kind} belongs.`)
}

export function prepareInsert(database: DatabaseSync, table: Table): (row: Row) => void {
  const names = table.columns.map(({ name }) => quote(name)).join(', ')
  const places = table.columns.map(() => '?').join(', ')
  const statement = database.prepare(`insert into ${quote(table.name)} (${names}) values (${places})`)
  return (row) => void statement.run(...table.columns.map((column) => toInput(column, row[column.name] ?? null)))
}

function toInput({ kind }: Column, value: Value): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (kind === 'integer' && typeof value === 'string') return BigInt(value)
  if (kind === 'real' && value !== null) return Number(value)
  return value
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** The database is filled here, and moved when complete. */
const RESTORING_FOLDER = 'restoring'

const SQLITE_BUSY = 5

/** Fills an empty database; its file is complete or does not exist. */
export async function withEmptySqlite(dataDir: string, fill: (target: Target) => Promise<void>): Promise<void> {
  const [file, folder] = [sqliteFile(dataDir), join(dataDir, RESTORING_FOLDER)]
  requireEmpty(file)
  await mkdir(dataDir, { recursive: true, mode: 0o700 }).catch((error: unknown) => explainFolderError(error, dataDir))
  const unlock = lock(join(dataDir, `${RESTORING_FOLDER}.lock`))
  try {
    // With the lock held, files can only be from a killed restore.
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { mode: 0o700 })
    const draft = sqliteFile(folder)
    await fill(createTarget(draft))
    await sync(draft)
    // A shop may have created a database since.
    if (!(await nameNewFile(draft, file))) throw notEmpty(file, file)
    await sync(dirname(file))
  } catch (error) {
    throw isFull(error)
      ? new BackupError(`There is no room left on the disk for this. Nothing was restored: ${dataDir}`)
      : error
  } finally {
    await rm(folder, { recursive: true, force: true })
    await unlock()
  }
}

function requireEmpty(file: string): void {
  const found = [file, `${file}-wal`, `${file}-shm`, `${file}-journal`].find((name) => existsSync(name))
  if (found !== undefined) throw notEmpty(file, found)
}

function notEmpty(file: string, found: string): BackupError {
  const label = labelOf({ databaseUrl: null, dataDir: dirname(file) })
  const remedy = 'Name a new folder in DATA_DIR, or move this file away'
  return new BackupError(`The database is not empty (${label}). Nothing was changed. ${remedy}: ${found}`)
}

/** Takes a SQLite lock, which ends with the process. Returns its release. */
function lock(file: string): () => Promise<void> {
  let database: DatabaseSync | null = null
  try {
    const opened = new DatabaseSync(file, { timeout: 0 })
    database = opened
    opened.exec('begin exclusive')
    return async () => {
      await rm(file, { force: true })
      opened.close()
    }
  } catch (error) {
    database?.close()
    if (!isBusy(error)) explainFolderError(error, dirname(file))
    throw new BackupError(`Another restore into this folder is running. Nothing was changed: ${dirname(file)}`)
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY
}

function isFull(error: unknown): boolean {
  return (
    error instanceof Error &&
    (/database or disk is full/.test(error.message) || Reflect.get(error, 'code') === 'ENOSPC')
  )
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

function createTarget(file: string): Target {
  let database: DatabaseSync | null = null
  const loading = () => {
    if (database === null) throw new Error('nothing is being loaded')
    return database
  }
  return {
    migrate: async (version) => {
      const migrating = new Kysely<Tables>({ dialect: sqliteDialect(file) })
      await migrate(migrating, version).finally(() => migrating.destroy())
    },
    load: async (work) => {
      database = openForLoading(file)
      try {
        await work()
        requireReferences(database)
        database.exec('commit')
      } finally {
        database.close()
      }
    },
    describe: async () => describeSqlite(loading()),
    clear: async (table) => loading().exec(`delete from ${quote(table.name)}`),
    insert: async (table, { lines, blobs }) => {
      const insert = prepareInsert(loading(), table)
      for (const line of lines) insert(parseRow(table, line, blobs))
    },
    finish: async () => {},
    read: (table) => readSqlite(loading(), table),
  }
}

/** Not synced: a half-filled file is discarded. */
function openForLoading(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  database.exec('pragma journal_mode = delete; pragma synchronous = off; pragma secure_delete = on; begin')
  return database
}

function requireReferences(database: DatabaseSync): void {
  const broken = database.prepare('pragma foreign_key_check').get()
  if (broken !== undefined)
    throw new BackupError(`A row of ${broken.table} refers to a row of ${broken.parent} that is not there.`)
}
