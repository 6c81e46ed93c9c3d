import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Store } from '../database.ts'
import type { Tables } from '../tables.ts'
import { type CatalogVersion, watchCatalogVersion } from './catalog-version.ts'

/** A read of the version, which the test resolves or rejects. */
type Read = { respond: (version: number, products?: number) => void; fail: () => void }
let reads: Read[]
let notice: (sender: string) => void
let version: CatalogVersion

class Driver extends DummyDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    return {
      executeQuery: <R>(_query: CompiledQuery) =>
        new Promise<{ rows: R[] }>((resolve, reject) => {
          reads.push({
            respond: (version, products = version) =>
              resolve({ rows: JSON.parse(JSON.stringify([{ version, products }])) }),
            fail: () => reject(new Error('Query read timeout')),
          })
        }),
      // biome-ignore lint/correctness/useYield: not used
      streamQuery: async function* () {
        throw new Error('not used')
      },
    }
  }
}

beforeEach(async () => {
  vi.useFakeTimers()
  reads = []
  const store: Store = {
    database: new Kysely<Tables>({
      dialect: {
        createDriver: () => new Driver(),
        createAdapter: () => new SqliteAdapter(),
        createQueryCompiler: () => new SqliteQueryCompiler(),
        createIntrospector: (database) => new SqliteIntrospector(database),
      },
    }),
    engine: 'sqlite',
    label: 'a database that is slow',
    listen: (_channel, onNotice) => {
      notice = onNotice
      return async () => {}
    },
    close: async () => {},
  }
  const opening = watchCatalogVersion(store)
  await flushPromises()
  reads[0]?.respond(7)
  version = await opening
})
afterEach(() => vi.useRealTimers())

const flushPromises = () => vi.advanceTimersByTimeAsync(0)

test('polls of an unresponsive database do not queue up, and closing does not wait for one', async () => {
  await vi.advanceTimersByTimeAsync(60_000)
  expect(reads).toHaveLength(2)
  await version.close()
  reads[1]?.fail()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(reads).toHaveLength(2)
})

test('notifications during a read cause one more read', async () => {
  notice('another process')
  await flushPromises()
  for (let time = 0; time < 5; time += 1) notice('another process')
  reads[1]?.respond(8)
  await flushPromises()
  reads[2]?.respond(9)
  await flushPromises()
  expect(reads).toHaveLength(3)
  expect(version.current).toBe(9)
})

test('a change needs a read that started after it', async () => {
  await vi.advanceTimersByTimeAsync(1000)
  let known = false
  const refreshed = version.refresh().then(() => {
    known = true
  })
  reads[1]?.respond(7)
  await flushPromises()
  expect(known).toBe(false)
  reads[2]?.respond(8)
  await refreshed
  expect(version.current).toBe(8)
})

test('a change whose version cannot be read still invalidates the cache', async () => {
  const refreshed = version.refresh()
  await flushPromises()
  reads[1]?.fail()
  await refreshed
  expect(version.current).toBe(8)
})

test('the version of the products does not follow changes of stock', async () => {
  const refreshed = version.refresh()
  await flushPromises()
  reads[1]?.respond(8, 7)
  await refreshed
  expect([version.current, version.products]).toEqual([8, 7])
})

test('after a change whose version cannot be read, the version of the products is none that it will be', async () => {
  const refreshed = version.refresh()
  await flushPromises()
  reads[1]?.fail()
  await refreshed
  expect(version.products).toBeNaN()
  await vi.advanceTimersByTimeAsync(1000)
  reads[2]?.respond(8, 7)
  await flushPromises()
  expect(version.products).toBe(7)
})
