import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { isEmail } from './accounts/fields.ts'
import { priceOn, saleStateOn } from './catalog/calls.ts'
import { parseAllowedQuantities } from './checkout/cart.ts'
import { isLoopbackUrl } from './http/loopback.ts'
import { lineTotal } from './money.ts'
import { chargeFor, paidCents, paidFor, paidGoods } from './order-totals.ts'
import { parseClientToken } from './payments/calls.ts'

const BAG = { price_cents: 10_000, sale_price_cents: 8000, sale_from: '2026-11-27', sale_until: '2026-11-30' }

test.each([
  ['2026-11-26', 'planned', 10_000, null],
  ['2026-11-27', 'on', 8000, 10_000],
  ['2026-11-30', 'on', 8000, 10_000],
  ['2026-12-01', 'over', 10_000, null],
] as const)('the price of a day on %s the sale is %s', (day, state, price_cents, regular_price_cents) => {
  expect(saleStateOn(BAG, day)).toBe(state)
  expect(priceOn(BAG, day)).toEqual({ price_cents, regular_price_cents })
})

test('the price of a day: a sale without days is on until somebody ends it', () => {
  const endless = { ...BAG, sale_from: null, sale_until: null }
  for (const day of ['2000-01-01', '2099-12-31']) expect(priceOn(endless, day).price_cents).toBe(8000)
})

test('the price of a day without a sale price it is the regular one, whatever the days say', () => {
  const none = { ...BAG, sale_price_cents: null }
  expect(saleStateOn(none, '2026-11-28')).toBeNull()
  expect(priceOn(none, '2026-11-28')).toEqual({ price_cents: 10_000, regular_price_cents: null })
})

test.each([
  'http://localhost:3000',
  'http://127.0.0.1',
  'http://127.8.0.1:80/admin',
  'http://[::1]:3000',
  'http://shop.localhost',
])('%s opens on one machine only', (url) => expect(isLoopbackUrl(url)).toBe(true))

test.each([
  'https://shop.example',
  'http://192.168.0.7:3000',
  'http://localhost.example',
  'https://127.0.0.1.example',
  '',
  'shop',
])('"%s" does not lead to the same machine', (url) => expect(isLoopbackUrl(url)).toBe(false))

it.each([
  [{ clientToken: 'abc' }, { clientToken: 'abc', provider: 'braintree' }],
  [
    { clientToken: 'abc', provider: 'sandbox' },
    { clientToken: 'abc', provider: 'sandbox' },
  ],
  [
    { clientToken: 'abc', provider: 'other' },
    { clientToken: 'abc', provider: 'braintree' },
  ],
  [{ clientToken: ' ' }, null],
  [{}, null],
  [null, null],
])('the card payment token (R21) reads %j as %j', (body, token) => {
  expect(parseClientToken(body)).toEqual(token)
})

it('the response of a stock check (R2) accepts numbers and strings, skips malformed rows, and throws only for a body that is not a list', () => {
  expect(parseAllowedQuantities([{ product_id: 1, quantity: '3' }, { product_id: 2 }, null, 'x'])).toEqual([
    { product_id: '1', quantity: 3 },
  ])
  fc.assert(
    fc.property(fc.jsonValue(), (body) => {
      if (Array.isArray(body)) expect(() => parseAllowedQuantities(body)).not.toThrow()
      else expect(() => parseAllowedQuantities(body)).toThrow(TypeError)
    }),
  )
})

it.each(['a@b.co', ' ana@shopper.example ', 'ana.ruiz+bags@mail.shopper.example', "o'neil@b.museum"])(
  'isEmail: text, @, text, a dot and at least 2 letters (section 5) accepts %o',
  (text) => {
    expect(isEmail(text)).toBe(true)
  },
)

it.each(['', 'ana', 'ana@', '@b.co', 'ana@shopper', 'ana@shopper.c', 'ana@shopper.c0', 'a b@c.de', 'a@b@c.de', 'a@.'])(
  'isEmail: text, @, text, a dot and at least 2 letters (section 5) refuses %o',
  (text) => {
    expect(isEmail(text)).toBe(false)
  },
)

const POUCH = { order_item_id: 'pouch', price_cents: 2400, quantity: 2, discount_cents: 0, refund_status: null }
const DUFFEL = { order_item_id: 'duffel', price_cents: 13_200, quantity: 1, discount_cents: 0, refund_status: null }
const ORDER = {
  items: [POUCH, DUFFEL],
  goods_cents: 18_000,
  tax_cents: 1625,
  delivery_cents: 599,
  delivery_taxed: false,
}
const HERE = { includeShipping: true }
const LEFT = { includeShipping: false }
const REFUNDED = { refund_status: 'refunded' } as const

test('items cost their price and their share of the sales tax', () => {
  expect(paidFor(ORDER, ['pouch'], HERE)).toEqual({ goods: 4800, tax: 433, delivery: 0, total: 5233 })
  expect(paidFor(ORDER, [], HERE)).toEqual({ goods: 0, tax: 0, delivery: 0, total: 0 })
})

test('with the last items of an order that has not shipped goes the delivery', () => {
  expect(paidFor(ORDER, ['pouch', 'duffel'], HERE)).toEqual({ goods: 18_000, tax: 1625, delivery: 599, total: 20_224 })
  expect(paidFor(ORDER, ['pouch', 'duffel'], LEFT).delivery).toBe(0)
  const rest = { ...ORDER, items: [{ ...POUCH, ...REFUNDED }, DUFFEL] }
  expect(paidFor(rest, ['duffel'], HERE)).toEqual({ goods: 13_200, tax: 1192, delivery: 599, total: 14_991 })
})

test('where delivery is taxed, its share of the tax goes with it, and stays once it has shipped', () => {
  // 8.82 % of 180.00 and 5.99.
  const order = { ...ORDER, tax_cents: 1640, delivery_taxed: true }
  expect(paidFor(order, ['pouch'], HERE)).toEqual({ goods: 4800, tax: 423, delivery: 0, total: 5223 })
  expect(paidFor(order, ['pouch', 'duffel'], HERE)).toEqual({ goods: 18_000, tax: 1640, delivery: 599, total: 20_239 })
  expect(paidFor(order, ['pouch', 'duffel'], LEFT)).toEqual({ goods: 18_000, tax: 1587, delivery: 0, total: 19_587 })
  const rest = { ...order, items: [{ ...POUCH, ...REFUNDED }, DUFFEL] }
  expect(paidFor(rest, ['duffel'], HERE)).toEqual({ goods: 13_200, tax: 1217, delivery: 599, total: 15_016 })
})

const CANCELLED = { cancellation_status: 'cancelled' } as const
const OPEN = { cancellation_status: null } as const

test('a card is charged for what is left with its share of the tax, and the delivery as ordered', () => {
  const order = (...items: Parameters<typeof chargeFor>[0]['items']) => ({ ...ORDER, items })
  const all = order({ ...POUCH, ...OPEN }, { ...DUFFEL, ...OPEN })
  expect(chargeFor(all)).toEqual({ goods: 18_000, tax: 1625, delivery: 599, total: 20_224 })
  const part = order({ ...POUCH, ...CANCELLED }, { ...DUFFEL, ...OPEN })
  expect(chargeFor(part)).toEqual({ goods: 13_200, tax: 1192, delivery: 599, total: 14_991 })
  expect(chargeFor({ ...part, tax_cents: 1640, delivery_taxed: true })).toMatchObject({ tax: 1217, total: 15_016 })
  expect(chargeFor(order({ ...POUCH, ...CANCELLED }, { ...DUFFEL, ...CANCELLED })).total).toBe(0)
})

const line = fc.record({
  price_cents: fc.integer({ min: 0, max: 100_000 }),
  quantity: fc.integer({ min: 1, max: 10 }),
  /** What a code took off, in millionths of the line. */
  code: fc.integer({ min: 0, max: 1_000_000 }),
  isCancelled: fc.boolean(),
})
const orderOf = fc
  .record({
    lines: fc.array(line, { minLength: 1, maxLength: 8 }),
    delivery_cents: fc.integer({ min: 0, max: 10_000 }),
    tax_cents: fc.integer({ min: 0, max: 100_000 }),
    delivery_taxed: fc.boolean(),
  })
  .map(({ lines, ...sums }) => {
    const items = lines.map(({ isCancelled, code, ...goods }, index) => ({
      ...goods,
      ...(isCancelled ? CANCELLED : OPEN),
      discount_cents: Math.floor((lineTotal(goods) * code) / 1_000_000),
      ...{ order_item_id: String(index), refund_status: null as string | null },
    }))
    return { ...sums, goods_cents: paidGoods(items), items }
  })

test('a charge is never more than what was reserved, and all of that where nothing is cancelled', () => {
  fc.assert(
    fc.property(orderOf, (order) => {
      const reserved = paidCents({ ...order, total_cents: order.goods_cents })
      const { total } = chargeFor(order)
      expect(total).toBeLessThanOrEqual(reserved)
      const isTaxed = order.goods_cents + (order.delivery_taxed ? order.delivery_cents : 0) > 0
      const isWhole = order.items.every(({ cancellation_status }) => cancellation_status === null)
      if (isWhole && isTaxed) expect(total).toBe(reserved)
    }),
  )
})

test('what is paid back item by item comes to what was charged', () => {
  fc.assert(
    fc.property(orderOf, (order) => {
      const kept = order.items.filter(({ cancellation_status }) => cancellation_status === null)
      const paid = kept.map(({ order_item_id }, index) => {
        const items = kept.map((item, other) => ({ ...item, ...(other < index ? REFUNDED : {}) }))
        return paidFor({ ...order, items }, [order_item_id], HERE).total
      })
      expect(paid.reduce((sum, cents) => sum + cents, 0)).toBe(chargeFor(order).total)
    }),
  )
})

test.each([1, 2, 3, 10, 99, 100, 101, 3333])(
  'items that are paid back one by one come to the whole sales tax of %i cents',
  (tax_cents) => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    const taxes = ids.map((id, index) => {
      const items = ids.map((order_item_id, other) => ({
        ...POUCH,
        ...(other < index ? REFUNDED : {}),
        order_item_id,
        price_cents: 333,
        quantity: 1,
      }))
      return paidFor({ ...ORDER, items, goods_cents: 7 * 333, tax_cents }, [id], HERE).tax
    })
    expect(taxes.reduce((sum, tax) => sum + tax, 0)).toBe(tax_cents)
  },
)
