import { expect, test } from 'vitest'
import { buildOrder } from '../orders/build-order.ts'
import { insertOrders } from '../orders/orders.repository.ts'
import { inTransaction } from '../platform/database/database.ts'
import { eachTestStore } from '../testing/test-hooks.ts'
import { readStateSales } from './state-sales.ts'

const NOW = new Date('2028-02-29T12:00:00')
const opened = eachTestStore('sqlite')

async function sell(order_date: string, state: string, price_cents: number): Promise<void> {
  const item = { product_id: '101', product_name: 'Campus', price_cents, quantity: 1, image_file: null }
  const who = { first_name: 'Ada', last_name: 'Byron', email: 'ada@mail.example' }
  const order = buildOrder({
    ...who,
    order_id: `${order_date}${state}`.replaceAll('-', ''),
    order_date,
    state,
    items: [item],
  })
  await inTransaction(opened.store.database, (trx) => insertOrders(trx, [order]))
}

test('a state is near from 80 % of the usual sum unless the tax is collected there, counted since the same day a year before', async () => {
  const { database } = opened.store
  await sell('2027-03-01', 'OR', 7_999_999)
  await sell('2028-02-29', 'WA', 8_000_000)
  await sell('2028-02-29', 'TX', 8_000_000)
  await sell('2027-02-28', 'TX', 1)
  await database.insertInto('tax_states').values({ state: 'TX', collected: 1, delivery_taxed: 0, permit: '' }).execute()
  expect(await readStateSales(database, NOW)).toEqual([
    { state: 'OR', cents: 7_999_999, is_near: false },
    { state: 'TX', cents: 8_000_000, is_near: false },
    { state: 'WA', cents: 8_000_000, is_near: true },
  ])
})
