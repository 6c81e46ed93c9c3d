import { expect, test } from 'vitest'
import { parsePlacement, placingCalls } from './calls.ts'

const CODE = { code: 'SUMMER', kind: 'amount', value: '12.50', productIds: null, minimum: '40.00' }

test('a code is in cents, or in whole percent', () => {
  const { parse } = placingCalls.checkDiscountCode
  expect(parse(CODE)).toEqual({ code: 'SUMMER', kind: 'amount', value: 1250, product_ids: null, minimum_cents: 4000 })
  expect(parse({ ...CODE, kind: 'percent', value: 10, productIds: [101, '102'] })).toMatchObject({
    value: 10,
    product_ids: ['101', '102'],
  })
})

test.each(['code', 'kind', 'value', 'minimum'])('a code without its %s takes nothing off', (field) => {
  expect(() => placingCalls.checkDiscountCode.parse({ ...CODE, [field]: null })).toThrow(TypeError)
})

test('an answer is an order or the number of one that is being checked; anything else is neither', () => {
  expect(parsePlacement({ status: 'placed', order: { orderId: '1' } })).toEqual({
    status: 'placed',
    order: { orderId: '1' },
  })
  expect(parsePlacement({ status: 'checking', number: 200123 })).toEqual({ status: 'checking', number: '200123' })
  for (const body of [null, {}, { status: 'placed' }, { status: 'declined' }, 'placed']) {
    expect(() => parsePlacement(body)).toThrow(TypeError)
  }
})
