import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

test('whatever the cells hold comes back as it was', () => {
  const text = fc.string({ unit: 'grapheme' }).filter((value) => !/^[=+\-@\t\r]/.test(value))
  fc.assert(
    fc.property(fc.array(fc.record({ name: text, 'a, "b"': text })), (rows) => {
      const csv = toCsv(['name', 'a, "b"'], rows)
      expect(parse(csv, { columns: true, skip_empty_lines: false })).toEqual(rows)
    }),
  )
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1'])('%j is text to a spreadsheet, no formula', (hostile) => {
  expect(parse(toCsv(['cell'], [{ cell: hostile }]))).toEqual([['cell'], [`'${hostile}`]])
})
