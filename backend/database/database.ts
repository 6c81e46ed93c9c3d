import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import type { Settings } from '../settings.ts'
import { bringUpToDate, NoShopError, type UpdateOptions } from './migrate.ts'
import { openingError } from './opening-error.ts'
import { listen, postgresDialect } from './postgres.ts'
import { openPostgresPool, type PoolUse, type PostgresTimeouts, TIMEOUTS } from './postgres-pool.ts'
import { checkFile, FILE_REPLACED, sqliteDialect } from './sqlite.ts'
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
export type Location = Pick<Settings, 'databaseUrl' | 'dataDir'>

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
function sqliteFile(dataDir: string): string {
  return join(dataDir, 'shop.sqlite')
}

/** What of a database may be told: never a password. */
function labelOf({ databaseUrl, dataDir }: Location): string {
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
const UPDATE_PATIENCE = 60 * 60_000

async function openSqlite(file: string, label: string, updating: Updating): Promise<Store> {
  let database: Database | null = null
  try {
    if (updating.expected === 'existing' && !existsSync(file)) throw new NoShopError()
    checkFile(file)
    const opened = new Kysely<Tables>({ dialect: sqliteDialect(file) })
    database = opened
    await bringUpToDate(opened, { ...updating, withSchemaLock: (work) => lockSqlite(file, work) })
    return { database, engine: 'sqlite', label, listen: () => async () => {}, close: () => opened.destroy() }
  } catch (error) {
    await database?.destroy().catch(() => {})
    throw openingError(error, label)
  }
}

/** One transaction that no other process can write beside: SQLite's own lock. */
async function lockSqlite(file: string, work: (database: Database) => Promise<void>): Promise<void> {
  const patient = new Kysely<Tables>({ dialect: sqliteDialect(file, UPDATE_PATIENCE) })
  try {
    await patient.transaction().execute(work)
  } finally {
    await patient.destroy()
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
    await bringUpToDate(database, { ...updating, withSchemaLock: (work) => lockPostgres(url, timeouts, work) })
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
const SCHEMA_LOCK = 4_046_171_011

/** A migration of a large shop takes its time, so nothing of it has a limit but the connecting. */
function openUnlimitedPostgres(url: string, timeouts: PostgresTimeouts = TIMEOUTS): Database {
  return new Kysely<Tables>({ dialect: postgresDialect(url, { ...timeouts, turn: 0, answer: 0, statement: 0 }) })
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

const AWAY_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  // PostgreSQL: shutting down, starting up, crashed, too many connections, its disk is full.
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '53100',
  '08006',
  '08001',
  '08003',
  // Took too long, was idle too long, met another transaction: the server gave it up.
  '57014',
  '25P03',
  '55P03',
  '40001',
  '40P01',
])
const AWAY_MESSAGES = new RegExp(
  [
    'driver has already been destroyed',
    'database is (locked|not open)',
    'database or disk is full',
    'attempt to write a readonly database',
    'database disk image is malformed',
    'file is not a database',
    FILE_REPLACED,
    'disk I/O',
    'unable to open database',
    'timeout exceeded when (trying to connect|waiting for a free connection)',
    'query read timeout',
    'Connection terminated',
    'pool after calling end',
    'client has encountered a connection error',
  ].join('|'),
  'i',
)

/**
 * The words of an error that means that the database is away, where they are the driver's or the server's own and cannot
 * hold what a visitor typed.
 */
export function unavailableWords(error: Error): string | undefined {
  if ('code' in error && AWAY_CODES.has(String(error.code))) return error.message
  return AWAY_MESSAGES.exec(error.message)?.[0]
}

/** True when an error means that the database cannot be reached or written now, so that trying again later makes sense. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway)
  if (!(error instanceof Error)) return false
  return ('code' in error && AWAY_CODES.has(String(error.code))) || AWAY_MESSAGES.test(error.message)
}
