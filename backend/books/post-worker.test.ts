import { expect, test } from 'vitest'
import { placeOrder } from '../testing/orders/orders.ts'
import { eachTestStore } from '../testing/test-hooks.ts'
import { compareFigures } from './compare-figures.ts'
import { postAgain, postWaiting } from './post-worker.ts'

const opened = eachTestStore('sqlite')

/** Orders of two months, as an older version of the shop leaves them: without rows. */
async function placeWithoutRows(): Promise<void> {
  const { database } = opened.store
  await placeOrder(database, { order_id: '100001', order_date: '2026-10-31' })
  await placeOrder(database, { order_id: '100002', order_date: '2026-11-02' })
  for (const table of ['order_transactions', 'sales_sums', 'product_sums'] as const)
    await database.deleteFrom(table).execute()
}

test('the orders that wait for their rows get them once', async () => {
  const { database } = opened.store
  await placeWithoutRows()
  await database
    .insertInto('orders_to_post')
    .values([{ order_id: '100001' }, { order_id: '100002' }])
    .execute()
  expect([await postWaiting(database), await postWaiting(database)]).toEqual([2, 0])
  expect(await compareFigures(database)).toEqual([])
})

test('the rows that orders since a day lack are written, also one after the other on the same day', async () => {
  const { database } = opened.store
  await placeWithoutRows()
  await placeOrder(database, { order_id: '100003', order_date: '2026-11-02' })
  expect(await postAgain(database, '2026-11-01')).toBeGreaterThan(0)
  const orders = await database.selectFrom('order_transactions').select('order_id').distinct().execute()
  expect(orders.map(({ order_id }) => order_id).toSorted()).toEqual(['100002', '100003'])
  expect(await postAgain(database, '')).toBeGreaterThan(0)
  expect(await postAgain(database, '')).toBe(0)
  expect(await compareFigures(database)).toEqual([])
})
