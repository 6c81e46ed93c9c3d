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
  /** Empty for a tool that only reads another shop's PostgreSQL. */
  dataDir: string
}

export type OpenOptions = {
  timeouts?: PostgresTimeouts
  beforeUpdate?: UpdateOptions['beforeUpdate']
}

/** Opens PostgreSQL if configured, else the SQLite file, and migrates. Errors are sentences for the owner. */
export async function openStore(location: Location, options: OpenOptions = {}): Promise<Store> {
  return open(location, 'new', options)
}

/** Opens an existing database only: a command with wrong settings would otherwise report an empty shop. */
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

/** Records who serves requests from a SQLite file; PostgreSQL knows its connections by name. Returns its undo. */
export function noteRunningShop({ databaseUrl, dataDir }: Location, program: RunningProgram): () => void {
  return databaseUrl === null ? noteRunning(sqliteFile(dataDir), program) : () => {}
}

/** Throws a sentence for the owner when a shop other than process `own` serves the SQLite file. */
export async function requireOnlyShopOn(location: Location, own: number): Promise<void> {
  if (location.databaseUrl !== null) return
  try {
    await requireOnlyShop(sqliteFile(location.dataDir), own)
  } catch (error) {
    throw openingError(error, labelOf(location))
  }
}

/** The shop that serves a SQLite file now; `null` where that is unknown. */
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

/** While another node backs up and migrates the same file. */
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

/** Runs `work` in a transaction, again after a deadlock. Use only `trx` inside: an outer handle deadlocks on SQLite. */
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

export function beforeCommit(trx: Trx, ending: Ending): void {
  const last = endings.get(trx)
  if (last === undefined) throw new Error('This transaction was not begun by inTransaction.')
  last.push(ending)
}
