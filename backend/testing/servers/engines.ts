import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import pg from 'pg'
import { type Database, openStore, type Store, sqliteFile } from '../../platform/database/database.ts'
import type { PostgresTimeouts } from '../../platform/database/postgres-pool.ts'
import { postgresDialect } from '../../platform/database/postgres-store.ts'
import { sqliteDialect } from '../../platform/database/sqlite.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { loadFirstSettings } from '../../platform/settings/shop-settings.repository.ts'
import { quickFolder } from '../files/quick-folder.ts'
import { loadTestCatalog, testPhotos } from '../test-catalog.ts'
import { openSharedDatabase, type SharedDatabase, saveBaseline } from './shared-database.ts'
import { openSqliteBaseline } from './sqlite-baseline.ts'

/** For tests of what differs: locks, types, constraints, SQL. Others run on SQLite. */
export const BOTH_ENGINES = ['sqlite', 'postgres'] as const
export type Engine = (typeof BOTH_ENGINES)[number]

/** For such tests that are slow: both in the long form (`npm test -- all`), else SQLite. */
export const ENGINES: readonly Engine[] = process.env.TEST_FORM === 'long' ? BOTH_ENGINES : ['sqlite']

/** Has the test catalog; `close` deletes it. */
export type TestStore = { store: Store; location: Location; close: () => Promise<void> }

/** One that can be used again. */
export type ReusableStore = TestStore & {
  /** Saves the current state for `reset`. */
  rebase: () => Promise<void>
  /** Restores database and folder; `false` when it can't. */
  reset: () => Promise<boolean>
}
type Location = { databaseUrl: string | null; dataDir: string }

/** The machine may be busy. */
const PATIENT_TIMEOUTS: PostgresTimeouts = { acquire: 60_000, connect: 60_000, query: 60_000, statement: 60_000 }

export async function openTestStore(engine: Engine): Promise<ReusableStore> {
  const dataDir = await mkdtemp(join(await quickFolder(), 'shop-test-'))
  const { store, databaseUrl, rebase, reset, close } = await (engine === 'postgres'
    ? openPostgres()
    : openSqlite(dataDir))
  return {
    store,
    location: { databaseUrl, dataDir },
    rebase,
    reset: async () => (await reset()) && clearFolder(dataDir),
    close: async () => {
      await close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

type OpenStore = Omit<ReusableStore, 'location'> & { databaseUrl: string | null }

/** The files of a shop at its start. */
const FIRST_FILES = ['shop.sqlite', 'shop.sqlite-wal', 'shop.sqlite-shm', 'admin-secret']

async function clearFolder(folder: string): Promise<boolean> {
  const names = await readdir(folder)
  const others = names.filter((name) => !FIRST_FILES.includes(name))
  await Promise.all(others.map((name) => rm(join(folder, name), { recursive: true })))
  return true
}

async function openSqlite(dataDir: string): Promise<OpenStore> {
  await cp(await sqliteTemplate(), dataDir, { recursive: true })
  const store = await openStore({ databaseUrl: null, dataDir }, { timeouts: PATIENT_TIMEOUTS })
  const baseline = openSqliteBaseline(sqliteFile(dataDir), `${dataDir}.baseline`)
  return {
    store,
    databaseUrl: null,
    rebase: baseline.save,
    reset: () => baseline.restore().catch(() => false),
    close: async () => {
      await store.close().catch(() => {})
      await baseline.close()
    },
  }
}

/** Deleted with the tests' PostgreSQL. */
const unused: SharedDatabase[] = []

async function openPostgres(): Promise<OpenStore> {
  const shared = unused.pop() ?? (await openSharedDatabase((await createDatabase()).url, PATIENT_TIMEOUTS))
  const store = shared.openStore()
  let isRebased = false
  return {
    store,
    databaseUrl: shared.url,
    rebase: async () => {
      isRebased = true
      await shared.rebase()
    },
    reset: shared.reset,
    close: async () => {
      await store.close()
      if (!isRebased && (await shared.reset())) unused.push(shared)
      else await shared.close()
    },
  }
}

/** A database without tables. */
export type TestDatabase = { database: Database; url: string; close: () => Promise<void> }

/** `template` is a PostgreSQL database without connections. */
export async function createEmptyDatabase(engine: Engine, template?: string): Promise<TestDatabase> {
  const folder = await mkdtemp(join(await quickFolder(), 'shop-test-'))
  const name = randomName()
  const source = template === undefined ? 'template0' : new URL(template).pathname.slice(1)
  if (engine === 'postgres') await administer(`create database ${name} template ${source} strategy file_copy`)
  const dialect =
    engine === 'postgres'
      ? postgresDialect(addressOf(name), PATIENT_TIMEOUTS)
      : sqliteDialect(join(folder, 'shop.sqlite'))
  const database = new Kysely<Tables>({ dialect })
  return {
    database,
    url: addressOf(name),
    close: async () => {
      await database.destroy()
      if (engine === 'postgres') await administer(`drop database ${name} with (force)`)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export function openTestNode({ location }: TestStore): Promise<Store> {
  return openStore(location, { timeouts: PATIENT_TIMEOUTS })
}

let sqliteFolder: Promise<string> | null = null

/** Created once per test file, and copied. */
function sqliteTemplate(): Promise<string> {
  sqliteFolder ??= makeSqliteTemplate()
  return sqliteFolder
}

async function makeSqliteTemplate(): Promise<string> {
  const folder = await mkdtemp(join(await quickFolder(), 'shop-test-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  await fillStore({ databaseUrl: null, dataDir: folder })
  return folder
}

let postgresTemplate: Promise<string> | null = null

/** With the test catalog, on the tests' PostgreSQL. */
export async function createDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  postgresTemplate ??= makePostgresTemplate()
  const template = await postgresTemplate
  const name = randomName()
  await administer(`create database ${name} template ${template} strategy file_copy`)
  return { url: addressOf(name), drop: () => administer(`drop database if exists ${name} with (force)`) }
}

/** Deleted with the tests' PostgreSQL. */
async function makePostgresTemplate(): Promise<string> {
  const name = randomName()
  await administer(`create database ${name}`)
  const location = { databaseUrl: addressOf(name), dataDir: tmpdir() }
  await fillStore(location)
  const store = await openStore(location, { timeouts: PATIENT_TIMEOUTS })
  await saveBaseline(store.database)
  await store.close()
  return name
}

async function fillStore(location: Location): Promise<void> {
  const store = await openStore(location, { timeouts: PATIENT_TIMEOUTS })
  await loadTestCatalog(store.database, await testPhotos())
  await loadFirstSettings(store.database)
  await store.close()
}

function randomName(): string {
  return `test_${randomBytes(8).toString('hex')}`
}

function serverAddress(): string {
  const address = process.env.TEST_DATABASE_URL
  if (address === undefined) throw new Error('the tests have no PostgreSQL')
  return address
}

function addressOf(name: string): string {
  const url = new URL(serverAddress())
  url.pathname = `/${name}`
  return url.href
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverAddress() })
  await client.connect()
  await client.query(statement)
  await client.end()
}
