import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listProducts } from '../catalog/catalog.repository.ts'
import { openTestStore } from './engines.ts'
import { placeOrder } from './orders.ts'

test('reset restores all rows that a test changed', async () => {
  const first = await openTestStore('postgres')
  const { database } = first.store
  const before = await listProducts(database)
  await placeOrder(database)
  await database.updateTable('products').set({ stock_quantity: 7 }).execute()
  await database.deleteFrom('product_pictures').execute()
  await first.close()

  const second = await openTestStore('postgres')
  expect(second.location.databaseUrl).toBe(first.location.databaseUrl)
  expect(await listProducts(second.store.database)).toEqual(before)
  expect(await second.store.database.selectFrom('orders').selectAll().execute()).toEqual([])
  await second.close()
})

test('reset restores rows that deleting a changed row deletes', async () => {
  const first = await openTestStore('postgres')
  const { database } = first.store
  const picturesOf = (handle: typeof database) =>
    handle.selectFrom('product_pictures').selectAll().orderBy('product_id').orderBy('position').execute()
  const before = await picturesOf(database)
  await database.updateTable('products').set({ stock_quantity: 7 }).where('product_id', '=', '101').execute()
  await first.close()

  const second = await openTestStore('postgres')
  expect(await picturesOf(second.store.database)).toEqual(before)
  await second.close()
})

test('closing waits for running queries and rejects new ones', async () => {
  const { store, close } = await openTestStore('postgres')
  const visit = { page: '/', day: '2026-11-22', views: 1 }
  const underWay = store.database.transaction().execute(async (trx) => {
    await sql`select pg_sleep(0.05)`.execute(trx)
    await trx.insertInto('visits').values(visit).execute()
  })
  await sql`select 1`.execute(store.database)
  await close()
  await underWay
  await expect(store.database.insertInto('visits').values(visit).execute()).rejects.toThrow('destroyed')

  const next = await openTestStore('postgres')
  expect(await next.store.database.selectFrom('visits').selectAll().execute()).toEqual([])
  await next.close()
})

test('a database whose tables a test changed is not reused', async () => {
  const spoilt = await openTestStore('postgres')
  await sql`alter table visits drop column views`.execute(spoilt.store.database)
  await spoilt.close()
  const next = await openTestStore('postgres')
  expect(next.location.databaseUrl).not.toBe(spoilt.location.databaseUrl)
  await next.close()
})
