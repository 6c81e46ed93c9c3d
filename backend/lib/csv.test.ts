import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'
import { readCsvTable } from './csv-table.ts'

const FORMULA = /(^|[;,\t\r\n])[ "]*[=+\-@＝＋－＠]/

test('any cell round-trips', () => {
  const text = fc.string({ unit: 'grapheme' }).filter((value) => !FORMULA.test(value) && !/^[\t\r]/.test(value))
  fc.assert(
    fc.property(fc.array(fc.record({ name: text, 'a, "b"': text })), (rows) => {
      const csv = toCsv(['name', 'a, "b"'], rows)
      expect(parse(csv, { columns: true, skip_empty_lines: false })).toEqual(rows)
    }),
  )
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '＝1+1', '＋1', '－1', '＠SUM(A1)'])(
  'a spreadsheet reads %j as text',
  (hostile) => {
    expect(parse(toCsv(['cell'], [{ cell: hostile }]))).toEqual([['cell'], [`'${hostile}`]])
  },
)

test.each([';', ',', '\t', '\n', '\r\n'])('no cell is a formula where the separator is %j', (separator) => {
  const parts = ['', ' ', '"', '=1+1', '-2', '@a', '＝1', 'x', '"=1"', ';', ',', '\t', '\n']
  const hostile = fc.array(fc.constantFrom(...parts), { maxLength: 6 }).map((chosen) => chosen.join(''))
  fc.assert(
    fc.property(hostile, hostile, (first, second) => {
      const csv = toCsv(['one', 'two'], [{ one: first, two: second }])
      // Split as by a program that knows neither quotes nor commas.
      for (const piece of csv.split(separator)) expect(piece.replace(/^[ "]*/, '')).not.toMatch(/^[=+\-@＝＋－＠]/)
    }),
  )
})

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
