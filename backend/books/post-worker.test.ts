import { describe, expect, test } from 'vitest'
import { buildOrder } from '../orders/build-order.ts'
import { insertOrders } from '../orders/orders.repository.ts'
import { inTransaction } from '../platform/database/database.ts'
import { BATCH_ROWS } from '../platform/database/queries.ts'
import { placeOrder } from '../testing/orders/orders.ts'
import { BOTH_ENGINES } from '../testing/servers/engines.ts'
import { eachTestStore } from '../testing/test-hooks.ts'
import { compareFigures } from './compare-figures.ts'
import { postAgain, postWaiting } from './post-worker.ts'

const opened = eachTestStore('sqlite')

/** Orders of two months, as an older version of the shop leaves them: without rows. */
async function placeWithoutRows(): Promise<void> {
  const { database } = opened.store
  await placeOrder(database, { order_id: '100001', order_date: '2026-10-31' })
  await placeOrder(database, { order_id: '100002', order_date: '2026-11-02' })
  await forgetRows()
}

async function forgetRows(): Promise<void> {
  for (const table of ['order_transactions', 'sales_sums', 'product_sums'] as const)
    await opened.store.database.deleteFrom(table).execute()
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

test('the rows that orders since a day lack are written, also where that day has more than are read at once', async () => {
  const { database } = opened.store
  const item = { product_id: '101', product_name: 'Bag', price_cents: 7900, quantity: 1, image_file: null }
  const who = { first_name: 'Ada', last_name: 'Byron', email: '', items: [item] }
  const days = ['2026-10-31', ...Array.from({ length: 201 }, () => '2026-11-02')]
  const orders = days.map((order_date, index) => buildOrder({ ...who, order_id: String(100_001 + index), order_date }))
  await inTransaction(database, (trx) => insertOrders(trx, orders))
  await forgetRows()
  const posted = async (from: string) => {
    const added = await postAgain(database, from)
    const rows = await database.selectFrom('order_transactions').select('order_id').distinct().execute()
    return [added > 0, rows.length]
  }
  expect([await posted('2026-11-01'), await posted(''), await posted('')]).toEqual([
    [true, 201],
    [true, 202],
    [false, 202],
  ])
  expect(await compareFigures(database)).toEqual([])
})

describe.each(BOTH_ENGINES)('an old order that an earlier version of the shop changed, on %s', (engine) => {
  const shop = eachTestStore(engine)

  test('is to refund once its goods are cancelled, and no longer once they are refunded', async () => {
    const { database } = shop.store
    for (const order_id of ['100001', '100002', '100003']) {
      await placeOrder(database, { order_id, order_date: '2026-01-02' })
    }
    const cancelled = { cancellation_status: 'cancelled', cancelled_at: '2026-11-30T12:00:00.000Z' } as const
    const items = database.updateTable('order_items').set(cancelled)
    await items.where('order_id', 'in', ['100001', '100002']).execute()
    const refunded = database.updateTable('order_items').set({ refund_status: 'refunded' })
    await refunded.where('order_id', '=', '100002').execute()
    await database
      .insertInto('orders_to_refund')
      .values([{ order_id: '100002' }, { order_id: '100003' }])
      .execute()
    await postAgain(database, '2026-11-01')
    const listed = database.selectFrom('orders_to_refund').selectAll()
    expect(await listed.execute()).toEqual([{ order_id: '100001' }])
    expect(await postAgain(database, '2026-11-01')).toBe(0)
  })
})

test('other work runs between the batches in which orders are read again', async () => {
  const { database } = opened.store
  const item = { product_id: '101', product_name: 'Bag', price_cents: 7900, quantity: 1, image_file: null }
  const who = { first_name: 'Ada', last_name: 'Byron', email: '', items: [item], order_date: '2026-01-02' }
  const orders = Array.from({ length: 5 * BATCH_ROWS }, (_, index) =>
    buildOrder({ ...who, order_id: String(100_001 + index) }),
  )
  await inTransaction(database, (trx) => insertOrders(trx, orders))
  await database.updateTable('orders').set({ payment: 'unpaid' }).execute()
  const cancelled = { cancellation_status: 'cancelled', cancelled_at: '2026-01-03T12:00:00.000Z' } as const
  await database.updateTable('order_items').set(cancelled).execute()
  for (const [from, batches] of [
    ['2026-11-01', 5],
    ['2026-01-01', 10],
  ] as const) {
    let [turns, isOver] = [0, false]
    const look = () => {
      turns += 1
      if (!isOver) setImmediate(look)
    }
    setImmediate(look)
    await postAgain(database, from)
    isOver = true
    expect(turns).toBeGreaterThanOrEqual(batches)
  }
})
