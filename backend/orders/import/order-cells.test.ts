import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fileRow, parseSheetMoney, toItem } from './order-cells.ts'

const ROW = { order_id: '#1001', order_date: '2025-10-01', product_name: 'Bag', price: '$1,079.00', quantity: '2.000' }
const read = (cells: Record<string, string>) => z.safeParse(fileRow, { ...ROW, ...cells })
const problemsOf = (cells: Record<string, string>) =>
  read(cells).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? []

test.each([
  ['79', 7900],
  ['$1,079.00', 107_900],
  ['USD 79', 7900],
  ['79 USD', 7900],
  ['79.000000', 7900],
  ['79.505', null],
  ['79,50', null],
  ['CAD 79', null],
  ['', null],
])('the amount %j is %j cents', (text, cents) => {
  expect(parseSheetMoney(text)).toBe(cents)
})

test('a discount has a sign or none, and prices have none', () => {
  const amounts = ['5', '-5.00', '−$5', '($5.00)', '$-5'].map((item_discount) => read({ item_discount }).data)
  expect(amounts.map((row) => row?.item_discount)).toEqual([500, 500, 500, 500, 500])
  expect(problemsOf({ price: '-5' })).toEqual(['price must be dollars such as 79 or 79.50'])
})

test('a number may have a sign in front, and has at most 18 digits', () => {
  expect(read({ order_id: '# 1001' }).data?.order_id).toBe('1001')
  expect(problemsOf({ order_id: '1'.repeat(19) })).toHaveLength(1)
})

test('what is no quantity, no state of an item and no column is named', () => {
  expect(problemsOf({ quantity: '1.5' })).toEqual(['quantity must be a whole number from 1'])
  expect(problemsOf({ refund_status: 'yes' })).toEqual(['refund_status must be refunded or empty'])
  expect(problemsOf({ prize: '1' })).toHaveLength(1)
})

test('a row is an item with its pieces, before anything is taken off', () => {
  const row = read({ item_discount: '5', refund_status: 'refunded' }).data
  expect(row && toItem(row)).toMatchObject({
    ...{ product_id: '', price_cents: 107_900, quantity: 2, refund_status: 'refunded', cancellation_status: null },
  })
})
