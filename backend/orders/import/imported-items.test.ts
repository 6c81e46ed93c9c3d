import { goodsTotal } from '@shop/contract/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FileLine, type FileMoney, settleItems } from './imported-items.ts'

const line = (price_cents: number, quantity = 1, discount = 0): FileLine => ({
  item: { product_id: '101', product_name: 'Campus', price_cents, quantity, image_file: null },
  discount,
})

/** The prices, quantities and refunds of the items, and the note; or what is wrong. */
function settle(lines: readonly FileLine[], money: FileMoney) {
  const settled = settleItems(lines, money)
  if ('message' in settled) return settled
  const { items, note } = settled
  return { items: items.map((item) => [item.price_cents, item.quantity, item.refund_status ?? null]), note }
}

test('without a total the discounts of the lines and of the order are taken off', () => {
  expect(settle([line(1000, 1, 200), line(1000)], {})).toEqual({
    items: [
      [800, 1, null],
      [1000, 1, null],
    ],
    note: null,
  })
  expect(settle([line(1000), line(1000)], { discount_amount: 300 })).toEqual({
    items: [
      [850, 1, null],
      [850, 1, null],
    ],
    note: null,
  })
  expect(settle([line(1000)], { discount_amount: 1001 })).toEqual({
    field: 'discount_amount',
    message: 'is more than the items cost, $10.00',
  })
})

test('some of several pieces cost a cent less, which takes the discount off to the cent', () => {
  expect(settle([line(1000, 3)], { order_total: 2999, discount_amount: 1 })).toEqual({
    items: [
      [1000, 2, null],
      [999, 1, null],
    ],
    note: null,
  })
})

test('a total that is lower than items, delivery and tax by more than the discount is refused', () => {
  const money = { delivery_cost: 500, tax_amount: 80, discount_amount: 200 }
  expect(settle([line(1000)], { ...money, order_total: 1380 })).toEqual({ items: [[800, 1, null]], note: null })
  expect(settle([line(1000)], { ...money, order_total: 1379 })).toEqual({
    field: 'order_total',
    message: 'is $13.79, but the items, delivery and tax add up to $15.80, without the discount of $2.00',
  })
})

test('a discount of more than the goods does not reach delivery and tax', () => {
  const money = { order_total: 1, delivery_cost: 0, tax_amount: 2, discount_amount: 1, financial_status: 'paid' }
  expect(settle([line(1, 0)], money)).toMatchObject({ field: 'order_total' })
})

test('delivery is read with or without its discount, whichever comes to the total', () => {
  const money = { delivery_cost: 500, delivery_discount: 200, discount_amount: 1000 }
  const read = (order_total: number) => settleItems([line(7900)], { ...money, order_total })
  const items = (price_cents: number) => [expect.objectContaining({ price_cents })]
  expect(read(8400)).toEqual({ items: items(7900), delivery: 500, note: null })
  expect(read(8200)).toEqual({ items: items(7900), delivery: 300, note: null })
  expect(read(7400)).toEqual({ items: items(6900), delivery: 500, note: null })
  expect(read(7200)).toEqual({ items: items(6900), delivery: 300, note: null })
  expect(settleItems([line(7900)], { delivery_discount: 200, order_total: 7900 })).toMatchObject({
    delivery: 0,
    note: null,
  })
})

test('what the total has more is an item of its own, which the note names', () => {
  expect(settle([line(1000)], { order_total: 1250 })).toEqual({
    items: [
      [1000, 1, null],
      [250, 1, null],
    ],
    note: 'The items, delivery and tax add up to $10.00, but the total is $12.50. The difference is stored as “Not itemized”.',
  })
})

test('a removed item that was refunded is stored as refunded', () => {
  const refunded = { items: [expect.anything(), [1000, 1, 'refunded']], note: null }
  const lines = [line(700), line(1000, 0)]
  // Shopify’s total is what was charged, other programs leave out of it what was refunded.
  expect(settle(lines, { order_total: 1700, refunded_amount: 1000, financial_status: 'partially_refunded' })).toEqual(
    refunded,
  )
  expect(settle(lines, { order_total: 700, refunded_amount: 1000 })).toEqual(refunded)
  expect(settle(lines, { net_total: 700, refunded_amount: 1000 })).toEqual(refunded)
  expect(settle(lines, { refunded_amount: 1000 })).toEqual(refunded)
})

test('a refund of some pieces of an item is stored as so many pieces, and any other as an item without a name', () => {
  expect(settle([line(700)], { order_total: 2100, refunded_amount: 1400 })).toEqual({
    items: [
      [700, 1, null],
      [700, 2, 'refunded'],
    ],
    note: null,
  })
  expect(settle([line(700)], { order_total: 1000, refunded_amount: 300 })).toEqual({
    items: [
      [700, 1, null],
      [300, 1, 'refunded'],
    ],
    note: null,
  })
})

test('items that are stored come to the total of the file, to the cent', () => {
  const cents = fc.integer({ min: 1, max: 30_000 })
  const lines = fc.array(fc.tuple(cents, fc.integer({ min: 0, max: 4 })), { minLength: 1, maxLength: 4 })
  const few = fc.integer({ min: 0, max: 5000 })
  fc.assert(
    fc.property(lines, cents, few, few, few, (bought, order_total, delivery_cost, tax_amount, discount_amount) => {
      const money = { order_total, delivery_cost, tax_amount, discount_amount, financial_status: 'paid' }
      const settled = settleItems(
        bought.map(([price, quantity]) => line(price, quantity)),
        money,
      )
      if ('message' in settled) expect(settled.field).toBe('order_total')
      else expect(goodsTotal(settled.items) + delivery_cost + tax_amount).toBe(order_total)
    }),
  )
})
