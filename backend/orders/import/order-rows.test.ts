import { expect, test } from 'vitest'
import { completeOrders } from './order-rows.ts'

type Cells = Record<string, string>
const completed = (rows: Cells[], read = (cells: Cells) => cells) => {
  const table = rows.map((_, index) => ({ row: index + 2, cells: [] }))
  const readRow = ({ row }: { row: number }) => ({ row, cells: read(rows[row - 2] ?? {}) })
  return completeOrders({ rows: table, read: readRow }, 'America/New_York')
}
const read = (...rows: Cells[]) => [...completed(rows)].flat().map(({ row, cells }) => ({ row, ...cells }))
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

test('rows of an order may be apart, and its number may have a sign', () => {
  const rows = read(
    { order_id: '1', email: 'ann@x.example', ...ITEM },
    { order_id: '2', ...ITEM },
    { order_id: '#1', ...ITEM },
  )
  expect(rows).toEqual([
    { row: 2, order_id: '1', email: 'ann@x.example', ...ITEM },
    { row: 4, order_id: '#1', email: 'ann@x.example', ...ITEM },
    { row: 3, order_id: '2', ...ITEM },
  ])
})

test('an order’s rows are made when its turn comes, and not before', () => {
  let made = 0
  const note = (cells: Cells) => {
    made += 1
    return cells
  }
  const orders = completed(
    ['1', '2', '3', '2'].map((order_id) => ({ order_id, ...ITEM })),
    note,
  )
  // Days and numbers of all are looked at first.
  orders.next()
  made = 0
  const counts: number[][] = []
  for (const rows of orders) {
    counts.push([rows.length, made])
    made = 0
  }
  expect(counts).toEqual([
    [2, 2],
    [1, 1],
  ])
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
