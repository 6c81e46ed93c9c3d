import { expect, test } from 'vitest'
import { parseZipRates } from './zip-rates-csv.ts'

const read = (...rows: string[]) => parseZipRates(['state,from,to,percent', ...rows].join('\n'))
const sayAll = ({ problems }: ReturnType<typeof parseZipRates>) =>
  problems.map(({ row, message }) => `row ${row} ${message}`)
const errorsOf = (...rows: string[]) => sayAll(read(...rows))

test('ranges are read in the order of states and ZIP codes, also a single one', () => {
  expect(read('TX,79901,,7', 'tx,75001,75099,8.25 %', 'MA,02101,02199,6.250000').rates).toEqual([
    { state: 'MA', first_zip: '02101', last_zip: '02199', rate_millionths: 62_500 },
    { state: 'TX', first_zip: '75001', last_zip: '75099', rate_millionths: 82_500 },
    { state: 'TX', first_zip: '79901', last_zip: '79901', rate_millionths: 70_000 },
  ])
})

test('the zero at the start that a spreadsheet leaves out is put back where ZIP codes have it', () => {
  expect(read('MA,2108,2199,6.25').rates).toMatchObject([{ state: 'MA', first_zip: '02108', last_zip: '02199' }])
})

test('a state may be written by its name', () => {
  expect(read('Massachusetts,2108,2109,6.25%').rates).toMatchObject([{ state: 'MA', first_zip: '02108' }])
})

test('the ranges of two states may overlap, and ends may touch', () => {
  expect(errorsOf('TX,75001,75099,8', 'OK,75001,75099,9', 'TX,75100,75199,8', 'TX,75000,75000,8')).toEqual([])
})

test.each([
  [['TX,75001,75099,8', 'TX,75050,75060,9'], ['row 3 overlaps row 2']],
  [
    ['TX,75001,75099,8', 'TX,75002,,9', 'TX,75098,75200,9'],
    ['row 3 overlaps row 2', 'row 4 overlaps row 2'],
  ],
  [['TX,75099,75100,8', 'TX,75001,75099,9'], ['row 2 overlaps row 3']],
  [['TX,75001,,8', 'TX,75001,,8'], ['row 3 overlaps row 2']],
  [['TX,75099,75001,8'], ['row 2 from 75099 is after to 75001']],
  [['TX,7500,75001,8'], ['row 2 "7500" to "75001" are not two ZIP codes of five digits, zeros at the start included']],
  [['TX,7500x,,8'], ['row 2 "7500x" to "7500x" are not two ZIP codes of five digits, zeros at the start included']],
  [['PR,00601,,8'], ['row 2 "PR" is not one of the 50 states']],
  [['TX,00000,00000,8'], ['row 2 00000 isn’t a ZIP code']],
  [['TX,00000,99999,8'], ['row 2 00000 isn’t a ZIP code']],
  [['TX OK,75001,,8'], ['row 2 "TX OK" is not one of the 50 states']],
  [['Texan,75001,,x'], ['row 2 "Texan" is not one of the 50 states; "x" is not a percentage such as 8.25']],
  [['TX,75001,,-8'], ['row 2 "-8" is not a percentage such as 8.25']],
  [['TX,75001,,1000'], ['row 2 "1000" is not a percentage such as 8.25']],
  [['TX,75001,,0.08255'], ['row 2 "0.08255" is not a percentage such as 8.25']],
  [['TX,75001,,8,9'], ['row 2 has 5 cells, and the header has 4']],
])('%j is refused, row by row', (rows, errors) => {
  expect(errorsOf(...rows)).toEqual(errors)
})

test('a missing column is named, and a table without rows is empty', () => {
  expect(parseZipRates('state,zip,rate\nTX,75001,8').problems).toEqual([
    { row: 1, message: 'has no column from, to, percent' },
  ])
  expect(read().rates).toEqual([])
})

test('a file of Excel on Windows is read, with its mark, line ends and semicolons', () => {
  const text = '\uFEFFstate;from;to;percent\r\nTX;75001;75099;8.25\r\n\r\nTX;79901;;7\r\n'
  expect(parseZipRates(text).rates).toHaveLength(2)
})

test.each([
  ['a picture', '\u0089PNG\r\n\u001a\n\u0000IHDR', 'row 1 "\u0089PNG" has a character that isn’t text'],
  ['a page', '<!doctype html>\n<p>404</p>', 'row 1 has no column state, from, to, percent'],
  ['nothing', '', 'row 1 has no column state, from, to, percent'],
  ['too many rows', `state,from,to,percent\n${'TX,75001,,8\n'.repeat(10_001)}`, 'more than 10,000 rows'],
])('%s instead of a table is refused', (_, text, error) => {
  expect(sayAll(parseZipRates(text))[0]).toContain(error)
})
