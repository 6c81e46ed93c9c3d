import { expect, test } from 'vitest'
import { paidFor } from './order-totals.ts'

const POUCH = { order_item_id: 'pouch', price_cents: 2400, quantity: 2, refund_status: null }
const DUFFEL = { order_item_id: 'duffel', price_cents: 13_200, quantity: 1, refund_status: null }
const ORDER = {
  items: [POUCH, DUFFEL],
  goods_cents: 18_000,
  tax_cents: 1625,
  delivery_cents: 599,
  tracking_number: null,
}
const REFUNDED = { refund_status: 'refunded' } as const

test('items cost their price and their share of the sales tax', () => {
  expect(paidFor(ORDER, ['pouch'])).toEqual({ goods: 4800, tax: 433, delivery: 0, total: 5233 })
  expect(paidFor(ORDER, [])).toEqual({ goods: 0, tax: 0, delivery: 0, total: 0 })
})

test('with the last items of an order that has not shipped goes the delivery', () => {
  expect(paidFor(ORDER, ['pouch', 'duffel'])).toEqual({ goods: 18_000, tax: 1625, delivery: 599, total: 20_224 })
  expect(paidFor({ ...ORDER, tracking_number: '1Z' }, ['pouch', 'duffel']).delivery).toBe(0)
  const rest = { ...ORDER, items: [{ ...POUCH, ...REFUNDED }, DUFFEL] }
  expect(paidFor(rest, ['duffel'])).toEqual({ goods: 13_200, tax: 1192, delivery: 599, total: 14_991 })
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
      return paidFor({ ...ORDER, items, goods_cents: 7 * 333, tax_cents }, [id]).tax
    })
    expect(taxes.reduce((sum, tax) => sum + tax, 0)).toBe(tax_cents)
  },
)
