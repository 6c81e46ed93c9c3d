import { expect, test } from 'vitest'
import { withItemRows } from './product-details.ts'

const ITEM = (name: string, qty: string) =>
  `Product ID: 7, Product Qty: ${qty}, Product SKU: , Product Name: ${name}, Product Weight: 1.2, Product Unit Price: 79.00, Product Total Price: 158.00`
const tableOf = (headers: string[], ...rows: string[][]) => {
  return { headers, rows: rows.map((cells, index) => ({ row: index + 2, cells })), problems: [] }
}

test('each item of the cell is a row with the cells of its order, also with commas and bars in its name', () => {
  const table = tableOf(
    ['Order ID', 'Product Details'],
    ['118', `${ITEM('Slim, Blue', '2')}|${ITEM('This | That: new', '1')}`],
    ['119'],
  )
  const { headers, rows } = withItemRows(table)
  expect(headers.slice(2)).toEqual(['Product Name', 'Product Qty', 'Product Unit Price'])
  expect(rows.map(({ row, cells }) => [row, cells[0], ...cells.slice(2)])).toEqual([
    [2, '118', 'Slim, Blue', '2', '79.00'],
    [2, '118', 'This | That: new', '1', '79.00'],
    [3, '119', '', '', ''],
  ])
})

test('a table without such a column, or with items in rows of their own, stays as it is', () => {
  for (const table of [tableOf(['Order ID'], ['1']), tableOf(['Product Details', 'Product Name'], ['x', 'Bag'])])
    expect(withItemRows(table)).toBe(table)
})

test('more items than a table may have rows are a problem, before their cells are read', () => {
  const { rows, problems } = withItemRows(tableOf(['Product Details'], ['|Product ID:'.repeat(400_000)]))
  expect([rows, problems]).toEqual([
    [],
    [{ row: 2, column: null, message: 'the file has more than 50,000 items; divide it into several' }],
  ])
})
