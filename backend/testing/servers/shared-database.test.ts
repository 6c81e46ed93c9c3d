import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database, Store } from '../../platform/database/database.ts'
import { createDatabase } from './engines.ts'
import { openSharedDatabase, type SharedDatabase } from './shared-database.ts'

const TIMEOUTS = { acquire: 60_000, connect: 60_000, query: 60_000, statement: 60_000 }

let [url, drop]: [string, () => Promise<void>] = ['', async () => {}]
let shared: SharedDatabase
let store: Store
let first: number

beforeAll(async () => {
  ;({ url, drop } = await createDatabase())
  shared = await openSharedDatabase(url, TIMEOUTS)
  store = shared.openStore()
  first = await readStock()
})

afterAll(async () => {
  await store.close()
  await shared.close()
  await drop()
})

test('a reset restores the changed row, and returns false for a changed table', async () => {
  await setStock(store.database, 9)
  expect(await shared.reset()).toBe(true)
  expect(await readStock()).toBe(first)

  await sql`alter table products add column extra text`.execute(store.database)
  expect(await shared.reset()).toBe(false)
  await sql`alter table products drop column extra`.execute(store.database)
  await shared.rebase()
})

test('a reset waits for a transaction that has written, and restores its rows', async () => {
  const hasWritten = Promise.withResolvers<void>()
  const leftBehind = store.database.transaction().execute(async (trx) => {
    await setStock(trx, 0)
    hasWritten.resolve()
    await sql`select pg_sleep(0.2)`.execute(trx)
  })
  await hasWritten.promise
  expect(await shared.reset()).toBe(true)
  expect(await readStock()).toBe(first)
  await leftBehind
})

test('a reset restores rows of a transaction that began before the previous reset and wrote after it', async () => {
  const [hasBegun, mayWrite] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const leftBehind = store.database.transaction().execute(async (trx) => {
    await sql`select pg_current_xact_id()`.execute(trx)
    hasBegun.resolve()
    await mayWrite.promise
    await setStock(trx, 0)
  })
  await hasBegun.promise
  await setStock(store.database, 9)
  expect(await shared.reset()).toBe(true)
  mayWrite.resolve()
  await leftBehind
  expect(await readStock()).toBe(0)
  expect(await shared.reset()).toBe(true)
  expect(await readStock()).toBe(first)
})

async function readStock(): Promise<number> {
  const row = await store.database
    .selectFrom('products')
    .select('stock_quantity')
    .where('product_id', '=', '101')
    .executeTakeFirstOrThrow()
  return row.stock_quantity
}

async function setStock(database: Database, stock: number): Promise<void> {
  await database.updateTable('products').set({ stock_quantity: stock }).where('product_id', '=', '101').execute()
}
