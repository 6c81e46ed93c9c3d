import { expect, test } from 'vitest'
import { buildItem } from './build-order.ts'
import { statusAfter } from './order-status.ts'
import type { OrderItem } from './orders.repository.ts'
import { ORDER_STATUSES } from './orders.tables.ts'

const BAG = buildItem('100001', 0, {
  product_id: '101',
  product_name: 'Bag',
  price_cents: 7900,
  quantity: 1,
  image_file: null,
})
const CANCELLED: OrderItem = { ...BAG, cancellation_status: 'cancelled' }
const REFUNDED: OrderItem = { ...BAG, refund_status: 'refunded' }

test.each(ORDER_STATUSES)('an order that is %s stays so while an item is open', (order_status) => {
  expect(statusAfter({ order_status, items: [BAG, REFUNDED, CANCELLED] })).toBe(order_status)
})

test.each(ORDER_STATUSES)('an order that was %s is refunded once all items are, and else cancelled', (order_status) => {
  expect(statusAfter({ order_status, items: [REFUNDED, REFUNDED] })).toBe('refunded')
  expect(statusAfter({ order_status, items: [REFUNDED, CANCELLED] })).toBe('cancelled')
  expect(statusAfter({ order_status, items: [CANCELLED, { ...CANCELLED, refund_status: 'refunded' }] })).toBe(
    'cancelled',
  )
})
