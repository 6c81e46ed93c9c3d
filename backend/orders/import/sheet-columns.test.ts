import { expect, test } from 'vitest'
import { parseTestSheet } from '../../testing/orders/order-sheets.ts'
import { recognizeColumns, toSheet } from './sheet-columns.ts'

/** A table with one row an order, whose columns and cells are named together. */
function tableOf(...orders: Readonly<Record<string, string>>[]): string {
  const names = Object.keys(orders[0] ?? {})
  const lineOf = (cells: readonly string[]) => cells.map((cell) => `"${cell}"`).join(',')
  return [lineOf(names), ...orders.map((order) => lineOf(names.map((name) => order[name] ?? '')))].join('\n')
}

function read(text: string) {
  const { entries, errors, notes } = parseTestSheet(text, null)
  const orders = Array.from(entries, ({ order }) => {
    const { order_id, order_date, first_name, last_name, email, phone, city, region, zip } = order
    const goods = order.items.map(
      ({ quantity, product_name, price_cents }) => `${quantity} ${product_name} ${price_cents}`,
    )
    const charged = order.total_cents + order.delivery_cents + order.tax_cents
    return [order_id, order_date, first_name, last_name, email, phone, city, region, zip, charged, ...goods].join(' | ')
  })
  const problems = errors.map(({ row, field, message }) => `${row} ${field}: ${message}`)
  return { orders, problems, notes: notes.map(({ row, message }) => `${row}: ${message}`) }
}

const ETSY = {
  ...{ 'Sale Date': '03/01/25', 'Item Name': 'Campus backpack', Buyer: 'ann', Quantity: '1', Price: '79.00' },
  ...{ 'Coupon Code': 'FREESHIP', 'Coupon Details': 'free shipping', 'Discount Amount': '0.00' },
  ...{ 'Shipping Discount': '5.00', 'Order Shipping': '5.00', 'Order Sales Tax': '1.50', 'Item Total': '79.00' },
  ...{ Currency: 'USD', 'Transaction ID': '111', 'Ship Name': 'Ann Ray', 'Ship City': 'Portland', 'Ship State': 'OR' },
  ...{ 'Ship Address1': '1 Main St', 'Ship Zipcode': '97201', 'Ship Country': 'United States' },
  ...{ 'Order ID': '3174829104', 'InPerson Discount': '' },
}
const ANN = '2025-03-01 | Ann | Ray |  |  | Portland | OR | 97201'

test('a discount on delivery is taken off what delivery costs, and never more', () => {
  expect(read(tableOf(ETSY)).orders).toEqual([`3174829104 | ${ANN} | 8050 | 1 Campus backpack 7900`])
  expect(read(tableOf({ ...ETSY, 'Shipping Discount': '-2.00' })).orders).toEqual([
    `3174829104 | ${ANN} | 8350 | 1 Campus backpack 7900`,
  ])
  for (const [cost, charged] of [
    ['5.00', 8550],
    ['0.00', 8050],
    ['', 8050],
  ] as const) {
    expect(read(tableOf({ ...ETSY, 'Order Shipping': cost, 'Shipping Discount': '5.01' }))).toEqual({
      orders: [`3174829104 | ${ANN} | ${charged} | 1 Campus backpack 7900`],
      problems: [],
      notes: ['2: Order 3174829104: The delivery discount of $5.01 is more than delivery costs, and isn’t taken off.'],
    })
  }
})

test('a discount on delivery that is not the same in all rows of an order is a part of it for each item', () => {
  const rows = ['2.00', '0.00', '1.00'].map((off) => ({ ...ETSY, 'Shipping Discount': off }))
  expect(read(tableOf(...rows))).toMatchObject({
    orders: [expect.stringContaining('| 24050 | 1 Campus backpack 7900 |')],
    problems: [],
  })
})

test('an amount that changes what was charged, and has no place of its own, is named with its row', () => {
  expect(read(tableOf({ ...ETSY, 'InPerson Discount': '4.00', 'Coupon Code': '10' })).notes).toEqual([
    '2: “InPerson Discount” of $4.00 isn’t counted.',
  ])
  const total = { ...ETSY, 'Order Total': '76.50', 'Gift Card Amount': '4.00' }
  expect(read(tableOf(total))).toMatchObject({
    notes: [],
    problems: [expect.stringMatching(/^2 order_total: is \$76.50, but/)],
  })
})

test('a column that is there twice is named', () => {
  const text = tableOf(ETSY).replace('"Item Total"', '"Quantity"')
  expect(read(text).notes).toEqual(['1: “Quantity” is a column twice. Only one of them is read.'])
})

const ITEM = (id: string, name: string, price: string, qty = '1') =>
  `Product ID: ${id}, Product Qty: ${qty}, Product SKU: , Product Name: ${name}, Product Weight: 1.2, Product Variation Details: , Product Unit Price: ${price}, Product Total Price: 1`
const BIGCOMMERCE = {
  ...{ 'Order ID': '118', 'Customer ID': '3', 'Customer Name': 'Ann Ray', 'Customer Email': 'ann@x.example' },
  ...{ 'Customer Phone': '5105550142', 'Order Date': '03/01/2025', 'Order Status': 'Completed' },
  ...{ 'Subtotal (inc tax)': '187.00', 'Tax Total': '9.48', 'Shipping Cost (inc tax)': '5.30' },
  ...{ 'Shipping Cost (ex tax)': '5.00', 'Refund Amount': '0.00', 'Order Total (inc tax)': '201.48' },
  ...{ 'Order Currency Code': 'USD', 'Shipping Street 1': '1 Main St', 'Shipping Street 2': '' },
  ...{ 'Shipping Suburb': 'Portland', 'Shipping State': 'Oregon', 'Shipping State Abbreviation': 'OR' },
  ...{ 'Shipping Zip': '97201', 'Shipping Country': 'United States' },
}
const BUYER = '118 | 2025-03-01 | Ann | Ray | ann@x.example | 5105550142 | Portland | OR | 97201'

test('BigCommerce: items in one cell, or in rows of their own', () => {
  const details = `${ITEM('77', 'Campus Slim, Blue', '79.00', '2')}|${ITEM('78', 'Sling', '29.00')}`
  const orders = [`${BUYER} | 20148 | 2 Campus Slim, Blue 7900 | 1 Sling 2900`]
  expect(read(tableOf({ ...BIGCOMMERCE, 'Product Details': details }))).toEqual({ orders, problems: [], notes: [] })
  const rowOf = (id: string, name: string, price: string, qty: string) => ({
    ...BIGCOMMERCE,
    ...{ 'Product ID': id, 'Product Qty': qty, 'Product Name': name, 'Product Unit Price': price },
  })
  const rows = [rowOf('77', 'Campus Slim, Blue', '79.00', '2'), rowOf('78', 'Sling', '29.00', '1')]
  expect(read(tableOf(...rows))).toEqual({ orders, problems: [], notes: [] })
})

test('BigCommerce: the state is read by its name where no column has its letters', () => {
  const { 'Shipping State Abbreviation': _, ...others } = BIGCOMMERCE
  const items = { 'Product Details': ITEM('77', 'Campus', '187.00') }
  expect(read(tableOf({ ...others, ...items })).orders).toEqual([`${BUYER} | 20148 | 1 Campus 18700`])
})

test('BigCommerce: a coupon that is only words is told by the total, and an empty cell by its row', () => {
  const coupon = { ...BIGCOMMERCE, 'Coupon Details': 'Coupon Code: SPRING', 'Order Total (inc tax)': '83.48' }
  expect(read(tableOf({ ...coupon, 'Product Details': ITEM('77', 'Campus', '79.00') })).problems).toEqual([
    '2 order_total: is $83.48, but the items, delivery and tax add up to $93.48',
  ])
  expect(read(tableOf({ ...BIGCOMMERCE, 'Product Details': '' })).problems).toEqual([
    '2 product_name: is missing',
    '2 price: is missing',
    '2 quantity: is missing',
  ])
})

const MAGENTO = {
  ...{ increment_id: '000000042', created_at: '2025-03-01 10:22:33', status: 'complete', grand_total: '81.0000' },
  ...{ discount_amount: '-3.0000', shipping_amount: '5.0000', tax_amount: '0.0000', total_refunded: '' },
  ...{ customer_id: '3', customer_email: 'ann@x.example', customer_firstname: 'Ann', customer_lastname: 'Ray' },
  ...{ shipping_street: '1 Main St', shipping_city: 'Portland', shipping_region: 'Oregon', sku: 'CS-B' },
  ...{ shipping_postcode: '97201', shipping_country_id: 'US', shipping_telephone: '5105550142' },
  ...{ name: 'Campus Slim', qty_ordered: '1.0000', price: '79.0000' },
}

test('Magento: the names of its tables and those of its export extensions', () => {
  expect(read(tableOf(MAGENTO)).orders).toEqual([`${BUYER.replace('118', '000000042')} | 8100 | 1 Campus Slim 7600`])
  const shown = {
    ...{ 'Order #': '42', 'Purchased On': 'Mar 1, 2025 10:22:33 AM', 'Order Status': 'Complete' },
    ...{ 'Customer Email': 'ann@x.example', 'Bill to First Name': 'Ann', 'Bill to Last Name': 'Ray' },
    ...{ 'Item Name': 'Campus Slim', 'Item Price': '$79.00', 'Item Qty Ordered': '1', 'Order Tax': '$0.00' },
    ...{ 'Order Shipping': '$5.00', 'Order Discount': '$0.00', 'Order Grand Total': '$84.00' },
  }
  expect(read(tableOf(shown)).orders).toEqual([
    '42 | 2025-03-01 | Ann | Ray | ann@x.example |  |  |  |  | 8400 | 1 Campus Slim 7900',
  ])
})

test('Magento: a discount on delivery is in the discount, and is taken off once', () => {
  const { grand_total: _, ...order } = { ...MAGENTO, shipping_discount_amount: '2.0000' }
  expect(read(tableOf(order))).toMatchObject({
    orders: [`${BUYER.replace('118', '000000042')} | 8100 | 1 Campus Slim 7600`],
    notes: [],
  })
})

test('a column "Region" is the state only where it has states', () => {
  const { 'Ship State': _, ...sale } = ETSY
  expect(read(tableOf({ ...sale, Region: 'OR' })).orders).toEqual([expect.stringContaining('Portland | OR')])
  expect(read(tableOf({ ...sale, Region: 'West' }))).toMatchObject({
    orders: [expect.stringContaining('Portland |  | 97201')],
    problems: [],
  })
})

test('Magento: its list of orders has no items, and says so once', () => {
  const list = {
    ...{ ID: '000000042', 'Purchase Point': 'Main', 'Purchase Date': '2025-03-01 10:22:33', 'Bill-to Name': 'Ann Ray' },
    ...{ 'Grand Total (Purchased)': '84.0000', Status: 'Complete', 'Customer Email': 'ann@x.example' },
  }
  expect(read(tableOf(list)).problems).toEqual([
    '1 : product name, unit price and quantity have no column; please export a file with one row per item',
  ])
})

test('Square and Wix: the email and the telephone number of the recipient are read', () => {
  const square = {
    ...{ Order: '#1042', 'Order Date': '2025/03/01', Currency: 'USD', 'Order Shipping Price': '5.00' },
    ...{ 'Order Tax Total': '0.00', 'Order Total': '84.00', 'Fulfillment Status': 'Shipped' },
    ...{ 'Recipient Name': 'Ann Ray', 'Recipient Email': 'ann@x.example', 'Recipient Phone': '5105550142' },
    ...{ 'Recipient Address': '1 Main St', 'Recipient City': 'Portland', 'Recipient Region': 'OR' },
    ...{ 'Recipient Postal Code': '97201', 'Item Quantity': '1', 'Item Name': 'Campus Slim', 'Item Price': '79.00' },
  }
  expect(read(tableOf(square)).orders).toEqual([`${BUYER.replace('118', '1042')} | 8400 | 1 Campus Slim 7900`])
  const wix = {
    ...{ 'Order number': '10042', 'Date created': 'Mar 1, 2025', 'Contact email': 'ann@x.example' },
    ...{ Item: 'Campus Slim', Qty: '1', Price: '79', 'Recipient name': 'Ann Ray', Total: '79' },
  }
  expect(read(tableOf(wix)).orders).toEqual([
    '10042 | 2025-03-01 | Ann | Ray | ann@x.example |  |  |  |  | 7900 | 1 Campus Slim 7900',
  ])
})

test('a name of its own wins over another one of the same field, and a last name over a whole one', () => {
  const columns = (...headers: string[]) => recognizeColumns({ headers, rows: [] })
  expect(columns('Date', 'Order Date').order_date).toBe(1)
  expect(columns('Order Date', 'Date').order_date).toBe(0)
  expect(columns('Name', 'Last Name')).toEqual({ last_name: 1 })
  expect(columns('Ship To Street 1', 'Ship To Street 2', 'Ship To City')).toEqual({
    ...{ delivery_address: 0, delivery_address_2: 1, delivery_city: 2 },
  })
})

test('two columns of a name, and one that is chosen for two fields, are named', () => {
  const table = { headers: ['price', 'price', ''], rows: [], problems: [] }
  expect(toSheet(table, null).errors).toEqual([{ row: 1, field: 'price', message: 'is a column twice' }])
  expect(
    toSheet(table, { price: 2, order_total: 2 }).errors.map(({ field, message }) => `${field} ${message}`),
  ).toEqual([
    'price "Column 3" is chosen for another field as well',
    'order_total "Column 3" is chosen for another field as well',
  ])
})

test.each([
  ['Order Status', 'Void', 'cancelled'],
  ['Order Status', 'Fully Refunded', 'refunded'],
  ['Order Status', 'Dispatched', 'shipped'],
  ['Order Status', 'in_transit', 'shipped'],
  ['Order Status', 'Picked up', 'delivered'],
  ['Payment Status', 'Canceled', 'cancelled'],
  ['Payment Status', 'fully refunded', 'refunded'],
])('an order whose %s is %j is %s', (column, word, status) => {
  const { entries } = parseTestSheet(tableOf({ ...ETSY, [column]: word }), null)
  expect(Array.from(entries, ({ order }) => order.order_status)).toEqual([status])
})
