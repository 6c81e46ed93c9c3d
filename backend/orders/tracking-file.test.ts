import { expect, test } from 'vitest'
import { parseTrackingFile } from './tracking-file.ts'

const USPS = '9400111206213642173009'
const read = (...lines: string[]) => parseTrackingFile(lines.join('\r\n'))
const refusedBy = (...lines: string[]) => read('Order ID,Tracking Number', ...lines).refused
const problemOf = (...lines: string[]) => read(...lines).problem

test.each([
  ['Pirate Ship', 'Recipient,Tracking Number,Carrier,Order ID', `Ada,${USPS},USPS,100001`],
  ['a spreadsheet that separates by semicolons', 'Order #;Carrier;Tracking', `#100001;USPS;${USPS}`],
  ['pasted cells', 'Order Number\tTracking No.\tCarrier Name', `100001\t${USPS}\tUSPS`],
  ['a carrier that only knows references', 'Reference 1,Courier,Package Tracking Number', `100001,USPS,${USPS}`],
  ['cells that are kept from being read as numbers', 'order_id,tracking_number,carrier', `'100001,"=""${USPS}""",USPS`],
  ['a file with a byte order mark', '\uFEFFOrder ID,Tracking Number,Carrier', `100001,${USPS},USPS`],
])('columns of %s are found by their names', (_from, header, line) => {
  const expected = [{ row: 2, orderId: '100001', trackingNumber: USPS, carrier: 'USPS' }]
  expect(read(header, line)).toEqual({ rows: expected, refused: [], problem: null })
})

test('the order number is preferred to a reference, wherever it stands', () => {
  const { rows } = read('Reference,Tracking,Order ID', `gift,${USPS},100001`)
  expect(rows).toEqual([{ row: 2, orderId: '100001', trackingNumber: USPS, carrier: null }])
})

test('the name of a carrier is one line without control characters', () => {
  const { rows } = read('Order ID,Tracking,Carrier', `100001,${USPS},"US\u0007PS\nBcc: eve@mail.example"`)
  expect(rows).toMatchObject([{ carrier: 'USPSBcc: eve@mail.example' }])
})

test('an order that stands in the file twice is refused in each row, since only one number can be right', () => {
  const { rows, refused } = read(
    'Order ID,Tracking Number',
    `100001,${USPS}`,
    `100002,${USPS}`,
    '#100001,1Z999AA10123456784',
  )
  expect(rows.map(({ orderId }) => orderId)).toEqual(['100002'])
  expect(refused).toEqual([
    { row: 2, message: 'Order 100001 is also in row 4. Keep only the row that counts.' },
    { row: 4, message: 'Order 100001 is also in row 2. Keep only the row that counts.' },
  ])
})

test.each([
  [`,${USPS}`, 'It has no order number.'],
  [`Total,${USPS}`, '“Total” is no order number.'],
  [`1.00001E+05,${USPS}`, '“1.00001E+05” is no order number.'],
  ['100001,', 'Order 100001 has no tracking number here.'],
  ['100001,<b>1Z</b>', expect.stringContaining('“<b>1Z</b>” of order 100001 is no tracking number')],
  [
    '100001,9.4E+21',
    expect.stringContaining('“9.4E+21” of order 100001 is no whole tracking number: a spreadsheet has cut'),
  ],
  ['100001,"9,40011E+21"', expect.stringContaining('a spreadsheet has cut its digits')],
  ['100001,9400111206213640000000', expect.stringContaining('a spreadsheet has cut its digits')],
])('%s is refused with a sentence', (line, message) => {
  expect(refusedBy(line)).toEqual([{ row: 2, message }])
})

test('what cannot be read is said in a sentence', () => {
  expect(problemOf('')).toBe('There is nothing in this file.')
  expect(problemOf('Order ID,Tracking Number')).toBe('There is no order in this file: it has a first row alone.')
  expect(problemOf('Order ID,Cost', '100001,5')).toBe(
    'There is no column with the tracking numbers. Name one “Tracking Number”. The first row has 2 columns: Order ID, Cost.',
  )
  expect(problemOf('Recipient,Tracking', `Ada,${USPS}`)).toBe(
    'There is no column with the order numbers. Name one “Order ID”. The first row has 2 columns: Recipient, Tracking.',
  )
  expect(problemOf('Order ID,Tracking Number', '100001')).toBe('Row 2: has one cell, and the header has 2.')
  expect(problemOf('Order ID,Tracking Number', '100001,"9400')).toContain('has a quotation mark that is never closed')
  expect(problemOf('%PDF-1.7 obj', 'stream')).toContain('There is no column with the order numbers')
})

test('2,000 rows are read, and one more is to be imported in parts', () => {
  const lines = Array.from({ length: 2001 }, (_, index) => `${100_000 + index},${USPS}`)
  expect(read('Order ID,Tracking Number', ...lines.slice(1)).rows).toHaveLength(2000)
  expect(problemOf('Order ID,Tracking Number', ...lines)).toContain('more than 2,000 rows; import it in parts')
})
