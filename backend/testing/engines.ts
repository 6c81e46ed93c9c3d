import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { loadFirstCatalog } from '../catalog/catalog.import.ts'
import { loadFirstDeliveryAndTax } from '../checkout/checkout.import.ts'
import { type Database, openStore, type Store } from '../database/database.ts'
import { openPhotoShelf } from '../images/photo-shelf.ts'

/** The engines that every suite of the backend runs on. */
export const ENGINES = ['sqlite', 'postgres'] as const
export type Engine = (typeof ENGINES)[number]

/** A database of its own with the shop's catalog in it; `close` leaves nothing behind. */
export type TestStore = { store: Store; location: Location; close: () => Promise<void> }
type Location = { databaseUrl: string | null; dataDir: string }

export async function openTestStore(engine: Engine): Promise<TestStore> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-test-'))
  const database = engine === 'postgres' ? await createDatabase() : null
  if (database === null) await cp(await sqliteTemplate(), dataDir, { recursive: true })
  const location = { databaseUrl: database?.url ?? null, dataDir }
  const store = await openStore(location)
  if (database !== null) await loadFiles(store.database)
  return {
    store,
    location,
    close: async () => {
      await store.close().catch(() => {})
      await database?.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

let template: Promise<string> | null = null

/** Made once a test file and copied for each test. */
function sqliteTemplate(): Promise<string> {
  template ??= makeSqliteTemplate()
  return template
}

async function makeSqliteTemplate(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-test-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const store = await openStore({ databaseUrl: null, dataDir: folder })
  await loadFiles(store.database)
  await store.close()
  return folder
}

async function loadFiles(database: Database): Promise<void> {
  await loadFirstCatalog(database, openPhotoShelf())
  await loadFirstDeliveryAndTax(database)
}

async function createDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = process.env.TEST_DATABASE_URL
  if (server === undefined) throw new Error('the tests have no PostgreSQL')
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => administer(server, `drop database if exists ${name} with (force)`) }
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement)
  await client.end()
}
