import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { ROOT } from '../command.ts'
import { setup as startPostgres } from '../servers/postgres.ts'

let template: Promise<string> | null = null

/**
 * A data folder with the test catalog, to be copied for each shop; created once, and passed to child processes in the
 * environment.
 */
export function shopTemplate(): Promise<string> {
  template ??= process.env.TEST_SHOP_TEMPLATE ? Promise.resolve(process.env.TEST_SHOP_TEMPLATE) : makeTemplate()
  return template
}

async function makeTemplate(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-template-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  await fillShop(folder)
  process.env.TEST_SHOP_TEMPLATE = folder
  return folder
}

/** Fills a database in a process of its own: SQLite in the folder, or the given PostgreSQL. */
export async function fillShop(folder: string, databaseUrl: string | null = null): Promise<void> {
  const program = join(import.meta.dirname, 'fill-shop.ts')
  await promisify(execFile)(process.execPath, [program, folder, ...(databaseUrl === null ? [] : [databaseUrl])], {
    cwd: ROOT,
  })
}

/**
 * Playwright and Vitest call this once, before their workers start, and what it returns after the last. With
 * `TEST_ENGINE=postgres` each shop of Playwright's tests has a database on PostgreSQL.
 */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  const folder = await shopTemplate()
  if (process.env.TEST_ENGINE !== 'postgres') return undefined
  const stop = await startPostgres()
  const url = await createDatabase('template0')
  await fillShop(folder, url)
  process.env.TEST_SHOP_DATABASE = url
  return stop
}

/** The database of a new shop on PostgreSQL; `null` where the tests run on SQLite. */
export async function newShopDatabase(): Promise<string | null> {
  const template = process.env.TEST_SHOP_DATABASE
  return template === undefined ? null : createDatabase(new URL(template).pathname.slice(1))
}

async function createDatabase(template: string): Promise<string> {
  const server = new URL(process.env.TEST_DATABASE_URL ?? '')
  const name = `shop_${randomBytes(8).toString('hex')}`
  const client = new pg.Client(server.href)
  await client.connect()
  await client.query(`create database ${name} template ${template}`)
  await client.end()
  return new URL(name, server).href
}
