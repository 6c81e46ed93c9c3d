import { expect, test } from 'vitest'
import { completeOrderRows } from './order-rows.ts'

const read = (...rows: Record<string, string>[]) =>
  Array.from(
    completeOrderRows(
      rows.map((cells, index) => ({ row: index + 2, cells })),
      'America/New_York',
    ),
    ({ row, cells }) => ({ row, ...cells }),
  )
const ITEM = { product_name: 'Bag', price: '79', quantity: '1' }

test('the cells of an order that stand in its first row only are those of its other rows, until one has its own', () => {
  const rows = read(
    { order_id: '1', email: 'ann@x.example', phone: '1', ...ITEM, image_file: 'a.jpg' },
    { order_id: '1', phone: '2', ...ITEM },
    { order_id: '2', ...ITEM },
  )
  expect(rows[1]).toEqual({ row: 3, order_id: '1', email: 'ann@x.example', phone: '2', ...ITEM })
  expect(rows[2]).toEqual({ row: 4, order_id: '2', ...ITEM })
})

test('a further row of an order without an item is left out', () => {
  expect(read({ order_id: '1', ...ITEM }, { order_id: '1', phone: '2' }).map(({ row }) => row)).toEqual([2])
})

test('days have the order of the whole file', () => {
  const days = (...texts: string[]) => read(...texts.map((order_date) => ({ order_date, ...ITEM })))
  expect(days('01/02/2025', '13/02/2025')).toMatchObject([{ order_date: '2025-02-01' }, { order_date: '2025-02-13' }])
  expect(days('01/02/2025', '01/13/2025')).toMatchObject([{ order_date: '2025-01-02' }, { order_date: '2025-01-13' }])
})

test('entities of web pages in a name are letters, and what was removed needs no price', () => {
  expect(read({ order_id: '1', product_name: 'Bag &amp; 15&quot; &euro;', quantity: '0' })).toEqual([
    { row: 2, order_id: '1', product_name: 'Bag & 15" &euro;', quantity: '0', price: '0' },
  ])
  expect(read({ order_id: '1', product_name: 'Bag', quantity: '1' })[0]).not.toHaveProperty('price')
})
