import { expect, test } from 'vitest'
import { readStockTable } from './read-stock-table.ts'

const TWO = [
  { product: '101', stock: '5' },
  { product: 'Campus Slim', stock: '0' },
]

test.each([
  ['tabs, as copied from a spreadsheet', '101\t5\nCampus Slim\t0'],
  ['semicolons and Windows line ends', '101;5\r\nCampus Slim;0\r\n'],
  ['commas and blank lines', '101,5\n\n  \nCampus Slim,0\n'],
  ['quotes', '"101","5"\n"Campus Slim","0"'],
  ['columns between', '101\tblue\t5\nCampus Slim\tgrey\t0'],
  ['a header', 'Name\tStock\tNote\n101\t5\tx\nCampus Slim\t0\ty'],
  ['a header in another order', 'quantity;color;product_id\n5;blue;101\n0;grey;Campus Slim'],
])('rows are read from a table with %s', (_, text) => {
  expect(readStockTable(text)).toEqual(TWO)
})

test('a line without a stock stays, so that it is reported as wrong', () => {
  expect(readStockTable('101\n')).toEqual([{ product: '101', stock: '' }])
})

test('an empty text has no rows', () => {
  expect(readStockTable(' \n ')).toEqual([])
})
