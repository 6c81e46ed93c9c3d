import { parseOrder } from '@shop/contract/orders'
import { describe, expect, test } from 'vitest'
import { orderTimeline } from './order-steps.tsx'

const row = { order_id: '17', order_item_id: '1', product_id: '101', product_name: 'Bag', price: 79, stock_quantity: 1 }

function timelineOf(...rows: Record<string, unknown>[]): string[] {
  const order = parseOrder(rows.map((fields, index) => ({ ...row, order_item_id: String(index), ...fields })))
  if (order === null) throw new Error('these rows are no order')
  return orderTimeline(order).map(({ title, detail }) => `${title}: ${detail}`)
}

describe('the timeline of an order', () => {
  test('starts with the day of the order and ends with the expected delivery', () => {
    expect(timelineOf({ orderDate: '2026-11-21', estimated_delivery_date: '2026-12-01' })).toEqual([
      'Ordered: 11/21/2026',
      'Estimated delivery: 12/1/2026',
    ])
  })

  test('has only the order itself when there are no dates', () => {
    expect(timelineOf({})).toEqual(['Ordered: '])
  })

  test('has the tracking number once it has shipped', () => {
    expect(timelineOf({ tracking_number: '1Z9' })).toContain('Shipped: Tracking 1Z9')
  })

  test('counts cancelled and refunded items, in any letter case', () => {
    expect(timelineOf({ cancellation_status: 'Cancelled' }, { refund_status: 'REFUNDED' }, {})).toEqual([
      'Ordered: ',
      'Cancelled by you: 1 of 3 items',
      'Refunded: 1 of 3 items',
    ])
  })

  test('has cancellations before the shipment, since none is possible after it', () => {
    expect(
      timelineOf({ cancellation_status: 'cancelled', tracking_number: '1Z9' }, { tracking_number: '1Z9' }),
    ).toEqual(['Ordered: ', 'Cancelled by you: 1 of 2 items', 'Shipped: Tracking 1Z9'])
  })

  test('has no expected delivery when the whole order was cancelled', () => {
    const cancelled = { cancellation_status: 'cancelled', estimated_delivery_date: '2026-12-01' }
    expect(timelineOf(cancelled, cancelled)).toEqual(['Ordered: ', 'Cancelled by you: All items'])
  })

  test('ignores unknown statuses', () => {
    expect(timelineOf({ cancellation_status: 'requested', refund_status: 'pending' })).toEqual(['Ordered: '])
  })
})
