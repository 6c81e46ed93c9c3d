import { expect, test } from 'vitest'
import { getShopSettings } from '../platform/settings/shop-settings.repository.ts'
import { sharedTestStore } from '../testing/test-hooks.ts'
import { buildOrder, type OrderDraft } from './build-order.ts'
import { orderPlacedMail, orderPlacedShopMail, orderTakenMail, shipmentChangeMail } from './orders.mail.ts'
import type { Shipment } from './orders.repository.ts'
import { sampleOrder } from './page/mail-samples.ts'

const opened = sharedTestStore('sqlite')
const WHO = {
  order_id: '100001',
  order_date: '2026-11-02',
  first_name: 'Ada',
  last_name: 'Byron',
  email: 'ada@mail.example',
}
const BAG = { product_id: '101', product_name: 'Bag', price_cents: 7900, quantity: 2, image_file: null }

test('an order’s emails name its delivery only where that is after the day by which it ships', async () => {
  const { database } = opened.store
  const settings = await getShopSettings(database)
  const order = await sampleOrder(database, { shipDays: 2, today: '2026-11-23' })
  expect(order.ship_by).toBe('2026-11-25')
  const factsOf = (estimated_delivery_date: string) => {
    const placed = { ...order, estimated_delivery_date }
    const mails = [
      orderPlacedMail(placed, { card: null, isCharged: false }, settings),
      orderPlacedShopMail(placed, { to: 'family@shop.example', url: 'https://shop.example' }),
    ]
    return mails.map(({ text }) => JSON.stringify(text.values))
  }
  for (const day of ['2026-11-24', '2026-11-25']) {
    for (const facts of factsOf(day)) {
      expect(facts).toContain('["Ships by","Nov 25, 2026"]')
      expect(facts).not.toContain('Estimated delivery')
    }
  }
  for (const facts of factsOf('2026-11-27')) expect(facts).toContain('["Estimated delivery","Nov 27, 2026"]')
})

test('the sums of an email come to the total, and a sum of nothing is left out', async () => {
  const shop = await getShopSettings(opened.store.database)
  const sumsOf = (draft: Partial<OrderDraft>) => {
    const order = buildOrder({ ...WHO, items: [{ ...BAG, discount_cents: draft.discount_cents ?? 0 }], ...draft })
    const { values } = orderTakenMail(order, shop).text
    return 'sums' in values && Array.isArray(values.sums) ? values.sums[0] : null
  }
  expect(sumsOf({})).toEqual({ sums: [['Total', '$158.00']] })
  expect(sumsOf({ discount_code: 'FALL', discount_cents: 1000, delivery_cents: 595, tax_cents: 0 })).toEqual({
    sums: [
      ['Subtotal', '$158.00'],
      ['Discount code FALL', '-$10.00'],
      ['Delivery', '$5.95'],
      ['Total', '$153.95'],
    ],
  })
})

type Shipped = Pick<Shipment, 'order_status' | 'tracking_number' | 'carrier' | 'shipped_by'>

test('a shipment, its correction and its end have an email of their own', async () => {
  const shop = await getShopSettings(opened.store.database)
  const order = buildOrder({ ...WHO, items: [BAG] })
  const processing: Shipped = { order_status: 'processing', tracking_number: null, carrier: null, shipped_by: null }
  const sent = (changes: Partial<Shipped>): Shipped => ({ ...processing, order_status: 'shipped', ...changes })
  const nameOf = (before: Shipped, after: Shipped) =>
    shipmentChangeMail(order, { before, after, money: null }, shop).text.name
  const [tracked, untracked] = [sent({ tracking_number: '1Z' }), sent({ shipped_by: 'untracked' })]
  expect([nameOf(processing, tracked), nameOf(processing, untracked)]).toEqual(['shipped', 'shipped_untracked'])
  expect(nameOf(processing, sent({ shipped_by: 'picked_up' }))).toBe('picked_up')
  expect([nameOf(untracked, tracked), nameOf(tracked, sent({ tracking_number: '2Z' }))]).toEqual([
    'tracking_added',
    'tracking_corrected',
  ])
  expect([nameOf(tracked, untracked), nameOf(tracked, processing)]).toEqual(['tracking_removed', 'not_shipped'])
})
