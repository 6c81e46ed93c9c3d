import { expect, test } from 'vitest'
import { readCsvTable } from './csv-table.ts'

test.each([',', ';', '\t'])('cells separated by %j are read, with rows numbered as in the spreadsheet', (sign) => {
  const text = `\uFEFFid${sign}name\r\n101${sign}"Campus\nSlim"\r\n\r\n102${sign}Hybrid\r\n`
  expect(readCsvTable(text, 10)).toEqual({
    headers: ['id', 'name'],
    rows: [
      { row: 2, cells: ['101', 'Campus\nSlim'] },
      { row: 4, cells: ['102', 'Hybrid'] },
    ],
    problem: null,
  })
})

const problemOf = (text: string) => readCsvTable(text, 50_000).problem

test.each([
  [
    'a line of commas',
    ','.repeat(400_000),
    1,
    'the table has more than 500 columns; leave out those that are not needed',
  ],
  ['a row too many', 'id\n'.repeat(50_002), 50_002, 'the table has more than 50,000 rows; import it in parts'],
  [
    'cells too many',
    `${','.repeat(499)}\n`.repeat(10_001),
    10_001,
    'the table has more than 5,000,000 cells; import it in parts',
  ],
  ['a row that is too short', 'id,name\n101,a\n102', 3, 'has one cell, and the header has 2'],
  ['a row that is too long', 'id,name\n101,a,b', 2, 'has 3 cells, and the header has 2'],
  ['an open quotation mark', 'id,name\n101,"a', 2, 'has a quotation mark that is never closed'],
  ['a quotation mark within a cell', 'id,name\n101,a"b', 2, 'has a quotation mark in the middle of a cell'],
])('%s is told with its row, and nothing is read', (_what, text, row, message) => {
  expect(problemOf(text)).toEqual({ row, message })
  expect(readCsvTable(text, 50_000).rows).toEqual([])
})

test('a file of a command may have any number of rows', () => {
  expect(readCsvTable('id\n'.repeat(50_002), null).rows).toHaveLength(50_001)
})
