import { expect, test } from 'vitest'
import { payLinkCalls } from './calls.ts'

const ITEM = { product_name: 'Campus', quantity: '2', price: '79.00', image_url: null }
const ORDER = {
  ...{ items: [ITEM], goods: 158, delivery: '5.99', tax: 13.04, total: '167.03' },
  discount: { code: 'SUMMER', amount: '10.00' },
}

test('the order of a link is in cents', () => {
  expect(payLinkCalls.showPayLink.parse({ state: 'open', order_id: 200123, asked: '177.03', order: ORDER })).toEqual({
    state: 'open',
    order_id: '200123',
    asked_cents: 17_703,
    order: {
      items: [{ product_name: 'Campus', quantity: 2, price_cents: 7900, image_url: null }],
      goods_cents: 15_800,
      discount: { code: 'SUMMER', cents: 1000 },
      delivery_cents: 599,
      tax_cents: 1304,
      total_cents: 16_703,
    },
  })
})

test('a link whose order cannot be paid has none', () => {
  expect(payLinkCalls.showPayLink.parse({ state: 'paid', order_id: '1', asked: 10, order: null })).toMatchObject({
    state: 'paid',
    order: null,
  })
})

test('an answer in an unknown state, or without an order number, is no link', () => {
  for (const body of [{ state: 'lost', order_id: '1' }, { state: 'open' }, null]) {
    expect(() => payLinkCalls.showPayLink.parse(body)).toThrow(TypeError)
  }
})

test('a payment by link is paid or being checked; anything else is neither', () => {
  const { parse } = payLinkCalls.payByLink
  expect(parse({ status: 'paid' })).toEqual({ status: 'paid' })
  expect(parse({ status: 'checking', number: '200123' })).toEqual({ status: 'checking', number: '200123' })
  for (const body of [{ status: 'placed' }, null]) expect(() => parse(body)).toThrow(TypeError)
})
