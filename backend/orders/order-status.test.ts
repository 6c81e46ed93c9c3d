import { expect, test } from 'vitest'
import { parseTestSheet } from '../testing/orders/order-sheets.ts'
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
  expect(statusAfter({ order_status, items: [CANCELLED, REFUNDED, BAG] })).toBe(order_status)
})

test.each(ORDER_STATUSES)('an order that was %s is cancelled once all items are, and else refunded', (order_status) => {
  expect(statusAfter({ order_status, items: [REFUNDED, REFUNDED] })).toBe('refunded')
  expect(statusAfter({ order_status, items: [REFUNDED, CANCELLED] })).toBe('refunded')
  expect(statusAfter({ order_status, items: [CANCELLED, CANCELLED] })).toBe('cancelled')
  expect(statusAfter({ order_status, items: [CANCELLED, { ...CANCELLED, refund_status: 'refunded' }] })).toBe(
    'cancelled',
  )
})

test('a table with more rows than the admin takes is refused as a whole; a file of a command is not', () => {
  const table = `email\n${'x\n'.repeat(50_001)}`
  expect(parseTestSheet(table, {}).errors).toEqual([
    { row: 50_002, field: '', message: 'the table has more than 50,000 rows; import it in parts' },
  ])
  const { errors } = parseTestSheet(Buffer.from(table), null)
  expect(errors.at(-1)?.row).toBe(50_002)
})

test('very many problems are all counted', () => {
  const rows = Array.from({ length: 30_000 }, (_, row) => {
    return `1,2026-01-${row === 0 ? '01' : '02'},A${row},B${row},a${row}@shop.example,c${row},101,Bag,1,1`
  })
  const fields = ['order_id', 'order_date', 'first_name', 'last_name', 'email', 'customer_id'] as const
  const items = ['product_id', 'product_name', 'price', 'quantity'] as const
  const columns = Object.fromEntries([...fields, ...items].map((field, column) => [field, column]))
  const { errors, errorCount } = parseTestSheet(`${[...fields, ...items].join()}\n${rows.join('\n')}`, columns)
  expect(errorCount).toBe(5 * 29_999)
  expect(errors).toHaveLength(100)
})
