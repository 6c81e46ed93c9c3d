import { adminOrderImports, IMPORT_STATUSES, type ImportPreview } from '@shop/contract/orders/import'
import { beforeAll, expect, test } from 'vitest'
import { listRefunds } from '../../books/ledger/refunds.repository.ts'
import { findProduct } from '../../catalog/catalog.repository.ts'
import { type AdminVisitor, signInAs } from '../../testing/admin-visitor.ts'
import { readSheetFile } from '../../testing/files/sheets.ts'
import { sharedTestShop } from '../../testing/test-hooks.ts'
import { findOrder } from '../orders.repository.ts'

const SHOPIFY = [
  'Name,Email,Financial Status,Fulfillment Status,Currency,Subtotal,Shipping,Taxes,Total,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Billing Name,Shipping Name,Shipping Street,Shipping Address1,Shipping Address2,Shipping City,Shipping Zip,Shipping Province,Shipping Country,Shipping Phone',
  '#1001,ada@shopper.example,paid,fulfilled,USD,1264.00,$5.99,111.86,1381.85,2025-05-14 22:10:31 -0700,1,"NAME","1,132.00",SKU-1,Ada Byron,Ada King Byron,"12 Main St, Floor 3",12 Main St,Floor 3,Oakland,\'94601,CA,US,+1 510-555-0142',
  '#1001,ada@shopper.example,,,,,,,,2025-05-14 22:10:31 -0700,2,Engraving by hand,$66.00,,,,,,,,,,,',
].join('\n')

const WOOCOMMERCE = [
  'Order Number,Order Status,Order Date,First Name (Billing),Last Name (Billing),Email (Billing),Phone (Billing),First Name (Shipping),Address 1&2 (Shipping),City (Shipping),State Code (Shipping),Postcode (Shipping),Country Code (Shipping),Order Shipping Amount,Order Total Tax Amount,SKU,Item Name,Quantity (- Refund),Item Cost',
  '2001,Completed,2025-06-01 09:30,Grace,Hopper,grace@shopper.example,510 555 0143,Grace,7 Elm St,Portland,OR,97201,US,6,0,W-1,Something else,1,94.00',
].join('\n')

const GENERIC = 'Order no.,Date,First name,Last name,E-mail,Product,Price,Qty'

const shop = sharedTestShop('sqlite')
let helper: AdminVisitor
let name: string
beforeAll(async () => {
  helper = await signInAs(shop, 'helper')
  name = (await findProduct(shop.store.database, '101'))?.product_name ?? ''
})

const preview = async (text: string, values: Record<string, unknown> = {}) =>
  (await helper.call(adminOrderImports.previewOrdersImport, { text, columns: null, ...values })).json<ImportPreview>()
const importAll = async (text: string, status: string | null = null) => {
  const { columns, problems } = await preview(text)
  expect(problems).toEqual([])
  expect((await helper.call(adminOrderImports.importOrders, { text, columns, status })).statusCode).toBe(200)
}
const find = (orderId: string) => findOrder(shop.store.database, orderId)

test("Shopify's columns are recognized, with date and time, products by their names and one full name", async () => {
  await importAll(SHOPIFY.replace('NAME', name.replace(/ (\w+)$/, ' - $1')))
  expect(await find('1001')).toMatchObject({
    order_date: '2025-05-14',
    first_name: 'Ada King',
    last_name: 'Byron',
    phone: '+1 510-555-0142',
    state: 'CA',
    order_status: 'shipped',
    ...{ address1: '12 Main St', address2: 'Floor 3', city: 'Oakland', region: 'CA', zip: '94601', country: 'US' },
    delivery_cents: 599,
    tax_cents: 11_186,
    total_cents: 113_200 + 2 * 6600,
    items: [
      { product_id: '101', price_cents: 113_200, quantity: 1, image_file: expect.any(String) },
      { product_id: 'Engraving by hand', product_name: 'Engraving by hand', price_cents: 6600, image_file: null },
    ],
  })
})

test.each(['delivered', null])(
  'what Shopify says was cancelled or refunded is that, with %s said of all',
  async (all) => {
    const number = (last: number) => `34${all === null ? 0 : 1}00${last}`
    const header =
      'Name,Created at,Lineitem name,Lineitem price,Lineitem quantity,Shipping Name,Fulfillment Status,Taxes,Total,Financial Status,Cancelled at,Refunded Amount'
    const order = (last: number, cells: string) =>
      `#${number(last)},2025-05-14 22:10:31 -0700,Bag,94.00,1,Ada Byron,${cells}\n#${number(last)},,Leash,6.00,1,,,,,,,`
    const rows = [
      order(1, 'unfulfilled,8.00,108.00,voided,2025-05-15 08:00:00 -0700,0.00'),
      order(2, 'fulfilled,8.00,108.00,refunded,,108.00'),
      order(3, 'fulfilled,8.00,108.00,partially_refunded,,6.00'),
      order(4, 'fulfilled,8.00,108.00,paid,2025-05-16 08:00:00 -0700,0.00'),
      order(5, 'fulfilled,8.00,108.00,refunded,,'),
    ]
    await importAll([header, ...rows].join('\n'), all)
    const statuses = await Promise.all([1, 2, 3, 4, 5].map(async (last) => (await find(number(last)))?.order_status))
    expect(statuses).toEqual(['cancelled', 'refunded', all ?? 'shipped', 'cancelled', 'refunded'])
    expect(await listRefunds(shop.store.database, number(2))).toMatchObject([{ amount_cents: 10_800 }])
    expect(await listRefunds(shop.store.database, number(5)), 'the whole').toMatchObject([{ amount_cents: 10_800 }])
    expect(await listRefunds(shop.store.database, number(3))).toMatchObject([
      { refund_id: `${number(3)}-R1`, amount_cents: 600, refunded_at: '2025-05-14T16:00:00.000Z' },
    ])
  },
)

const DISCOUNTED =
  'Name,Created at,Lineitem name,Lineitem price,Lineitem quantity,Shipping Name,Shipping,Taxes,Discount Amount,Total'

test("Shopify's discount is taken off the prices to the cent", async () => {
  const row = '#350001,2025-05-14,Bag,94.00,1,Ada Byron,6.00,8.00,10.00,116.00'
  await importAll(`${DISCOUNTED}\n${row}\n#350001,,Leash,6.00,3,,,,,`)
  expect(await find('350001')).toMatchObject({ total_cents: 10_200, tax_cents: 800, delivery_cents: 600 })
  const items = (await find('350001'))?.items.map(({ price_cents, quantity }) => [price_cents, quantity])
  expect(items).toEqual([
    [8561, 1],
    [547, 1],
    [546, 2],
  ])
})

test("Shopify's discount of a free delivery leaves the prices as they are", async () => {
  await importAll(`${DISCOUNTED}\n#350002,2025-05-14,Bag,94.00,1,Ada Byron,0.00,8.00,6.00,102.00`)
  expect(await find('350002')).toMatchObject({ total_cents: 9400, tax_cents: 800, delivery_cents: 0 })
})

test('a discount or a refund of more than the order is told', async () => {
  const header =
    'Name,Created at,Lineitem name,Lineitem price,Lineitem quantity,Shipping Name,Discount Amount,Refunded Amount'
  const rows = ['#350003,2025-05-14,Bag,94.00,1,Ada Byron,95.00,', '#350004,2025-05-14,Bag,94.00,1,Ada Byron,,95.00']
  const { problems } = await preview([header, ...rows].join('\n'))
  expect(problems).toEqual([
    { row: 2, field: 'discount_amount', message: 'is more than the items cost, $94.00' },
    { row: 3, field: 'refunded_amount', message: 'is more than was paid, $94.00' },
  ])
})

test("WooCommerce's columns are recognized, and what it calls completed is delivered", async () => {
  await importAll(WOOCOMMERCE)
  expect(await find('2001')).toMatchObject({
    order_date: '2025-06-01',
    last_name: 'Hopper',
    phone: '510 555 0143',
    state: 'OR',
    order_status: 'delivered',
    ...{ address1: '7 Elm St', city: 'Portland', region: 'OR', zip: '97201', delivery_address: null },
    delivery_cents: 600,
    items: [{ product_id: 'Something else', price_cents: 9400 }],
  })
})

test('a sale at a till is one of the fair, of no one; what its rows do not explain is told before it is imported', async () => {
  const text = (await readSheetFile('shopify-no-email-pos.csv')).replaceAll('#1001', '#360001')
  expect(await preview(text, { status: 'delivered' })).toMatchObject({
    orders: [{ name: '', channel: 'fair', total_cents: 16_300 }],
    notes: [{ row: 2, message: expect.stringContaining('Order 360001: The items, delivery and tax add up to $84.00') }],
    note_count: 1,
  })
  await importAll(text, 'delivered')
  expect(await find('360001')).toMatchObject({ first_name: '', email: '', channel: 'fair', order_status: 'delivered' })
})

test.each(IMPORT_STATUSES)('all orders are %s where that is said, but for those that are cancelled', async (status) => {
  const number = `31000${IMPORT_STATUSES.indexOf(status)}`
  const row = (last: string, words: string) => `${number}${last},10/31/2025,Ada,Byron,a@b.example,Bag,94,1,${words}`
  const text = [`${GENERIC},Status`, row('1', 'processing'), row('2', 'lost'), row('3', 'cancelled')].join('\n')
  const shown = await preview(text, { status })
  expect(shown.orders.map((order) => order.status)).toEqual([status, status, 'cancelled'])
  await importAll(text, status)
  expect(await find(`${number}1`)).toMatchObject({ order_status: status, imported_status: null })
})

test('a column that is chosen twice is told as that', async () => {
  const { columns } = await preview(`${GENERIC}\n320001,10/31/2025,Ada,Byron,a@b.example,Bag,94,1`)
  const { problems } = await preview(`${GENERIC}\n320001,10/31/2025,Ada,Byron,a@b.example,Bag,94,1`, {
    columns: { ...columns, quantity: columns.price },
  })
  const message = '"Price" is chosen for another field as well'
  expect(problems.slice(0, 2)).toEqual([
    { row: 1, field: 'price', message },
    { row: 1, field: 'quantity', message },
  ])
})

test.each([
  ['State', 'California', 'CA'],
  ['Country', 'USA', null],
])('a lone column %s is no part of an address', async (header, cell, state) => {
  const number = header === 'State' ? '330001' : '330002'
  await importAll(`${GENERIC},${header}\n${number},10/31/2025 14:05,Ada,Byron,,Bag,94,1,${cell}`)
  expect(await find(number)).toMatchObject({ address1: null, country: null, delivery_address: null, state, email: '' })
})
