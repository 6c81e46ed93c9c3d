import { expect, test } from 'vitest'
import { shipLabelsOf } from './ship-form.tsx'

const ORDER = { order_id: '100001', tracking_number: null, delivery_state: 'not_shipped' } as const

test.each([
  ['tracked', { confirm: 'Ship', done: 'Order #\u00a0100001 shipped' }],
  ['picked_up', { confirm: 'Record the pick-up', done: 'Order #\u00a0100001 picked up' }],
] as const)('an order that leaves as %s is said to do so', (way, labels) => {
  expect(shipLabelsOf(ORDER, way)).toMatchObject(labels)
})
