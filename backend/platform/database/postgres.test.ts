import { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createDatabase } from '../../testing/servers/engines.ts'
import { openDatabaseProxy, type TcpProxy } from '../../testing/servers/tcp-proxy.ts'
import { bumpStockVersion, watchCatalogVersion } from './catalog-version/catalog-version.ts'
import { type Database, inTransaction, openStore, type Store } from './database.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

const TIMEOUTS = { acquire: 60_000, connect: 60_000, query: 60_000, statement: 60_000 }
/** Every query has this long, those on good connections too: on a busy machine 300 ms were too few. */
const IMPATIENT = { ...TIMEOUTS, query: 2000 }
const CONNECTIONS = 10

let database: Awaited<ReturnType<typeof createDatabase>>
let proxy: TcpProxy
let databaseUrl: string
let store: Store | null
beforeEach(async () => {
  database = await createDatabase()
  ;({ proxy, url: databaseUrl } = await openDatabaseProxy(database.url))
  store = null
})
afterEach(async () => {
  await store?.close()
  await proxy.close()
  await database.drop()
})

async function openThroughProxy(timeouts: typeof TIMEOUTS): Promise<Store> {
  store = await openStore({ databaseUrl, dataDir: '' }, { timeouts })
  return store
}

const selectOne = async ({ database: handle }: Store) =>
  (await sql<{ one: number }>`select 1 as one`.execute(handle)).rows[0]
/** Changes the database's settings, which apply to connections that are opened later. */
async function alterDatabase(change: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.url, options: '-c default_transaction_read_only=off' })
  await client.connect()
  await client.query(`alter database "${new URL(database.url).pathname.slice(1)}" ${change}`)
  await client.end()
}
/** Uses every connection of the pool at once, so all of them are open afterwards. */
const fillPool = ({ database: handle }: Store) =>
  Promise.all(Array.from({ length: CONNECTIONS }, () => sql`select pg_sleep(0.05)`.execute(handle)))

test('dead connections are destroyed, and the database is used again', async () => {
  const opened = await openThroughProxy(IMPATIENT)
  await fillPool(opened)
  proxy.silenceOld()
  const error = await selectOne(opened).catch((thrown: unknown) => thrown)
  expect(isDatabaseUnavailable(error)).toBe(true)
  // The other nine are dead too; none of them is tried.
  for (let time = 0; time < CONNECTIONS; time += 1) expect(await selectOne(opened)).toEqual({ one: 1 })
})

test('a server that ends every connection, as for its restart, is used again', async () => {
  const opened = await openThroughProxy(TIMEOUTS)
  await fillPool(opened)
  const own = new URL(database.url).pathname.slice(1)
  const waiting = sql`select pg_sleep(60)`.execute(opened.database).catch((thrown: unknown) => thrown)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const others = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()'
  await client.query(others, [own])
  await client.end()
  expect(isDatabaseUnavailable(await waiting)).toBe(true)
  expect(await selectOne(opened)).toEqual({ one: 1 })
})

test('a connection to a standby is replaced by one to the primary', async () => {
  const readOnly = (state: 'on' | 'off') => alterDatabase(`set default_transaction_read_only = ${state}`)
  await readOnly('on')
  const { database: handle } = await openThroughProxy(TIMEOUTS)
  const write = () => handle.updateTable('tax_rates').set({ rate_millionths: 1 }).where('state', '=', 'CA').execute()
  const error = await write().catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: '25006' })
  expect(isDatabaseUnavailable(error)).toBe(true)
  await readOnly('off')
  expect(await write()).toMatchObject([{ numUpdatedRows: 1n }])
})

test('a transaction that goes on after an error fails with that error, not with its consequence', async () => {
  const { database: handle } = await openThroughProxy(TIMEOUTS)
  const transaction = handle.transaction().execute(async (trx) => {
    await sql`select * from missing`.execute(trx).catch(() => {})
    await sql`select 1`.execute(trx)
  })
  await expect(transaction).rejects.toMatchObject({ code: '42P01' })
})

test('statements of a transaction are planned once, those that read lists each time', async () => {
  const { database: handle } = await openThroughProxy(TIMEOUTS)
  const countTwice = async (database: Database) => {
    for (const name of ['orders', 'inquiries'])
      await database.updateTable('counters').set({ value: 7 }).where('name', '=', name).execute()
  }
  await countTwice(handle)
  const prepared = await handle.transaction().execute(async (trx) => {
    await countTwice(trx)
    await trx.selectFrom('counters').selectAll().where('name', '=', 'orders').execute()
    return sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(trx)
  })
  expect(prepared.rows).toEqual([{ statement: 'update "counters" set "value" = $1 where "name" = $2' }])
})

test('a transaction goes on when an update has added a column', async () => {
  const { database: handle } = await openThroughProxy(TIMEOUTS)
  const read = () =>
    handle
      .transaction()
      .execute((trx) =>
        trx.updateTable('tax_rates').set({ state: 'CA' }).where('state', '=', 'CA').returningAll().execute(),
      )
  const [before] = await read()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query('alter table tax_rates add column note text')
  await client.end()
  expect(await read()).toEqual([{ ...before, note: null }])
})

test('every connection probes whether the network is still there', async () => {
  const probe = vi.spyOn(Socket.prototype, 'setKeepAlive')
  onTestFinished(() => probe.mockRestore())
  await selectOne(await openThroughProxy(TIMEOUTS))
  const delays = probe.mock.calls.map(([isOn, afterMs = 0]) => (isOn === true ? afterMs : 0))
  expect(delays).not.toEqual([])
  for (const delay of delays) {
    expect(delay).toBeGreaterThan(0)
    expect(delay).toBeLessThanOrEqual(60_000)
  }
})

test('closing does not wait for dead connections', async () => {
  const opened = await openThroughProxy(TIMEOUTS)
  await fillPool(opened)
  proxy.silence()
  const result = selectOne(opened).catch((thrown: unknown) => thrown)
  // The query has been sent.
  await nextTurn()
  await opened.close()
  expect(isDatabaseUnavailable(await result)).toBe(true)
  store = null
})

test('the server cancels a statement that takes too long, and the connection stays usable', async () => {
  const opened = await openThroughProxy({ ...TIMEOUTS, statement: 1000 })
  const error = await sql`select pg_sleep(60)`.execute(opened.database).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: '57014' })
  expect(isDatabaseUnavailable(error)).toBe(true)
  expect(await selectOne(opened)).toEqual({ one: 1 })
})

/** Holds every connection of the pool until what is returned is called. The test's time stands still from then on. */
async function holdConnections({ database: handle }: Store): Promise<() => Promise<unknown>> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const held = Promise.withResolvers<void>()
  let count = 0
  const holders = Array.from({ length: CONNECTIONS }, () =>
    handle.connection().execute(async () => {
      count += 1
      await held.promise
    }),
  )
  await expect.poll(() => count).toBe(CONNECTIONS)
  return () => {
    held.resolve()
    return Promise.all(holders)
  }
}

test('more callers than connections are all served, though they wait longer than opening a connection may take', async () => {
  const opened = await openThroughProxy({ ...TIMEOUTS, connect: 20_000 })
  const release = await holdConnections(opened)
  const waiting = Array.from({ length: 2 * CONNECTIONS }, () => selectOne(opened))
  await nextTurn()
  vi.advanceTimersByTime(30_000)
  await release()
  expect(await Promise.all(waiting)).toEqual(Array(2 * CONNECTIONS).fill({ one: 1 }))
})

test('waiting too long for a free connection is an error', async () => {
  const opened = await openThroughProxy(TIMEOUTS)
  const release = await holdConnections(opened)
  const waiting = selectOne(opened).catch((thrown: unknown) => thrown)
  await nextTurn()
  vi.advanceTimersByTime(TIMEOUTS.acquire)
  expect(isDatabaseUnavailable(await waiting)).toBe(true)
  await release()
  expect(await selectOne(opened)).toEqual({ one: 1 })
})

test('a transaction that deadlocked is retried', async () => {
  const { database: handle } = await openThroughProxy(TIMEOUTS)
  const met = Promise.withResolvers<void>()
  let inside = 0
  const change = (first: string, second: string) =>
    inTransaction(handle, async (trx) => {
      const add = (state: string) =>
        trx
          .updateTable('tax_rates')
          .set((row) => ({ rate_millionths: row('rate_millionths', '+', 1) }))
          .where('state', '=', state)
          .execute()
      await add(first)
      inside += 1
      if (inside === 2) met.resolve()
      await met.promise
      await add(second)
    })
  const rates = async () => {
    const rows = await handle.selectFrom('tax_rates').selectAll().where('state', 'in', ['CA', 'NY']).execute()
    return rows.reduce((sum, row) => sum + row.rate_millionths, 0)
  }
  const before = await rates()
  await Promise.all([change('CA', 'NY'), change('NY', 'CA')])
  // The transaction that was rolled back may deadlock again before the other one has committed.
  expect(inside).toBeGreaterThanOrEqual(3)
  expect(await rates()).toBe(before + 4)
})

test('the other nodes are told of a change of stock, and know it without asking from time to time', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const opened = await openThroughProxy(TIMEOUTS)
  const other = await openStore({ databaseUrl: database.url, dataDir: '' }, { timeouts: TIMEOUTS })
  const versions = await Promise.all([opened, other].map((node) => watchCatalogVersion(node)))
  onTestFinished(async () => {
    await Promise.all(versions.map((version) => version.close()))
    await other.close()
  })
  const known = versions.map((version) => version.current)
  // Again and again: what was announced before the other node listened is not sent to it. Not by `vi.waitFor`, which would let
  // the time pass in which it asks.
  while (versions[1]?.current !== versions[0]?.current || versions[1]?.current === known[1]) {
    await inTransaction(opened.database, bumpStockVersion)
    await versions[0]?.refresh()
    for (let turn = 0; turn < 1000 && versions[1]?.current !== versions[0]?.current; turn += 1) await nextTurn()
  }
})
