import { expect, test } from 'vitest'
import { noteUnread } from './unread-columns.ts'

const notes = (headers: string[], cells: string[], columns = {}) =>
  noteUnread({ headers, rows: [{ row: 2, cells }], problems: [] }, columns).map(({ message }) => message)

test('an amount that changes what was charged and is not read is named, a code or a percent is not', () => {
  const headers = ['Gift card', 'Tip', 'Handling', 'Coupon code', 'Discount %', 'Stripe fee']
  expect(notes(headers, ['($4.00)', '0.00', 'none', '10', '10', '3'])).toEqual(['“Gift card” of $4.00 isn’t counted.'])
})

test('a column that is read, or that a total has in it, is not named', () => {
  expect(notes(['Tip'], ['3'], { delivery_cost: 0 })).toEqual([])
  expect(notes(['Tip', 'Total'], ['3', '82'], { order_total: 1 })).toEqual([])
})

test('a column that is there twice is named also where there is a total', () => {
  expect(notes(['Qty', 'qty', 'Total'], ['1', '1', '79'], { quantity: 0, order_total: 2 })).toEqual([
    '“Qty” is a column twice. Only one of them is read.',
  ])
})

test('an amount of an order whose items are in one cell is named once', () => {
  const rows = [
    { row: 2, cells: ['3'] },
    { row: 2, cells: ['3'] },
    { row: 3, cells: ['3'] },
  ]
  expect(noteUnread({ headers: ['Tip'], rows, problems: [] }, {}).map(({ row }) => row)).toEqual([2, 3])
})
