import { expect, test } from 'vitest'
import { readSheetFile } from '../../testing/files/sheets.ts'
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
  ['a carrier that names itself', 'Store Order Number,Carrier,USPS Tracking #,Tracking URL', `100001,USPS,${USPS},`],
  ['cells that are kept from being read as numbers', 'order_id,tracking_number,carrier', `'100001,"=""${USPS}""",USPS`],
  ['a file with a byte order mark', '\uFEFFOrder ID,Tracking Number,Carrier', `100001,${USPS},USPS`],
])('columns of %s are found by their names', (_from, header, line) => {
  const expected = [{ row: 2, orderId: '100001', trackingNumber: USPS, carrier: 'USPS' }]
  expect(read(header, line)).toEqual({ rows: expected, refused: [], problem: null })
})

test('the label of a return ships nothing, and is named', () => {
  for (const [column, out, back] of [
    ['Is Return', 'No', 'Yes'],
    ['Return Label', 'false', 'true'],
    ['Label Type', 'Outbound', 'Return'],
  ]) {
    const header = `Order ID,Tracking Number,${column}`
    const { rows, refused } = read(header, `100001,${USPS},${out}`, `100001,1Z999AA10123456784,${back}`)
    expect(rows, column).toMatchObject([{ orderId: '100001', trackingNumber: USPS }])
    expect(refused, column).toMatchObject([{ row: 3, message: expect.stringContaining('so nothing ships') }])
  }
})

test('numbers in groups of digits stay apart, and wide digits are plain ones', () => {
  const [one, other] = ['9400 1118 9922 3856 9284 91', '9400 1118 9922 3856 9284 92']
  for (const cell of [`${one} / ${other}`, `${one} & ${other}`, `${one} and ${other}`]) {
    expect(read('Order ID,Tracking Number', `100001,${cell}`).rows, cell).toMatchObject([
      { trackingNumber: `${one}, ${other}` },
    ])
  }
  const wide = [...USPS].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join('')
  expect(read('Reference ID,Tracking Number', `100001,${wide}`).rows).toMatchObject([{ trackingNumber: USPS }])
})

test('the order number is preferred to a reference, wherever it stands', () => {
  const { rows } = read('Reference,Tracking,Order ID', `gift,${USPS},100001`)
  expect(rows).toEqual([{ row: 2, orderId: '100001', trackingNumber: USPS, carrier: null }])
})

test('the name of a carrier is one line; a character that is no text takes nothing', () => {
  const { rows } = read('Order ID,Tracking,Carrier', `100001,${USPS},"USPS\nBcc: eve@mail.example"`)
  expect(rows).toMatchObject([{ carrier: 'USPSBcc: eve@mail.example' }])
  expect(problemOf('Order ID,Tracking,Carrier', `100001,${USPS},US\u0007PS`)).toBe(
    'Row 2: "Carrier" has a character that isn’t text (U+0007).',
  )
})

test('the numbers of several parcels of an order belong together, each once; a row that cannot be read holds it back', () => {
  const { rows, refused } = read(
    'Order ID,Tracking Number',
    `100001,${USPS}`,
    '#100001,1Z999AA10123456784',
    `100001,${USPS}`,
    '100001,',
    `100002,${USPS}`,
    '100002,9.4E+21',
  )
  expect(rows).toEqual([{ row: 2, orderId: '100001', trackingNumber: `${USPS}, 1Z999AA10123456784`, carrier: null }])
  expect(refused).toEqual([
    { row: 6, message: 'Order 100002 is also in row 7, which can’t be used.' },
    { row: 7, message: expect.stringContaining('isn’t a whole tracking number') },
  ])
})

test.each([
  `${USPS} 1Z999AA10123456784`,
  `"${USPS}, 1Z999AA10123456784"`,
  `${USPS}; 1Z999AA10123456784`,
  `"${USPS}\n1Z999AA10123456784"`,
  `${USPS}/1Z999AA10123456784`,
  `${USPS} and 1Z999AA10123456784`,
  `${USPS} & 1Z999AA10123456784`,
  `${USPS} + 1Z999AA10123456784`,
])('a cell can hold the numbers of two parcels: %j', (cell) => {
  expect(read('Order ID,Tracking Numbers', `100001,${cell}`).rows).toMatchObject([
    { trackingNumber: `${USPS}, 1Z999AA10123456784` },
  ])
})

test.each([
  ['Status', 'Refunded'],
  ['Status', 'VOIDED'],
  ['Label Status', 'Cancelled by user'],
  ['Status', 'Refund requested'],
  ['Voided', 'Yes'],
  ['Void Date', '11/28/2026'],
  ['Refunded', 'TRUE'],
  ['Void Indicator', 'Y'],
  ['ShipmentInformation_VoidIndicator', 'Y'],
  ['Date Voided', '11/28/2026'],
  ['Refund Status', 'submitted'],
  ['Refund Status', 'Pending'],
  ['Label Status', 'Deleted'],
  ['Shipping Label Status', 'Refunded'],
  ['Postage Refund Status', 'Submitted'],
  ['Tracking Status', 'Label cancelled'],
  ['Print Status', 'Spoiled'],
  ['Cancellation Date', '11/28/2026'],
])('a label with %s “%s” ships nothing, and its replacement does', (column, word) => {
  const { rows, refused } = read(
    `Order ID,Tracking Number,${column}`,
    `100001,${USPS},${word}`,
    '100001,1Z999AA10123456784,',
    `100002,${USPS},${word}`,
  )
  expect(rows.map(({ orderId, trackingNumber }) => [orderId, trackingNumber])).toEqual([
    ['100001', '1Z999AA10123456784'],
  ])
  const mark = column.endsWith('Status') ? word : column
  expect(refused).toEqual([2, 4].map((row) => ({ row, message: `This label is marked “${mark}”, so nothing ships.` })))
})

test.each([
  ['State', 'Voided'],
  ['Transaction Type', 'Refund'],
  ['Type', 'Void'],
  ['Label', 'Cancelled'],
  ['Notes', 'label voided'],
])('a label is voided also where only the word in the column “%s” says it: %s', (column, word) => {
  const { rows, refused } = read(`Order ID,Tracking Number,${column}`, `100001,${USPS},${word}`)
  expect([rows, refused]).toEqual([[], [{ row: 2, message: `This label is marked “${word}”, so nothing ships.` }]])
})

test.each([
  ['Status', 'Purchased'],
  ['Status', 'Not refunded'],
  ['Status', 'Refund rejected'],
  ['Voided', 'No'],
  ['Refunded', '$0.00'],
  ['Refund Status', 'not_applicable'],
  ['Refund Status', 'Error'],
  ['Refund Status', 'Rejected by the carrier'],
  ['Void Date', '0000-00-00 00:00:00'],
  ['Void Date', '1/1/0001 12:00:00 AM'],
  ['Void Indicator', '—'],
  ['Tracking Status', 'Delivery attempt failed'],
  ['Delivery Status', 'Delivery attempt failed'],
  ['Refund Amount', '$7.20'],
  ['State', 'VI'],
  ['Description', 'Refund within 30 days'],
])('a label with %s “%s” ships', (column, word) => {
  expect(read(`Order ID,Tracking Number,${column}`, `100001,${USPS},${word}`).rows).toHaveLength(1)
})

test.each([
  [`,${USPS}`, 'It has no order number.'],
  [`Total,${USPS}`, '“Total” isn’t an order number.'],
  [`1.00001E+05,${USPS}`, '“1.00001E+05” isn’t an order number.'],
  ['100001,', 'Order 100001 has no tracking number here.'],
  ['100001,<b>1Z</b>', expect.stringContaining('“<b>1Z</b>” of order 100001 isn’t a tracking number')],
  [
    '100001,9.4E+21',
    expect.stringContaining('“9.4E+21” of order 100001 isn’t a whole tracking number: a spreadsheet has cut'),
  ],
  ['100001,"9,40011E+21"', expect.stringContaining('a spreadsheet has cut its digits')],
  ['100001,7.94645E+11', expect.stringContaining('a spreadsheet has cut its digits')],
  ['100001,9400 1112 0621 3640 0000 00', expect.stringContaining('a spreadsheet has cut its digits')],
  ['100001,794645123456.0', expect.stringContaining('a spreadsheet has cut its digits')],
  ['100001,9400111206213640000000', expect.stringContaining('a spreadsheet has cut its digits')],
])('%s is refused with a sentence', (line, message) => {
  expect(refusedBy(line)).toEqual([{ row: 2, message }])
})

test('an unreadable file is explained in a sentence', () => {
  expect(problemOf('')).toBe('This file is empty.')
  expect(problemOf('Order ID,Tracking Number')).toBe('There are no orders in this file, only a header row.')
  expect(problemOf('Order ID,Cost', '100001,5')).toBe(
    'There is no column with the tracking numbers. Name one “Tracking Number”. The first row has 2 columns: Order ID, Cost.',
  )
  expect(problemOf('Recipient,Tracking', `Ada,${USPS}`)).toBe(
    'There is no column with the order numbers. Name one “Order ID”. The first row has 2 columns: Recipient, Tracking.',
  )
  expect(problemOf('Order ID,Tracking Number', '100001,5,6')).toBe('Row 2: has 3 cells, and the header has 2.')
  expect(problemOf('Order ID,Tracking Number', '100001,"9400')).toContain('has a quotation mark that is never closed')
  expect(problemOf('%PDF-1.7 obj', 'stream')).toContain('There is no column with the order numbers')
})

test('2,000 rows are read, and one more is to be imported in parts', () => {
  const lines = Array.from({ length: 2001 }, (_, index) => `${100_000 + index},${USPS}`)
  expect(read('Order ID,Tracking Number', ...lines.slice(1)).rows).toHaveLength(2000)
  expect(problemOf('Order ID,Tracking Number', ...lines)).toContain('more than 2,000 rows; import it in parts')
})

const [FIRST, SECOND, THIRD] = ['9400111899223100001234', '9400111899223100001235', '9400111899223100001236']
const CUT = expect.stringContaining('isn’t a whole tracking number')

test.each([
  ['t-plain.csv', [`100001 ${FIRST}`], []],
  ['t-already.csv', [`100002 ${FIRST}`, `100004 ${FIRST}`, `999999 ${FIRST}`], []],
  ['t-easyship-header.csv', [`100001 ${FIRST}`], []],
  ['t-excel-fedex-sci.csv', [], [CUT]],
  ['t-excel-rounded.csv', [], [CUT]],
  ['t-excel-rounded-16.csv', ['100001 9400111899223100'], []],
  ['t-excel-sci.csv', [], [CUT]],
  ['t-formula-quoted.csv', [`100001 ${FIRST}`], []],
  ['t-formula-unquoted.csv', [`100001 ${FIRST}`], []],
  ['t-mixed-eol.csv', [`100001 ${FIRST}`, `100005 ${THIRD}`], []],
  ['t-nbsp-hash.csv', ['100001 9400 1118 9922 3100 0012 34'], []],
  ['t-orderid-float.csv', [], ['“100001.0” isn’t an order number.']],
  ['t-pirateship.csv', [`100001 ${FIRST} USPS`], []],
  ['t-rtl-mark.csv', [`100001 ${FIRST}`], []],
  ['t-same-number-twice.csv', [`100001 ${FIRST}`, `100005 ${FIRST}`], []],
  ['t-sep.csv', [`100001 ${FIRST}`], []],
  ['t-shipstation.csv', [`100001 ${FIRST} Stamps.com`], []],
  ['t-short-row.csv', [`100001 ${FIRST}`], []],
  ['t-total-row.csv', [`100001 ${FIRST}`], ['“Total” isn’t an order number.']],
  ['t-two-parcels.csv', [`100001 ${FIRST}, ${SECOND} USPS`], []],
  ['t-usps-enter-several.csv', [`100001 ${FIRST}`], []],
  ['t-voided-and-new.csv', [`100001 ${SECOND}`], ['This label is marked “Refunded”, so nothing ships.']],
  ['t-voided.csv', [], ['This label is marked “Refunded”, so nothing ships.']],
])('%s is read', async (name, shipped, messages) => {
  const { rows, refused, problem } = parseTrackingFile(await readSheetFile(name))
  expect(problem).toBeNull()
  expect(
    rows.map(({ orderId, trackingNumber, carrier }) => [orderId, trackingNumber, carrier ?? ''].join(' ').trim()),
  ).toEqual(shipped)
  expect(refused.map(({ message }) => message)).toEqual(messages)
})
