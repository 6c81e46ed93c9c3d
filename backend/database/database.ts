import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import { EmptyDatabaseError, migrateToLatest, type UpdateOptions } from './migrate.ts'
import { openingError } from './opening-error.ts'
import { listen, postgresDialect } from './postgres.ts'
import { openPostgresPool, type PoolUse, type PostgresTimeouts, TIMEOUTS } from './postgres-pool.ts'
import { checkFile, sqliteDialect } from './sqlite.ts'
import type { Tables } from './tables.ts'

/** The database, or the transaction that a use case opened on it: what repositories take first. */
export type Database = Kysely<Tables>
export type Trx = Transaction<Tables>

/** The one place that knows which engine runs. */
export type Store = {
  database: Database
  engine: 'sqlite' | 'postgres'
  /** What of the database the start may tell: never a password. */
  label: string
  /** How busy the connections to PostgreSQL are. */
  connections?: () => PoolUse
  /** Calls back when another process announces a change on a channel, where the engine can. */
  listen: (channel: string, onNotice: () => void) => () => Promise<void>
  close: () => Promise<void>
}

/** Where a database is: at an address, else in a folder. */
export type Location = {
  /** PostgreSQL; `null` for SQLite in `dataDir`. */
  databaseUrl: string | null
  dataDir: string
}

export type OpenOptions = {
  timeouts?: PostgresTimeouts
  /** Called before a newer version changes the tables of a shop, for a backup of what is there. */
  beforeUpdate?: UpdateOptions['beforeUpdate']
}

/**
 * Opens PostgreSQL when the settings name one, else the embedded SQLite file, and brings its tables up to date. What
 * keeps it from that is thrown as a sentence for the owner.
 */
export async function openStore(location: Location, options: OpenOptions = {}): Promise<Store> {
  return open(location, 'new', options)
}

/**
 * Opens the database of a shop that has been started before. A command that made an empty one in passing would answer
 * that nothing is there, while the shop runs on another.
 */
export async function openExistingStore(location: Location, options: OpenOptions = {}): Promise<Store> {
  return open(location, 'existing', options)
}

/** The file of the embedded database. */
export function sqliteFile(dataDir: string): string {
  return join(dataDir, 'shop.sqlite')
}

/** What of a database may be told: never a password. */
export function labelOf({ databaseUrl, dataDir }: Location): string {
  if (databaseUrl === null) return `SQLite in ${sqliteFile(dataDir)}`
  const { host, pathname } = new URL(databaseUrl)
  return `PostgreSQL at ${host}${pathname}`
}

type Expected = UpdateOptions['expected']

function open(location: Location, expected: Expected, options: OpenOptions): Promise<Store> {
  const { timeouts = TIMEOUTS, beforeUpdate = async () => {} } = options
  const { databaseUrl: url, dataDir } = location
  const label = labelOf(location)
  return url === null
    ? openSqlite(sqliteFile(dataDir), label, { expected, beforeUpdate })
    : openPostgres(url, label, timeouts, { expected, beforeUpdate })
}

type Updating = Pick<UpdateOptions, 'expected' | 'beforeUpdate'>

/** Milliseconds that a node waits for another that brings the same file up to date, with a backup before. */
const UPDATE_TIMEOUT = 60 * 60_000

async function openSqlite(file: string, label: string, updating: Updating): Promise<Store> {
  let database: Database | null = null
  try {
    if (updating.expected === 'existing' && !existsSync(file)) throw new EmptyDatabaseError()
    checkFile(file)
    const opened = new Kysely<Tables>({ dialect: sqliteDialect(file) })
    database = opened
    await migrateToLatest(opened, { ...updating, withSchemaLock: (work) => lockSqlite(file, work) })
    return { database, engine: 'sqlite', label, listen: () => async () => {}, close: () => opened.destroy() }
  } catch (error) {
    await database?.destroy().catch(() => {})
    throw openingError(error, label)
  }
}

/** One transaction that no other process can write beside: SQLite's own lock. */
async function lockSqlite(file: string, work: (database: Database) => Promise<void>): Promise<void> {
  const unlimited = new Kysely<Tables>({ dialect: sqliteDialect(file, UPDATE_TIMEOUT) })
  try {
    await unlimited.transaction().execute(work)
  } finally {
    await unlimited.destroy()
  }
}

async function openPostgres(
  url: string,
  label: string,
  timeouts: PostgresTimeouts,
  updating: Updating,
): Promise<Store> {
  const pool = openPostgresPool(url, timeouts)
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  try {
    await migrateToLatest(database, { ...updating, withSchemaLock: (work) => lockPostgres(url, timeouts, work) })
  } catch (error) {
    await database.destroy().catch(() => {})
    throw openingError(error, label)
  }
  return {
    database,
    engine: 'postgres',
    label,
    connections: pool.use,
    listen: (channel, onNotice) => listen(url, channel, onNotice),
    close: () => database.destroy(),
  }
}

/** The advisory lock that a node holds while it migrates or restores. */
export const SCHEMA_LOCK = 4_046_171_011

/** A migration of a large shop takes its time, so nothing of it has a limit but the connecting. */
export function openUnlimitedPostgres(url: string, timeouts: PostgresTimeouts = TIMEOUTS): Database {
  return new Kysely<Tables>({ dialect: postgresDialect(url, { ...timeouts, acquire: 0, query: 0, statement: 0 }) })
}

/** The lock is of one connection and goes with it, however the process ends. */
async function lockPostgres(
  url: string,
  timeouts: PostgresTimeouts,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  const unlimited = openUnlimitedPostgres(url, timeouts)
  try {
    await unlimited.connection().execute(async (connection) => {
      await sql`select pg_advisory_lock(${sql.lit(SCHEMA_LOCK)})`.execute(connection)
      await work(unlimited)
    })
  } finally {
    await unlimited.destroy()
  }
}

/**
 * Everything in `work` happens, or nothing; it may be run again where the database asks for that. Inside it only `trx` may be used: a change by an outer handle waits for ever on SQLite.
 */
export async function inTransaction<T>(database: Database, work: (trx: Trx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.transaction().execute(work)
    } catch (error) {
      if (attempt === MOST_ATTEMPTS || !isConflict(error)) throw error
    }
  }
}

const MOST_ATTEMPTS = 3

/** PostgreSQL ended one of two transactions that waited for each other; nothing of it happened. */
function isConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001')
}
