import { MAX_CART_LINES } from '@shop/contract/checkout/cart'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cartTotals, lineLimit } from './cart.ts'
import { cartFromStorage, cartToStorage } from './cart-storage.ts'

const item = { product_id: '101', product_name: 'A bag', price: 79, quantity: 2, stock_quantity: 24 }

test.each([
  ['that is not JSON', '{"items":['],
  ['that is empty', ''],
  ['that is null', 'null'],
  ['that is a number', '7'],
  ['without a list', '{"items":"three"}'],
  ['of things that are not items', '{"items":[null,7,"bag",[],{},{"product_name":"No id"}]}'],
])('a stored cart %s is an empty cart', (_, stored) => {
  expect(cartFromStorage(stored).items).toEqual([])
})

test.each([
  ['bare array of items', [item], 2, 15800],
  ['readable item among broken ones', { items: [null, item, { quantity: 3 }] }, 2, 15800],
  ['price written as a string', { items: [{ ...item, price: '79.00' }] }, 2, 15800],
  ['negative quantity', { items: [{ ...item, quantity: -4 }] }, 1, 7900],
  ['huge quantity', { items: [{ ...item, quantity: 1e9 }] }, 10, 79000],
  ['duplicate product', { items: [item, item] }, 4, 31600],
])('a stored cart with a %s is repaired', (_, stored, totalItems, totalPriceCents) => {
  expect(cartTotals(cartFromStorage(JSON.stringify(stored)).items)).toEqual({ totalItems, totalPriceCents })
})

test('a stored cart of 500 items is cut', () => {
  const items = Array.from({ length: 500 }, (_, index) => ({ ...item, product_id: `gone-${index}` }))
  expect(cartFromStorage(JSON.stringify({ items })).items).toHaveLength(MAX_CART_LINES)
})

test('what local storage holds (R11) never throws when parsed', () => {
  const item = fc.record(
    {
      product_id: fc.jsonValue(),
      product_name: fc.jsonValue(),
      price: fc.jsonValue(),
      quantity: fc.jsonValue(),
      stock_quantity: fc.jsonValue(),
    },
    { requiredKeys: ['product_id'] },
  )
  const stored = fc.oneof(
    fc.jsonValue(),
    fc.array(fc.oneof(item, fc.jsonValue())),
    fc.record({ items: fc.array(item) }),
  )
  const text = fc.oneof(
    fc.string(),
    fc.json(),
    stored.map((value) => JSON.stringify(value)),
    fc.constant(null),
  )
  fc.assert(
    fc.property(text, (value) => {
      const { items } = cartFromStorage(value)
      for (const { product_name, price_cents, quantity, stock_quantity } of items) {
        expect(product_name).not.toBe('')
        expect(Number.isSafeInteger(price_cents) && price_cents >= 0).toBe(true)
        expect(quantity).toBeGreaterThanOrEqual(1)
        expect(quantity).toBeLessThanOrEqual(lineLimit(stock_quantity))
      }
      expect(cartFromStorage(cartToStorage(items))).toEqual({ items, truncated: false })
    }),
    { numRuns: 300 },
  )
})

test.each([null, '', 'null', '{', '5', '"cart"', '{"items":5}', '[[],5,null,{"product_id":""}]'])(
  'what local storage holds (R11) reads %o as an empty cart',
  (text) => {
    expect(cartFromStorage(text)).toEqual({ items: [], truncated: false })
  },
)

test('what local storage holds (R11) accepts a bare list, numbers as strings and the fallbacks of section 3', () => {
  expect(cartFromStorage('[{"product_id":7,"price":"12.50","quantity":"3","stock_quantity":"8"}]').items).toMatchObject(
    [{ product_id: '7', product_name: 'Unknown Product', price_cents: 1250, quantity: 3, stock_quantity: 8 }],
  )
  expect(cartFromStorage('{"items":[{"product_id":"7","quantity":0}]}').items).toMatchObject([
    { product_name: 'Unknown Product', price_cents: 0, quantity: 1, stock_quantity: null },
  ])
})

test('what local storage holds (R11) treats a stored stock of 0 as unknown until the refresh (R14)', () => {
  const [item] = cartFromStorage('[{"product_id":7,"quantity":4,"stock_quantity":0}]').items
  expect(item).toMatchObject({ quantity: 4, stock_quantity: null })
})

test('what local storage holds (R11) drops single unreadable items and puts two lines of one product together', () => {
  const text = '[{"product_id":7,"quantity":6},{"quantity":1},{"product_id":"7","quantity":6},{"product_id":8}]'
  expect(cartFromStorage(text).items).toMatchObject([
    { product_id: '7', quantity: 10 },
    { product_id: '8', quantity: 1 },
  ])
})

test(`what local storage holds (R11) reads the first ${MAX_CART_LINES} lines, and says when there were more`, () => {
  const lines = Array.from({ length: 500 }, (_, index) => ({ product_id: index }))
  const { items, truncated } = cartFromStorage(JSON.stringify(lines))
  expect(items.map(({ product_id }) => Number(product_id))).toEqual(lines.slice(0, 100).map((line) => line.product_id))
  expect(truncated).toBe(true)
  const twice = [...lines.slice(0, 100), ...lines.slice(0, 5), null, {}]
  expect(cartFromStorage(JSON.stringify(twice))).toMatchObject({ truncated: false })
})

test('an id that came as a number stays one in storage, and is compared as a string (R3)', () => {
  const text =
    '{"items":[{"product_id":7,"quantity":1},{"product_id":"8","quantity":1},{"product_id":"7","quantity":2}]}'
  const { items } = cartFromStorage(text)
  expect(items).toMatchObject([{ product_id: '7', quantity: 3 }, { product_id: '8' }])
  expect(JSON.parse(cartToStorage(items)).items).toMatchObject([{ product_id: 7 }, { product_id: '8' }])
})
