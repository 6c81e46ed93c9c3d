import { expect, test } from 'vitest'
import type { Placement } from '../../checkout/placements.repository.ts'
import type { Payment } from '../../payments/ledger/payments.repository.ts'
import { placeOrder } from '../../testing/orders/orders.ts'
import { eachTestStore } from '../../testing/test-hooks.ts'
import { findRebuildable } from './unmatched.ts'

const opened = eachTestStore('sqlite')

const DRAFT = JSON.stringify({
  customer: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@mail.example', phone: '' },
  address: { address1: '12 Main St', city: 'Portland', state: 'OR', zipCode: '97201' },
  quote: {
    items: [{ product_id: '101', product_name: 'Campus', price_cents: 7900, quantity: 2, image_file: null }],
    sums: { goods: 15_800, delivery: 0, deliveryDiscount: 0, tax: 0, total: 15_800 },
    ...{ tax_rate_millionths: 0, delivery_taxed: 0, estimated_delivery_date: '2026-12-01' },
  },
})
const PLACEMENT: Placement = {
  ...{ placement_key: 'key', body_hash: '', state: 'abandoned', order_id: '100001', reference: '100001-abcdef' },
  ...{ customer_id: null, paid_order_id: null, discount_code: null, client: null, units: 2, total_cents: 15_800 },
  ...{ draft: DRAFT, version: 0, created_at: '2026-11-28T12:00:00.000Z', finished_at: null },
}
const PAYMENT: Payment = {
  provider: 'braintree',
  ...{ reference: '100001-abcdef', order_id: '100001-abcdef', gateway_id: 'g1', state: 'settled' },
  ...{ authorized_cents: 15_800, captured_cents: 15_800, refunded_cents: 0, card_brand: null, card_last_four: null },
  ...{ created_at: '2026-11-28T12:00:00.000Z', expires_at: null },
}
const find = (payment: Partial<Payment> = {}, placement: Partial<Placement> | null = {}) =>
  findRebuildable(opened.store.database, {
    payment: { ...PAYMENT, ...payment },
    placement: placement === null ? null : { ...PLACEMENT, ...placement },
  })

test('an order can be rebuilt from a charge of its whole amount without refunds', async () => {
  expect(await find()).toMatchObject({ draft: { customer: { firstName: 'Ada' } } })
  const left = 'of the charge is left, but the order came to $158.00.'
  expect(await find({ captured_cents: 15_799 })).toBe(`$157.99 ${left}`)
  expect(await find({ captured_cents: 15_801 })).toBe(`$158.01 ${left}`)
  expect(await find({ refunded_cents: 1 })).toBe(`$157.99 ${left}`)
})

test('the reason is said why an order cannot be rebuilt', async () => {
  expect(await find({ reference: '100001-abcdef.g2' })).toContain('a second time under the number of order # 100001.')
  expect(await find({}, null)).toContain('doesn’t know what was ordered')
  expect(await find({}, { state: 'checking' })).toContain('still being checked')
  expect(await find({}, { paid_order_id: '100009' })).toContain('meant to pay order # 100009 by link')
  expect(await find({}, { draft: null })).toContain('no longer stored')
  await placeOrder(opened.store.database)
  expect(await find()).toBe('There is another order with the number 100001.')
})
