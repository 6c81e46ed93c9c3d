import { expect, test } from 'vitest'
import { findProduct } from '../catalog/catalog.repository.ts'
import { sharedTestStore } from '../testing/test-hooks.ts'
import { buildItem, buildOrder, itemOf } from './build-order.ts'

const WHO = {
  ...{ order_id: '7', order_date: '2026-11-02', first_name: 'Ada', last_name: 'Byron' },
  email: 'ada@shop.example',
}
const BAG = { product_id: '101', product_name: 'Campus', price_cents: 7900, quantity: 2, image_file: null }

test('the goods of an order come to what its items cost after their discounts', () => {
  const { total_cents, discount_cents } = buildOrder({ ...WHO, items: [BAG, { ...BAG, discount_cents: 800 }] })
  expect([total_cents, discount_cents]).toEqual([2 * 15_800 - 800, 800])
})

test('items are numbered from 1 and stand in their order; nothing of them is cancelled or refunded', () => {
  const { items } = buildOrder({ ...WHO, items: [BAG, BAG] })
  expect(items.map(({ order_item_id, position }) => [order_item_id, position])).toEqual([
    ['7-1', 0],
    ['7-2', 1],
  ])
  expect(buildItem('7', 0, BAG)).toMatchObject({ cancellation_status: null, refund_status: null, discount_cents: 0 })
})

test('what a draft says is kept', () => {
  const order = buildOrder({ ...WHO, items: [BAG], order_status: 'shipped', total_cents: 1, channel: 'fair' })
  expect(order).toMatchObject({ order_status: 'shipped', total_cents: 1, channel: 'fair', version: 0 })
})

const opened = sharedTestStore('sqlite')

test('an item has the price of its day and the regular one beside it', async () => {
  const product = await findProduct(opened.store.database, '101')
  if (product === null) throw new Error('the catalog lacks product 101')
  const sale = {
    ...product,
    price_cents: 7900,
    sale_price_cents: 5000,
    sale_from: '2026-11-01',
    sale_until: '2026-11-02',
  }
  const priceOn = (day: string) => {
    const { price_cents, regular_price_cents } = itemOf(sale, 1, day)
    return [price_cents, regular_price_cents]
  }
  expect(priceOn('2026-11-02')).toEqual([5000, 7900])
  expect(priceOn('2026-11-03')).toEqual([7900, 7900])
})
