import { describe, expect, test } from 'vitest'
import { readSheetFile } from '../../testing/files/sheets.ts'
import { parseTestSheet } from '../../testing/orders/order-sheets.ts'
import { type ImportEntry, parseOrdersSheet } from './orders-file.ts'

/** An order in a line: number, day, name, status, what was charged, and its items. */
function linesOf({ entries }: { entries: readonly ImportEntry[] }): string[] {
  return Array.from(entries, ({ order, refunds }) => {
    const { order_id, order_date, first_name, last_name, order_status, channel, items } = order
    const goods = items.map(({ quantity, product_name, price_cents, refund_status }) => {
      return `${quantity} ${product_name} ${price_cents / 100}${refund_status === null ? '' : ' refunded'}`
    })
    const charged = (order.total_cents + order.delivery_cents + order.tax_cents) / 100
    const refunded = refunds
      .filter((refund) => refund.order_id === order_id)
      .map(({ amount_cents }) => amount_cents / 100)
    const who = channel === 'online' ? `${first_name} ${last_name}` : channel
    return `${order_id} ${order_date} ${who} ${order_status} ${charged}${refunded.map((sum) => ` -${sum}`).join()}: ${goods.join(', ')}`
  })
}

const SLIM = '500001 2025-10-01 Ann Ray processing 79: 1 Campus Slim 79'
const ZOE = '600001 2025-10-01 Zoë Ray processing 79: 1 Campus Slim 79'

test.each([
  ['o-plain.csv', [SLIM]],
  ['o-bom.csv', [SLIM.replace('Campus Slim', 'Campus\nSlim')]],
  ['o-cr-only.csv', [SLIM, SLIM.replace('500001', '500002')]],
  ['o-mixed-eol.csv', [SLIM.replace('Slim', 'Slim\nBlue'), SLIM.replace('500001', '500002')]],
  ['o-excel-short-rows.csv', [SLIM, '500002 2025-10-02 Ann Ray processing 79: 1 Campus Slim 79']],
  ['o-excel-unicode-text.txt', [ZOE]],
  ['o-excel-mac-macroman.csv', [ZOE]],
  ['o-sep-line.csv', [SLIM]],
  ['o-title-row.csv', [SLIM]],
  ['o-trailing-empty-columns.csv', [SLIM]],
  ['o-formula.csv', [SLIM]],
  ['o-nbsp.csv', [SLIM]],
  ['o-qty.csv', [SLIM, SLIM.replace('500001', '500002')]],
  ['o-paste-inch.csv', ['500001 2025-10-01 Ann Ray processing 29: 1 15" Laptop Sleeve 29']],
  ['o-paste-leading-quote.csv', ['500001 2025-10-01 Ann Ray processing 29: 1 "Campus" bag 29']],
  ['o-mac-2digit-year.csv', [SLIM]],
  ['o-numbers-date.csv', [SLIM]],
  ['o-etsy-date.csv', [SLIM]],
  ['o-eu-date.csv', [SLIM.replace('10-01', '10-13')]],
  ['shopify-basic.csv', ['1001 2025-03-01 Bob Ray shipped 163: 1 Campus Slim Backpack, Blue 79, 1 Nomad 79']],
  ['shopify-free-gift-100off.csv', ['1001 2025-03-01 Bob Ray shipped 0: 1 Campus Slim Backpack, Blue 0, 1 Nomad 0']],
  [
    'shopify-partial-refund.csv',
    ['1001 2025-03-01 Bob Ray shipped 163 -79: 1 Campus Slim Backpack, Blue 79, 1 Nomad 79'],
  ],
  [
    'shopify-refund-more-tax.csv',
    ['1001 2025-03-01 Bob Ray refunded 176.04 -176.04: 1 Campus Slim Backpack, Blue 79, 1 Nomad 79'],
  ],
  ['shopify-removed-item.csv', ['1001 2025-03-01 Bob Ray shipped 84: 1 Campus Slim Backpack, Blue 79']],
  ['woo-orders.csv', ['2001 2025-03-01 Ann Ray delivered 84: 1 Campus Slim 79']],
  ['woo-item-number.csv', ['3001 2025-03-01 Ann Ray delivered 163: 1 Campus Slim 79, 1 Nomad Full 79']],
  [
    'woo-part-refund-zero-line.csv',
    ['3003 2025-03-01 Ann Ray delivered 158 -79: 1 Campus Slim 79, 1 Nomad Full 79 refunded'],
  ],
  ['etsy-items.csv', ['3174829104 2025-03-01 Ann Ray processing 84: 1 Campus backpack, 15" laptop 79']],
])('%s is read', async (name, orders) => {
  const parsed = parseTestSheet(await readSheetFile(name), null)
  expect({ errors: parsed.errors, notes: parsed.notes, orders: linesOf(parsed) }).toEqual({
    errors: [],
    notes: [],
    orders,
  })
})

test.each([
  [
    'Ship To Street 1,Ship To Street 2,Ship To City,Ship To State/Province,Ship To Postal Code',
    '1 Main St,,Boston,MA,2108',
  ],
  ['Delivery Address Line 1,Delivery City,Delivery State,Delivery ZIP', '1 Main St,Boston,Massachusetts,02108'],
  ['Recipient Street Address,Recipient City,Recipient Province,Zip/Postal Code', '1 Main St,Boston,US-MA,02108-'],
  [
    'Shipping Address City,Shipping Address State,Shipping Address Zip,Shipping Address Line 1',
    'Boston,MA,02108,1 Main St',
  ],
])('an address in the columns %s is taken', (headers, cells) => {
  const text = `Order #,Order Date,Customer Name,Item Name,Qty.,Unit Price,${headers}\n1,10/1/2025,Ann Ray,Campus,1,79,${cells}`
  const { entries, errors } = parseTestSheet(text, null)
  expect({ entries: [...entries], errors }).toMatchObject({
    errors: [],
    entries: [{ order: { address1: '1 Main St', city: 'Boston', state: 'MA', zip: '02108' } }],
  })
})

test.each(['(5.00)', '-5.00', '−5.00', '-$5.00', '$-5.00', '($5.00)'])(
  'a discount may be written as %s',
  (discount) => {
    const text = `Order #,Date,Customer Name,Item,Qty,Price,Discount Amount,Total\n1,10/1/2025,Ann Ray,Campus,1,79,${discount},74`
    const { entries, errors, notes } = parseTestSheet(text, null)
    expect({ entries: [...entries], errors, notes }).toMatchObject({
      errors: [],
      notes: [],
      entries: [{ order: { total_cents: 7400 } }],
    })
  },
)

const REST = 'The difference is stored as “Not itemized”.'

describe('a column that is called Total', () => {
  const parse = (columns: string, ...rows: string[]) => {
    const lines = [`Order #,Date,Customer Name,${columns}`, ...rows.map((row) => `1,10/1/2025,Ann Ray,${row}`)]
    const { entries, errors, notes } = parseTestSheet(lines.join('\n'), null)
    return { totals: [...entries].map(({ order }) => order.total_cents), errors, notes }
  }

  test.each(['Total', 'Total paid', 'Amount paid'])('is what the order comes to: %s', (total) => {
    expect(parse(`Item,Qty,Price,${total}`, 'Campus,1,79,89')).toEqual({
      totals: [8900],
      errors: [],
      notes: [
        { row: 2, message: `Order 1: The items, delivery and tax add up to $79.00, but the total is $89.00. ${REST}` },
      ],
    })
    const message = 'is $70.00, but the items, delivery and tax add up to $79.00'
    expect(parse(`Item,Qty,Price,${total}`, 'Campus,1,79,70').errors).toEqual([
      { row: 2, field: 'order_total', message },
    ])
  })

  test('is ignored where it is price times quantity in each row', () => {
    const all = parse('Item,Qty,Price,Shipping,Total', 'Campus,1,79,5,79', 'Pouch,2,10,5,20')
    expect(all).toEqual({ totals: [9900], errors: [], notes: [] })
  })
})

test('an amount is no quantity', () => {
  const text = 'Order #,Date,Customer Name,Item,Price,Amount\n1,10/1/2025,Ann Ray,Campus,79,79'
  expect(parseTestSheet(text, null).errors).toMatchObject([{ field: 'quantity' }])
})

test.each([
  [
    'shopify-no-email-pos.csv',
    ['1001 2025-03-01 fair delivered 163: 1 Campus Slim Backpack, Blue 79, 1 Not itemized 79'],
    [`Order 1001: The items, delivery and tax add up to $84.00, but the total is $163.00. ${REST}`],
  ],
  [
    'shopify-payments-row.csv',
    ['1001 2025-03-01 Bob Ray shipped 163: 1 Campus Slim Backpack, Blue 79, 1 Not itemized 79'],
    [`Order 1001: The items, delivery and tax add up to $84.00, but the total is $163.00. ${REST}`],
  ],
  [
    'shopify-tip.csv',
    ['1001 2025-03-01 Bob Ray shipped 163: 1 Campus Slim Backpack, Blue 79, 1 Tip 3.5, 1 Not itemized 75.5'],
    [`Order 1001: The items, delivery and tax add up to $87.50, but the total is $163.00. ${REST}`],
  ],
  [
    'woo-statuses.csv',
    ['3008 2025-03-01 Ann Ray cancelled 79: 1 Campus Slim 79'],
    [
      'Order 3005 is left out: it is marked “On hold”, but imported orders count as paid.',
      'Order 3006 is left out: it is marked “Pending payment”, but imported orders count as paid.',
      'Order 3007 is left out: it is marked “Failed”, but imported orders count as paid.',
    ],
  ],
])('of %s is told what is stored otherwise, or not', async (name, orders, notes) => {
  const parsed = parseTestSheet(await readSheetFile(name), null, null)
  expect(parsed.errors).toEqual([])
  expect(linesOf(parsed)).toEqual(orders)
  expect(parsed.notes.map(({ message }) => message)).toEqual(notes)
})

test.each(['Financial Status', 'Payment Status', 'payment_state', 'Payment status'])(
  'an order whose column %s says that it is unpaid is left out',
  (column) => {
    const row = (paid: string) => `Order,Date,Name,Item,Price,Qty,${column}\n1,10/1/2025,Ann Ray,Campus,79,1,${paid}`
    expect([...parseTestSheet(row('Unpaid'), null).entries]).toEqual([])
    expect([...parseTestSheet(row('Paid'), null).entries]).toHaveLength(1)
  },
)

test('an order whose column Paid says no, or whose column Payment says that it is pending, is left out', () => {
  const count = (column: string, cell: string) =>
    [
      ...parseTestSheet(`Order,Date,Name,Item,Price,Qty,${column}\n1,10/1/2025,Ann Ray,Campus,79,1,${cell}`, null)
        .entries,
    ].length
  expect(['No', 'false', 'N', 'Not yet'].map((cell) => count('Paid', cell))).toEqual([0, 0, 0, 0])
  expect(['Yes', 'TRUE', '10/2/2025', '$79.00'].map((cell) => count('Paid', cell))).toEqual([1, 1, 1, 1])
  expect(['Pending', 'PayPal', 'Check'].map((cell) => count('Payment', cell))).toEqual([0, 1, 1])
})

test('a sale without a name counts as delivered, unless the file says otherwise', () => {
  const read = (status: string) =>
    linesOf(parseTestSheet(`Order,Date,Name,Status,Item,Price,Qty\n1,10/1/2025,,${status},Campus,79,1`, null))
  const order = (status: string) => [`1 2025-10-01 fair ${status} 79: 1 Campus 79`]
  expect([read(''), read('Fulfilled'), read('Processing'), read('Cancelled')]).toEqual(
    ['delivered', 'delivered', 'processing', 'cancelled'].map(order),
  )
})

test('the columns of Wix are known', () => {
  const header =
    'Order number,Date created,Contact email,Item,Qty,Price,Recipient name,Delivery country,Delivery state,Delivery city,Delivery address,Delivery zip/postal code,Shipping rate,Total tax,Total,Currency,Refunded amount,Payment status,Fulfillment status'
  const row =
    '10001,"Mar 1, 2025",ann@x.example,Campus,1,79,Ann Ray,United States,Massachusetts,Boston,1 Main,2108,5,4.94,88.94,USD,0,Paid,Fulfilled'
  const parsed = parseTestSheet(`${header}\n${row}`, null)
  expect([parsed.errors, linesOf(parsed)]).toEqual([[], ['10001 2025-03-01 Ann Ray shipped 88.94: 1 Campus 79']])
})

test('an unpaid order is not delivered by a status for all', async () => {
  const { entries } = parseTestSheet(await readSheetFile('woo-statuses.csv'), null, 'delivered')
  expect(Array.from(entries, ({ order: { order_id, order_status } }) => [order_id, order_status])).toEqual([
    ['3008', 'cancelled'],
  ])
})

test.each([
  ['o-ambiguous-eu-date.csv', ['2 price: must be dollars such as 79 or 79.50']],
  ['o-bigid.csv', ['2 order_id: must be digits only, at most 18, such as 1001 or #1001']],
  [
    'o-excel-id.csv',
    [
      '2 order_id: must be digits only, at most 18, such as 1001 or #1001',
      '3 order_id: must be digits only, at most 18, such as 1001 or #1001',
    ],
  ],
  ['o-dos-cp437.csv', ['2 first_name: has letters that cannot be read; save the sheet as "CSV UTF-8"']],
  ['o-money.csv', ['6 price: must be dollars such as 79 or 79.50']],
  ['square-items.csv', ['1 order_id: has no column', '1 price: has no column']],
  ['shopify-canada.csv', ['1 : the file has no order to import. Order 1001 is left out: its amounts are in CAD.']],
  [
    'shopify-pending.csv',
    [
      '1 : the file has no order to import. Order 1001 is left out: it is marked “pending”, but imported orders count as paid.',
    ],
  ],
  [
    'woo-statuses-own.csv',
    [
      '1 : the file has no order to import. Order 3005 is left out: it is marked “On hold”, but imported orders count as paid.',
    ],
  ],
])('what is wrong in %s is named, and nothing is read', async (name, errors) => {
  const parsed = parseTestSheet(await readSheetFile(name), null)
  expect([...parsed.entries]).toEqual([])
  expect(parsed.errors.map(({ row, field, message }) => `${row} ${field}: ${message}`)).toEqual(errors)
})

const WOO =
  'Order Number,Order Status,Order Date,First Name (Billing),Last Name (Billing),Email (Billing),Cart Discount Amount,Order Shipping Amount,Order Refund Amount,TOTAL,Order Total Tax Amount,Item #,Item Name,Quantity (- Refund),Item Cost,Coupon Code,Discount Amount'
const woo = (total: string, ...rows: string[]) =>
  parseTestSheet(
    [
      WOO.replace('TOTAL', total),
      ...rows.map((row, index) => {
        const [money, item, coupon = ','] = row.split(' | ')
        return `4001,Completed,2025-03-01 10:22,Ann,Ray,ann@x.example,${money},${index + 1},${item},${coupon}`
      }),
    ].join('\n'),
    null,
  )

test.each([
  [
    'a coupon that the prices are without already',
    woo('Order Total Amount', '15.80,0,,142.20,0 | Campus,1,71.10 | TEN,15.80', '15.80,0,,142.20,0 | Nomad,1,71.10'),
    '142.2: 1 Campus 71.1, 1 Nomad 71.1',
  ],
  [
    'a coupon that the prices are with',
    woo('Order Total Amount', '15.80,0,,142.20,0 | Campus,1,79 | TEN,15.80', '15.80,0,,142.20,0 | Nomad,1,79'),
    '142.2: 1 Campus 71.1, 1 Nomad 71.1',
  ],
  [
    'a refund of one of two pieces',
    woo('Order Total Amount', '0,5,-79.00,163,0 | Campus,1,79'),
    '163 -79: 1 Campus 79, 1 Campus 79 refunded',
  ],
  [
    'a coupon and a refund',
    woo('Order Total Amount', '15.80,0,71.10,142.20,0 | Campus,1,79', '15.80,0,71.10,142.20,0 | Nomad,0,79'),
    '142.2 -71.1: 1 Campus 71.1, 1 Nomad 71.1 refunded',
  ],
  [
    'a total that is without the refund',
    woo('Order Total Amount (- Refund)', '0,0,79,79,0 | Campus,1,79', '0,0,79,79,0 | Nomad,0,79'),
    '158 -79: 1 Campus 79, 1 Nomad 79 refunded',
  ],
  [
    'a total that is without the refund, under the name of the whole',
    woo('Order Total Amount', '0,0,79,79,0 | Campus,1,79', '0,0,79,79,0 | Nomad,0,79'),
    '158 -79: 1 Campus 79, 1 Nomad 79 refunded',
  ],
  [
    'a refund of all, from the total too',
    woo('Order Total Amount', '0,5,163,0,0 | Campus,0,79', '0,5,163,0,0 | Nomad,0,79'),
    'refunded 163 -163: 1 Campus 79 refunded, 1 Nomad 79 refunded',
  ],
  [
    'a refund that is none of the items',
    woo('Order Total Amount', '0,0,20,158,0 | Campus,2,79'),
    '158 -20: 2 Campus 79',
  ],
  [
    'a refund with its tax',
    woo('Order Total Amount', '0,0,85.50,171,13 | Campus,1,79', '0,0,85.50,171,13 | Nomad,0,0'),
    '171 -85.5: 1 Campus 79, 1 Campus 79 refunded',
  ],
])('an order with %s comes to the total of its file', (_what, parsed, expected) => {
  expect([parsed.errors, parsed.notes]).toEqual([[], []])
  expect(linesOf(parsed)).toEqual([
    `4001 2025-03-01 Ann Ray ${expected.startsWith('refunded') ? '' : 'delivered '}${expected}`,
  ])
})

test('a total that the items are more than is named', () => {
  expect(woo('Order Total Amount', '10,5,,100,0 | Campus,2,79').errors).toEqual([
    {
      row: 2,
      field: 'order_total',
      message: 'is $100.00, but the items, delivery and tax add up to $163.00, without the discount of $10.00',
    },
  ])
})

test("Etsy's discounts are those of each item", () => {
  const header =
    'Sale Date,Item Name,Buyer,Quantity,Price,Discount Amount,Order Shipping,Order Sales Tax,Currency,Ship Name,Order ID,SKU'
  const rows = [
    '10/01/25,Campus,ann,1,79.00,7.90,5,0,USD,Ann Ray,31,S1',
    '10/01/25,Nomad,ann,2,50.00,10.00,5,0,USD,Ann Ray,31,S2',
  ]
  expect(linesOf(parseTestSheet([header, ...rows].join('\n'), null))).toEqual([
    '31 2025-10-01 Ann Ray processing 166.1: 1 Campus 71.1, 2 Nomad 45',
  ])
})

test.each([
  ['Discount', 'Refund'],
  ['Total discount', 'Amount refunded'],
  ['Order discount', 'Refund amount'],
  ['Discount total', 'Total refunded'],
])('what was taken off and refunded is read from columns named %s and %s', (discount, refund) => {
  const header = `Order,Date,Name,Item,Unit price,Quantity,${discount},Shipping,Tax,${refund}`
  expect(linesOf(parseTestSheet(`${header}\n61,2025-10-01,Ann Ray,Campus,79,2,10,5,13.36,50`, null))).toEqual([
    '61 2025-10-01 Ann Ray processing 166.36 -50: 2 Campus 74',
  ])
})

const withDays = (order_date: string, cancelled_at = '') =>
  parseTestSheet(
    [
      'order_id,order_date,cancelled_at,first_name,last_name,product_name,price,quantity',
      '51,2025-10-01,,Ann,Ray,Campus,79,1',
      `52,${order_date},${cancelled_at},Bea,Ray,Campus,79,1`,
    ].join('\n'),
    null,
  )

test('a day that is still to come is named by its row', () => {
  const message = 'is in the future; please check the year'
  expect(withDays('10/01/2062').errors).toEqual([{ row: 3, field: 'order_date', message }])
  expect(withDays('2025-10-01', '2062-10-02').errors).toEqual([{ row: 3, field: 'cancelled_at', message }])
  expect(withDays('soon').errors).toHaveLength(1)
  const today = new Date().toISOString().slice(0, 10)
  expect(withDays(today, today).errors).toEqual([])
})

test('an address in one cell whose ZIP code is of another state is asked about', () => {
  const parsed = (address: string, country = '') =>
    parseTestSheet(
      [
        'order_id,order_date,first_name,last_name,product_name,price,quantity,delivery_address,delivery_country',
        `53,2025-10-01,Ann,Ray,Campus,79,1,"${address}",${country}`,
      ].join('\n'),
      null,
    )
  const { questions, errors, entries } = parsed('12 Main St, Boston, MA 97201')
  expect([errors, questions]).toEqual([
    [],
    [
      {
        row: 2,
        field: 'delivery_address',
        message: 'ends in 97201, and that is a ZIP code in Oregon, not Massachusetts',
      },
    ],
  ])
  expect([...entries]).toHaveLength(1)
  expect(parsed('12 Main St, Boston, MA 02108').questions).toEqual([])
  expect(parsed('12 Main St, Boston, MA 97201', 'Italy').questions).toEqual([])
})

test('each order is passed on before the rows of the next are parsed, and none after an error', () => {
  const rowOf = (id: string, price: string) => `${id},2025-10-01,Ann,Ray,Campus,${price},1`
  const header = 'order_id,order_date,first_name,last_name,product_name,price,quantity'
  const text = [
    header,
    rowOf('1', '79'),
    rowOf('2', '79'),
    rowOf('1', '20'),
    rowOf('3', 'dear'),
    rowOf('4', '79'),
  ].join('\n')
  const taken: string[] = []
  const take = ({ order }: ImportEntry) => taken.push(`${order.order_id}: ${order.items.length}`)
  expect(parseOrdersSheet(text, { columns: null, status: null, zone: 'UTC' }, take).errorCount).toBe(1)
  expect(taken).toEqual(['1: 2', '2: 1'])
})
