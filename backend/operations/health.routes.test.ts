import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { sqliteFile } from '../platform/database/database.ts'
import { PROGRAM_VERSION } from '../platform/lib/program-version.ts'
import { BOTH_ENGINES } from '../testing/servers/engines.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

let shop: TestShop
afterEach(() => shop.close())

const get = async (url: string) => {
  const response = await shop.app.inject(url)
  return { code: response.statusCode, ...response.json() }
}

test.each(BOTH_ENGINES)('with a working database the shop is alive and ready, on %s', async (engine) => {
  shop = await openTestShop(engine)
  expect(await get('/healthz')).toMatchObject({ code: 200, status: 'alive', version: PROGRAM_VERSION })
  expect(await get('/readyz')).toEqual({ code: 200, status: 'ready' })
  expect((await shop.app.inject('/readyz')).headers['cache-control']).toBe('no-store')
})

test('a shop that shuts down is not ready, and still serves requests', async () => {
  const draining = new AbortController()
  shop = await openTestShop('sqlite', { draining: draining.signal })
  draining.abort()
  expect(await get('/readyz')).toEqual({ code: 503, status: 'draining' })
  expect(await get('/healthz')).toMatchObject({ code: 200, status: 'alive', version: PROGRAM_VERSION })
  expect((await shop.app.inject('/api/products')).statusCode).toBe(200)
})

test.each(BOTH_ENGINES)('without its database the shop is alive and not ready, on %s', async (engine) => {
  shop = await openTestShop(engine)
  await shop.store.close()
  expect(await get('/readyz')).toEqual({ code: 503, status: 'database unavailable' })
  expect(await get('/healthz')).toMatchObject({ code: 200, status: 'alive', version: PROGRAM_VERSION })
})

test('a shop whose database lacks a file beside it is not ready, since it can write nothing', async () => {
  shop = await openTestShop('sqlite')
  await rm(`${sqliteFile(shop.location.dataDir)}-wal`)
  expect(await get('/readyz')).toEqual({ code: 503, status: 'database unavailable' })
})

test('a database that may only be read is not ready, and pages are still served', async () => {
  shop = await openTestShop('postgres')
  const { database } = shop.store
  const name = sql.id(
    (await sql<{ name: string }>`select current_database() as name`.execute(database)).rows[0]?.name ?? '',
  )
  await sql`alter database ${name} set default_transaction_read_only = on`.execute(database)
  expect(await get('/readyz')).toEqual({ code: 200, status: 'ready' })
  // New connections have the setting.
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(database)
  await sql`select pg_terminate_backend(pg_backend_pid())`.execute(database).catch(() => {})
  await expect.poll(() => get('/readyz')).toEqual({ code: 503, status: 'database read-only' })
  expect((await shop.app.inject('/api/products')).statusCode).toBe(200)
})
