import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { type Dialect, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { BUSY_TIMEOUT_MS, SqliteDriver } from './sqlite-driver.ts'

const OPEN_TIMEOUT_MS = 5000

const SQLITE_CORRUPT = 11

/** For the owner, who reads it in the log. */
export const FILE_REPLACED =
  'database file was moved, deleted or replaced while the shop ran; put it back, or start the shop again'

export const LOG_REPLACED =
  'a file beside the database was moved, deleted or replaced while the shop ran; stop the shop gently with SIGTERM, not with kill -9, and start it again'

/** A committed change is on disk (WAL, synchronous=FULL). */
export function sqliteDialect(file: string, busyTimeout: number = BUSY_TIMEOUT_MS): Dialect {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  // Only a new one: closing a file releases this process's locks on it.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
  const writer = open(file)
  const reader = open(file)
  const requireFile = fileCheck(file)
  return {
    createDriver: () => new SqliteDriver(writer, reader, { busyTimeout, requireFile, saveLog: logSaver(file, writer) }),
    createAdapter: () => new ConcurrentSqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (database) => new SqliteIntrospector(database),
  }
}

/** Without pictures, in bytes; checking it at each start takes about a second. */
const MAX_CHECKED_BYTES = 256 * 1024 * 1024

/** Pictures have checksums of their own, and reading them would take most of the time. */
const CHUNKS_TABLE = 'media_chunks'

/** Throws for a damaged file, and for a read-only one, which SQLite would report only at the first change. */
export function checkFile(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size === 0) return
  accessSync(file, constants.W_OK)
  const database = new DatabaseSync(file, { timeout: OPEN_TIMEOUT_MS })
  try {
    const tables = database.prepare(`select name from sqlite_schema where type = 'table'`).all()
    const names = tables.map(({ name }) => String(name))
    const media = names.includes('media') ? database.prepare('select total(bytes) as bytes from media').get()?.bytes : 0
    if (size - Number(media) > MAX_CHECKED_BYTES) return
    for (const name of names) {
      if (name === CHUNKS_TABLE) checkChunks(database)
      else checkTable(database, name)
    }
  } finally {
    database.close()
  }
}

function checkTable(database: DatabaseSync, name: string): void {
  const found = database.prepare(`pragma quick_check('${name}')`).get()?.quick_check
  if (found !== 'ok') throw corrupt(`quick_check of ${name}: ${found}`)
}

function checkChunks(database: DatabaseSync): void {
  const [rows, keys] = ['not indexed', `indexed by sqlite_autoindex_${CHUNKS_TABLE}_1`].map((from) => {
    const { count, positions } = {
      ...database.prepare(`select count(*) as count, total(position) as positions from ${CHUNKS_TABLE} ${from}`).get(),
    }
    return `${count} rows with positions of ${positions}`
  })
  if (rows !== keys) throw corrupt(`${CHUNKS_TABLE} has ${rows}, its index ${keys}`)
}

function corrupt(message: string): Error {
  return Object.assign(new Error(message), { errcode: SQLITE_CORRUPT })
}

function open(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: OPEN_TIMEOUT_MS, enableForeignKeyConstraints: true })
  database.exec('pragma journal_mode = wal; pragma synchronous = full')
  database.exec('pragma secure_delete = on')
  database.exec('select count(*) from sqlite_schema')
  // The driver retries instead, since SQLite would block the thread.
  database.exec('pragma busy_timeout = 0')
  database.function('regexp_match', { deterministic: true }, createMatcher())
  return database
}

/** PostgreSQL's function of this name; caches the pattern of the current search. */
function createMatcher() {
  let last = { pattern: '', expression: /(?:)/ }
  return (text: SQLOutputValue, pattern: SQLOutputValue): string | null => {
    if (typeof text !== 'string' || typeof pattern !== 'string') return null
    if (pattern !== last.pattern) last = { pattern, expression: new RegExp(pattern, 'u') }
    return last.expression.test(text) ? text : null
  }
}

/** Throws when the file or its log was deleted or replaced: SQLite would keep writing into the old one, and lose it. */
function fileCheck(file: string): () => void {
  const [opened, ...logs] = [file, `${file}-wal`, `${file}-shm`].map((name) => ({ name, ...identityOf(name) }))
  return () => {
    if (opened !== undefined && !isSame(opened)) throw new Error(FILE_REPLACED)
    if (!logs.every(isSame)) throw new Error(LOG_REPLACED)
  }
}

type Identity = { ino: bigint | undefined; dev: bigint | undefined }

function identityOf(name: string): Identity {
  const facts = statSync(name, { bigint: true, throwIfNoEntry: false })
  return { ino: facts?.ino, dev: facts?.dev }
}

function isSame({ name, ino, dev }: Identity & { name: string }): boolean {
  const now = identityOf(name)
  return now.ino === ino && now.dev === dev
}

/** Writes a deleted log, which SQLite still has open, into the file. Not where another program made a new log. */
function logSaver(file: string, writer: DatabaseSync): () => void {
  return () => {
    if (existsSync(file) && !existsSync(`${file}-wal`)) writer.exec('pragma wal_checkpoint(passive)')
  }
}

class ConcurrentSqliteAdapter extends SqliteAdapter {
  /** The driver serializes writers and lets readers run beside them. */
  override get supportsMultipleConnections(): boolean {
    return true
  }

  /** Without it Kysely migrates outside a transaction, and a killed process leaves half a migration. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}
