import { expect, test } from 'vitest'
import { hasLeft } from './has-left.ts'

const HERE = { order_status: 'processing', tracking_number: null, shipped_by: null, delivered_on: null }

test.each([
  [{}, false],
  [{ order_status: 'cancelled' }, false],
  [{ order_status: null }, false],
  [{ order_status: 'Shipped' }, true],
  [{ order_status: 'delivered' }, true],
  [{ tracking_number: '1Z' }, true],
  [{ shipped_by: 'picked_up' }, true],
  [{ order_status: null, delivered_on: '2026-11-09' }, true],
])('an order with %j has left: %s', (changes, left) => {
  expect(hasLeft({ ...HERE, ...changes })).toBe(left)
})
