import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

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
