import { join } from 'node:path'
import { Kysely, type Transaction } from 'kysely'
import type { Settings } from '../settings.ts'
import { migrate } from './migrate.ts'
import { listen, type PostgresTimeouts, postgresDialect } from './postgres.ts'
import { sqliteDialect } from './sqlite.ts'
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
  /** Calls back when another process announces a change on a channel, where the engine can. */
  listen: (channel: string, onNotice: () => void) => () => Promise<void>
  close: () => Promise<void>
}

/** Opens PostgreSQL when the settings name one, else the embedded SQLite file, and brings its tables up to date. */
export async function openStore(
  { databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  timeouts?: PostgresTimeouts,
): Promise<Store> {
  const store = databaseUrl === null ? sqliteStore(join(dataDir, 'shop.sqlite')) : postgresStore(databaseUrl, timeouts)
  try {
    await migrate(store.database)
    return store
  } catch (error) {
    await store.close().catch(() => {})
    throw error
  }
}

function sqliteStore(file: string): Store {
  const database = new Kysely<Tables>({ dialect: sqliteDialect(file) })
  return {
    database,
    engine: 'sqlite',
    label: `SQLite in ${file}`,
    listen: () => async () => {},
    close: () => database.destroy(),
  }
}

function postgresStore(url: string, timeouts?: PostgresTimeouts): Store {
  const database = new Kysely<Tables>({ dialect: postgresDialect(url, timeouts) })
  const { host, pathname } = new URL(url)
  return {
    database,
    engine: 'postgres',
    label: `PostgreSQL at ${host}${pathname}`,
    listen: (channel, onNotice) => listen(url, channel, onNotice),
    close: () => database.destroy(),
  }
}

/** Everything in `work` happens, or nothing. Inside it only `trx` may be used: an outer handle waits for ever on SQLite. */
export function inTransaction<T>(database: Database, work: (trx: Trx) => Promise<T>): Promise<T> {
  return database.transaction().execute(work)
}

const AWAY_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  // PostgreSQL: shutting down, starting up, crashed, too many connections, its disk is full.
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '53100',
  '08006',
  '08001',
  '08003',
])
const AWAY_MESSAGES = new RegExp(
  [
    'driver has already been destroyed',
    'database is (locked|not open)',
    'database or disk is full',
    'disk I/O',
    'unable to open database',
    'timeout exceeded when trying to connect',
    'query read timeout',
    'Connection terminated',
    'pool after calling end',
    'client has encountered a connection error',
  ].join('|'),
  'i',
)

/** True when an error means that the database cannot be reached or written now, so that trying again later makes sense. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway)
  if (!(error instanceof Error)) return false
  return ('code' in error && AWAY_CODES.has(String(error.code))) || AWAY_MESSAGES.test(error.message)
}
