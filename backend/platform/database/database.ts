import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { retryConflicts } from './conflicts.ts'
import { EmptyDatabaseError, migrateToLatest, type SchemaWork, type UpdateOptions, type Updating } from './migrate.ts'
import { openingError } from './opening-error.ts'
import type { PostgresTimeouts } from './postgres-pool.ts'
import { findRunning, noteRunning, type RunningProgram, requireOnlyShop, requireSoleUse } from './sole-use.ts'
import { checkFile, sqliteDialect } from './sqlite.ts'
import type { Database, Store, Trx } from './store.ts'
import type { Tables } from './tables.ts'
import { createTimelineGuard } from './timeline.ts'

export type { Database, Store, Trx } from './store.ts'

export type Location = {
  /** PostgreSQL; `null` for SQLite in `dataDir`. */
  databaseUrl: string | null
  /** Files of this machine; empty where it keeps none, as a tool that only reads another shop's PostgreSQL. */
  dataDir: string
}

export type OpenOptions = {
  timeouts?: PostgresTimeouts
  /** Called before migrations change an existing shop, to back it up. */
  beforeUpdate?: UpdateOptions['beforeUpdate']
}

/**
 * Opens PostgreSQL if the settings name it, else the SQLite file, and runs migrations. Errors are sentences for the
 * owner.
 */
export async function openStore(location: Location, options: OpenOptions = {}): Promise<Store> {
  return open(location, 'new', options)
}

/**
 * Opens an existing shop's database. It never creates one: a command with wrong settings would otherwise report an
 * empty shop.
 */
export async function openExistingStore(location: Location, options: OpenOptions = {}): Promise<Store> {
  return open(location, 'existing', options)
}

export function sqliteFile(dataDir: string): string {
  return join(dataDir, 'shop.sqlite')
}

export function labelOf({ databaseUrl, dataDir }: Location): string {
  if (databaseUrl === null) return `SQLite in ${sqliteFile(dataDir)}`
  const { host, pathname } = new URL(databaseUrl)
  return `PostgreSQL at ${host}${pathname}`
}

/** Notes who serves requests from a SQLite file; PostgreSQL knows its connections by name. Returns what takes it back. */
export function noteRunningShop({ databaseUrl, dataDir }: Location, program: RunningProgram): () => void {
  return databaseUrl === null ? noteRunning(sqliteFile(dataDir), program) : () => {}
}

/** Throws a sentence for the owner when another shop than that of the process `own` serves requests from a SQLite file. */
export async function requireOnlyShopOn(location: Location, own: number): Promise<void> {
  if (location.databaseUrl !== null) return
  try {
    await requireOnlyShop(sqliteFile(location.dataDir), own)
  } catch (error) {
    throw openingError(error, labelOf(location))
  }
}

/** The shop that serves requests from a SQLite file at the moment; `null` where that is not known. */
export function findRunningShop({ databaseUrl, dataDir }: Location): RunningProgram | null {
  return databaseUrl === null ? findRunning(sqliteFile(dataDir)) : null
}

type Expected = UpdateOptions['expected']

async function open(location: Location, expected: Expected, options: OpenOptions): Promise<Store> {
  const { timeouts, beforeUpdate = async () => {} } = options
  const { databaseUrl: url, dataDir } = location
  const label = labelOf(location)
  if (url === null) return openSqlite(sqliteFile(dataDir), label, { expected, beforeUpdate })
  // Most shops run on SQLite and start sooner without it.
  const { openPostgres } = await import('./postgres-store.ts')
  const guard = dataDir === '' ? {} : { guard: createTimelineGuard(join(dataDir, 'timeline')) }
  return openPostgres(url, label, timeouts, { expected, beforeUpdate, ...guard })
}

/** Milliseconds to wait while another node backs up and migrates the same file. */
const UPDATE_TIMEOUT_MS = 60 * 60_000

async function openSqlite(file: string, label: string, updating: Updating): Promise<Store> {
  let database: Database | null = null
  try {
    if (updating.expected === 'existing' && !existsSync(file)) throw new EmptyDatabaseError()
    checkFile(file)
    await requireSoleUse(file)
    const opened = new Kysely<Tables>({ dialect: sqliteDialect(file) })
    database = opened
    await migrateToLatest(opened, { ...updating, withSchemaLock: (work) => lockSqlite(file, work) })
    return { database, engine: 'sqlite', label, listen: () => async () => {}, close: () => opened.destroy() }
  } catch (error) {
    await database?.destroy().catch(() => {})
    throw openingError(error, label, findRunning(file))
  }
}

/** Runs `work` in a transaction that locks out other processes. */
async function lockSqlite(file: string, work: SchemaWork): Promise<void> {
  const unlimited = new Kysely<Tables>({ dialect: sqliteDialect(file, UPDATE_TIMEOUT_MS) })
  try {
    await unlimited.transaction().execute((trx) => work(trx, []))
  } finally {
    await unlimited.destroy()
  }
}

type Ending = () => Promise<unknown>
const endings = new WeakMap<Trx, Ending[]>()

/**
 * Runs `work` in a transaction. It may run more than once: deadlocks and serialization failures are retried. Inside it
 * use only `trx`; a write through an outer handle deadlocks on SQLite.
 */
export async function inTransaction<T>(database: Database, work: (trx: Trx) => Promise<T>): Promise<T> {
  return retryConflicts(() =>
    database.transaction().execute(async (trx) => {
      const last: Ending[] = []
      endings.set(trx, last)
      const result = await work(trx)
      for (const ending of last) await ending()
      return result
    }),
  )
}

/** Has something done at the end of a transaction of `inTransaction`, before it is committed. */
export function beforeCommit(trx: Trx, ending: Ending): void {
  const last = endings.get(trx)
  if (last === undefined) throw new Error('This transaction was not begun by inTransaction.')
  last.push(ending)
}
