import { expect, test } from 'vitest'
import { buildOrder, type OrderDraft } from '../build-order.ts'
import { cancelProblem, shopCancelProblem } from './cancellation-rules.ts'

const ITEM = { product_id: '101', product_name: 'Bag', price_cents: 7900, quantity: 1, image_file: null }
const order = (draft: Partial<OrderDraft> = {}) =>
  buildOrder({
    ...{ order_id: '100001', order_date: '2026-11-02', first_name: 'Ada', last_name: 'Byron', email: '' },
    items: [ITEM, { ...ITEM, cancellation_status: 'cancelled' }],
    ...draft,
  })

test('an open item is cancelled until the order has left', () => {
  expect(cancelProblem(order(), ['100001-1'])).toBeNull()
  const shipped = 'Order is already shipped. Please contact seller.'
  expect(cancelProblem(order({ tracking_number: '1Z' }), ['100001-1'])).toBe(shipped)
  // That it has shipped is said before anything about its items.
  expect(cancelProblem(order({ order_status: 'shipped', tracking_number: '1Z' }), ['100001-9'])).toBe(shipped)
})

test('what is cancelled already, of another order, or of an order that has ended is not cancelled', () => {
  expect(cancelProblem(order(), ['100001-1', '100001-2'])).toContain('already')
  expect(cancelProblem(order(), ['100002-1'])).toBe('An item is not on this order. Please look the order up again.')
  for (const order_status of ['cancelled', 'refunded'] as const)
    expect(cancelProblem(order({ order_status }), [])).toBe(`This order is already ${order_status}.`)
})

test('the shop cancels what has not left, and something', () => {
  expect(shopCancelProblem(order(), ['100001-1'])).toBeNull()
  expect(shopCancelProblem(order(), [])).toBe('Order 100001 has nothing left to cancel.')
  expect(shopCancelProblem(order({ shipped_by: 'picked_up' }), ['100001-1'])).toContain('Undo the shipment first')
  expect(shopCancelProblem(order({ order_status: 'shipped' }), ['100001-1'])).toContain('Refund what comes back.')
})
