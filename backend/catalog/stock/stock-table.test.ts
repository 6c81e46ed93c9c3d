import { expect, test } from 'vitest'
import { parseStockTable } from './stock-table.ts'

test.each([
  ['tabs, as copied from a spreadsheet', '101\t5\nCampus Slim\t0', [1, 2]],
  ['semicolons and Windows line ends', '101;5\r\nCampus Slim;0\r\n', [1, 2]],
  ['commas and blank lines', '101,5\n\n  \nCampus Slim,0\n', [1, 4]],
  ['a title above the header', 'Stock of November,,\nName,Color,Stock\n101,blue,5\nCampus Slim,grey,0', [3, 4]],
  ['quotes', '"101","5"\n"Campus Slim","0"', [1, 2]],
  ['columns between', '101\tblue\t5\nCampus Slim\tgrey\t0', [1, 2]],
  ['a header of several words', 'Product ID\tStock-Quantity\n101\t5\nCampus Slim\t0', [2, 3]],
  ['a header', 'Name\tStock\tNote\n101\t5\tx\nCampus Slim\t0\ty', [2, 3]],
  ['a header in another order', 'quantity;color;product_id\n5;blue;101\n0;grey;Campus Slim', [2, 3]],
  ['a blank line above the header', '\nName\tStock\n101\t5\nCampus Slim\t0', [3, 4]],
])('rows are read from a table with %s, and numbered as they stand there', (_, text, [first, second]) => {
  expect(parseStockTable(text).lines).toEqual([
    { row: first, product: '101', stock: '5' },
    { row: second, product: 'Campus Slim', stock: '0' },
  ])
})

test('a line without a stock stays and is reported as wrong', () => {
  expect(parseStockTable('101\n').lines).toEqual([{ row: 1, product: '101', stock: '' }])
})

test.each([
  ['"Campus Slim Backpack, Blue",79,24', '24'],
  ['name,price,stock,note\n"Campus Slim Backpack, Blue",79,24,', '24'],
  ['Campus Slim Backpack, Blue\t24', '24'],
  ['"Campus Slim Backpack, Blue";"1,200"', '1,200'],
])('the comma of a name in %j separates nothing', (text, stock) => {
  expect(parseStockTable(text).lines).toMatchObject([{ product: 'Campus Slim Backpack, Blue', stock }])
})

test('an unreadable cell is named by its row, and nothing is imported', () => {
  expect(parseStockTable('name,stock\nCampus Slim, Blue,24\n101,2')).toMatchObject({
    problems: [{ row: 2, message: 'It has 3 cells, and the header has 2.' }],
  })
  expect(parseStockTable('101,2\n10\u00072,3')).toEqual({
    lines: [],
    problems: [{ row: 2, message: '"Column 1" has a character that isn’t text (U+0007)' }],
  })
})

test('an empty text has no rows', () => {
  expect(parseStockTable(' \n ')).toEqual({ lines: [], problems: [] })
})
