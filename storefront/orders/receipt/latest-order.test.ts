import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseLatestOrder } from './latest-order.ts'

const STORED = {
  orderId: '100017',
  orderDate: '2026-11-21',
  deliveryInfo: {
    firstName: 'Ada',
    lastName: 'Shopper',
    email: 'ada@packwright.example',
    address1: '12 MAIN ST',
    address2: 'APT 4',
    city: 'ALBANY',
    state: 'NY',
    zipCode: '12207',
  },
  items: [{ product_id: 101, product_name: 'Campus', image_url: 'campus.jpg', quantity: 2, price: '79.00' }],
  delivery: { cost: 9.9, discount: 9.9 },
  taxAmount: 13.48,
  totalWithDeliveryAndTax: 171.48,
  estimatedDeliveryDate: '2026-11-27',
}

function orderOf(stored: unknown) {
  const read = parseLatestOrder(JSON.stringify(stored))
  if (read.kind !== 'order') throw new Error(read.kind)
  return read.order
}

test('the latest order: every field is parsed', () => {
  expect(orderOf(STORED)).toEqual({
    orderId: '100017',
    orderDate: '11/21/2026',
    name: 'Ada Shopper',
    email: 'ada@packwright.example',
    address: ['12 MAIN ST', 'APT 4'],
    city: 'ALBANY',
    state: 'NY',
    zipCode: '12207',
    items: [{ product_id: '101', product_name: 'Campus', image_url: 'campus.jpg', quantity: 2, line_cents: 15800 }],
    delivery_cents: 990,
    discount_cents: 990,
    code: null,
    tax_cents: 1348,
    total_cents: 17148,
    estimatedDeliveryDate: '11/27/2026',
  })
})

test('the latest order: missing fields have their fallbacks', () => {
  expect(orderOf({})).toEqual({
    orderId: 'N/A',
    orderDate: 'N/A',
    name: 'No name provided',
    email: 'N/A',
    address: ['No address provided'],
    city: 'N/A',
    state: 'N/A',
    zipCode: 'N/A',
    items: [],
    delivery_cents: null,
    discount_cents: null,
    code: null,
    tax_cents: null,
    total_cents: null,
    estimatedDeliveryDate: 'N/A',
  })
})

test('the latest order: a name may have one part, an address one line', () => {
  const order = orderOf({ deliveryInfo: { lastName: 'Shopper', address2: 'APT 4' } })
  expect(order.name).toBe('Shopper')
  expect(order.address).toEqual(['APT 4'])
})

test('the latest order: a formatted date is unchanged', () => {
  expect(orderOf({ orderDate: 'Sat, Nov 28' }).orderDate).toBe('Sat, Nov 28')
})

test('the latest order: an ISO date with a time is the shopper’s own day', () => {
  const noon = new Date(2026, 10, 21, 12)
  expect(orderOf({ orderDate: noon.toISOString() }).orderDate).toBe('11/21/2026')
})

test('the latest order: a date in milliseconds is the shopper’s own day', () => {
  expect(orderOf({ orderDate: new Date(2026, 10, 21, 12).getTime() }).orderDate).toBe('11/21/2026')
  expect(orderOf({ orderDate: 8e15 }).orderDate).toBe('N/A')
})

test('the latest order: nothing stored is not an error', () => {
  expect(parseLatestOrder(null)).toEqual({ kind: 'absent' })
})

test.each(['', '{', 'undefined', 'null', '[]', '[{}]', '"text"', '17', 'true'])(
  'the latest order %j is broken',
  (text) => {
    expect(parseLatestOrder(text)).toEqual({ kind: 'broken' })
  },
)

test('the latest order: any text is parsed without throwing', () => {
  void fc.assert(
    fc.property(fc.string(), (text) => {
      expect(parseLatestOrder(text).kind).toMatch(/^(broken|order)$/)
    }),
  )
})

test('the latest order: any JSON object is an order without empty texts, with amounts in whole cents or missing', () => {
  const anything = fc.jsonValue()
  const shapes = fc.record(
    Object.fromEntries(
      Object.keys(STORED).map((name) => [name, fc.oneof(anything, fc.constant(Reflect.get(STORED, name)))]),
    ),
    { requiredKeys: [] },
  )
  void fc.assert(
    fc.property(fc.oneof(shapes, fc.dictionary(fc.string(), anything)), (stored) => {
      const { items, address, code, delivery_cents, discount_cents, tax_cents, total_cents, ...texts } = orderOf(stored)
      expect(code === null || code.code.trim() !== '').toBe(true)
      for (const text of [...Object.values(texts), ...address, ...items.map((item) => item.product_name)]) {
        expect(text.trim()).not.toBe('')
      }
      for (const cents of [delivery_cents, discount_cents, tax_cents, total_cents, ...items.map((i) => i.line_cents)]) {
        expect(cents === null || (Number.isSafeInteger(cents) && cents >= 0)).toBe(true)
      }
    }),
  )
})
