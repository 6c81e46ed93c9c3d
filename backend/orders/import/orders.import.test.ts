import { setImmediate as afterOtherWork } from 'node:timers/promises'
import { adminAudit } from '@shop/contract/audit/admin'
import { requestPath } from '@shop/contract/http/call'
import { adminOrders } from '@shop/contract/orders/admin'
import { adminOrderImports, type ImportPreview } from '@shop/contract/orders/import'
import { MAX_SHEET_LENGTH } from '@shop/contract/text/sheet-text'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { findProduct } from '../../catalog/catalog.repository.ts'
import { type Database, inTransaction } from '../../platform/database/database.ts'
import { type AdminVisitor, signInAs } from '../../testing/admin-visitor.ts'
import { readSheetFile } from '../../testing/files/sheets.ts'
import { placeOrder } from '../../testing/orders/orders.ts'
import { openTestNode, openTestStore } from '../../testing/servers/engines.ts'
import { sharedTestShop } from '../../testing/test-hooks.ts'
import { labelsCsv } from '../fulfilment/labels-csv.ts'
import { findOrder, insertOrders, newOrderNumber } from '../orders.repository.ts'
import { importOrders } from './orders.import.ts'

const HEADER = 'Order no.\tDate\tFirst name\tSurname\tE-mail\tSKU\tWhat\tUnit price\tQty\tColour'
const rowOf = (id: string, changes: Record<number, string> = {}) =>
  Object.assign(
    [id, '10/31/2025', 'Ada', 'Byron', 'ada@shop.example', '101', 'Campus', '$79.50', '2', 'red'],
    changes,
  ).join('\t')

const shop = sharedTestShop('sqlite')
let helper: AdminVisitor
beforeAll(async () => {
  helper = await signInAs(shop, 'helper')
})

async function preview(text: string, columns: ImportPreview['columns'] | null = null): Promise<ImportPreview> {
  const response = await helper.call(adminOrderImports.previewOrdersImport, { text, columns })
  expect(response.statusCode).toBe(200)
  return response.json()
}
const find = (orderId: string) => findOrder(shop.store.database, orderId)

test('columns are recognized, matched by hand, shown, imported as a whole and removed by one undo', async () => {
  const stock = async () => (await findProduct(shop.store.database, '101'))?.stock_quantity
  const before = await stock()
  const text = [HEADER, rowOf('#410001'), rowOf('#410001', { 5: '107', 8: '1' }), '', rowOf('410002')].join('\r\n')
  const first = await preview(text)
  expect(first.columns).toMatchObject({ order_id: 0, order_date: 1, last_name: 3, product_id: 5, quantity: 8 })
  expect(first.headers[6]).toBe('What')
  expect(first).toMatchObject({
    order_count: 0,
    problem_count: 1,
    problems: [{ row: 1, field: 'product_name', message: 'has no column' }],
  })
  const columns = { ...first.columns, product_name: 6 }
  const matched = await preview(text, columns)
  expect(matched).toMatchObject({ order_count: 2, item_count: 3, problems: [] })
  expect(matched.orders[0]).toEqual({
    order_id: '410001',
    order_date: '2025-10-31',
    name: 'Ada Byron',
    email: 'ada@shop.example',
    status: 'processing',
    channel: 'online',
    delivery_address: null,
    items: ['2 × Campus', '1 × Campus'],
    total_cents: 23_850,
  })
  expect(await find('410001')).toBeNull()
  const done = (await helper.call(adminOrderImports.importOrders, { text, columns })).json()
  expect(done.orders).toBe(2)
  expect(await find('410002')).toMatchObject({ total_cents: 15_900, items: [{ image_file: expect.any(String) }] })
  expect(await stock()).toBe(before)
  expect((await preview(text, columns)).problems).toEqual([
    { row: 2, field: 'order_id', message: 'is already in the shop' },
    { row: 5, field: 'order_id', message: 'is already in the shop' },
  ])
  const undone = await helper.call(adminAudit.undoChange, { id: done.audit_id })
  expect(undone.json()).toEqual({ audit_id: null })
  expect([await find('410001'), await find('410002')]).toEqual([null, null])
})

test.each([
  ['whole in one column', 'Ship to', '"12 Main St\r\nOakland, CA 94601"', '12 Main St\nOakland, CA 94601'],
  [
    'in columns of its parts',
    'Street 1\tStreet 2\tShip City\tShip State\tShip Zipcode\tShip Country',
    '12 Main St\tFloor 3\tOakland\tCA\t94601\tUSA',
    '12 Main St\nFloor 3\nOakland, CA 94601',
  ],
  ['without the parts that are empty', 'Address\tAddress 2\tCity\tZIP', '12 Main St\t\t\t94601', '12 Main St\n94601'],
  ['that is not there', 'Address\tCity', '\t', null],
])('the address of an order is read %s', async (_name, header, cells, address) => {
  const text = `${HEADER.replace('What', 'Product')}\t${header}\n${rowOf('430001')}\t${cells}`
  const { problems, orders } = await preview(text)
  expect([problems, orders[0]?.delivery_address]).toEqual([[], address])
})

test('a ZIP code without its leading zero and the name of a state make the right label; one that can be none is named', async () => {
  const header = `${HEADER.replace('What', 'Product')}\tAddress\tCity\tState\tZIP\tCountry`
  const towns = [
    ['Boston\tMA\t2108\tUS', 'Boston,MA,02108,US'],
    ['Boston\tMassachusetts\t02108\tUS', 'Boston,MA,02108,US'],
    ['Boston\tma\t021081234\t', 'Boston,MA,02108-1234,US'],
    ['Boston\tMA\t02108-1234\tUnited States', 'Boston,MA,02108-1234,US'],
    ['APO\tAE\t9012\tUS', 'APO,AE,09012,US'],
    ['San Juan\tPR\t901\tUS', 'San Juan,PR,00901,US'],
    ['Washington\tDC\t20001\tUS', 'Washington,DC,20001,US'],
    ['Toronto\tON\tM5V 2T6\tCA', 'Toronto,ON,M5V 2T6,CA'],
  ] as const
  const idOf = (index: number) => String(431_000 + index)
  const rows = towns.map(([cells], index) => `${rowOf(idOf(index))}\t1 Main St\t${cells}`)
  const text = [header, ...rows].join('\n')
  const { problems, columns } = await preview(text)
  expect(problems).toEqual([])
  expect((await helper.call(adminOrderImports.importOrders, { text, columns })).statusCode).toBe(200)
  const orders = await Promise.all(towns.map((_, index) => find(idOf(index))))
  expect(orders[0]).toMatchObject({
    address1: '1 Main St',
    city: 'Boston',
    region: 'MA',
    state: 'MA',
    zip: '02108',
    country: 'US',
  })
  const labels = await labelsCsv(
    shop.store.database,
    orders.flatMap((order) => order ?? []),
  )
  expect(
    labels.csv
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',').slice(4, 8).join()),
  ).toEqual(towns.map(([, label]) => label))
  expect(labels.leftOut).toEqual([])
  const problemOf = async (town: string) => {
    const [problem] = (await preview(`${header}\n${rowOf('431099')}\t1 Main St\t${town}`)).problems
    return [problem?.field, problem?.message]
  }
  expect(await problemOf('Boston\tMA\t210\tUS')).toEqual([
    ...['delivery_zip', 'isn’t a ZIP code in this state, such as 02108 or 02108-1234'],
  ])
  expect(await problemOf('Toronto\tON\tM5V 2T6\t')).toEqual([
    'delivery_state',
    '"ON" isn’t a US state; enter other countries in the country column',
  ])
  expect(await problemOf('Atlantis\t\t\tAtlantis')).toEqual(['delivery_country', '"Atlantis" isn’t a country'])
  // A province is no state, whatever its letters.
  expect((await preview(`${header}\n${rowOf('431099')}\t1 Via Roma\tMilano\tMI\t20121\tItaly`)).problems).toEqual([])
})

test('a ZIP code of another state is asked about by its row, and imported once somebody says that it is right', async () => {
  const header = `${HEADER.replace('What', 'Product')}\tAddress\tCity\tState\tZIP`
  const rows = [
    `${rowOf('432001')}\t1 Main St\tSalem\tMA\t01970`,
    `${rowOf('432002')}\t1 State Line Rd\tFryeburg\tME\t03813`,
    `${rowOf('432003')}\t1 Main St\tSalem\tME\t1970`,
  ]
  const text = [header, ...rows].join('\n')
  const { columns, questions, problems, order_count } = await preview(text)
  expect([questions, problems, order_count]).toEqual([
    [
      { row: 3, field: 'delivery_zip', message: '03813 is a ZIP code in New Hampshire, not Maine' },
      { row: 4, field: 'delivery_zip', message: '01970 is a ZIP code in Massachusetts, not Maine' },
    ],
    [],
    3,
  ])
  const send = (right_zips: number[]) => helper.call(adminOrderImports.importOrders, { text, columns, right_zips })
  const refused = await send([3])
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'Row 4: delivery_zip 01970 is a ZIP code in Massachusetts, not Maine. Nothing was imported.',
  ])
  expect(await find('432001')).toBeNull()
  expect((await send([3, 4])).json().orders).toBe(3)
  expect([await find('432002'), await find('432003')]).toMatchObject([
    { state: 'ME', zip: '03813' },
    { state: 'ME', zip: '01970' },
  ])
  // Other mistakes in such an address are reported, too.
  const without = `${header}\n${rowOf('432004')}\t\tFryeburg\tME\t03813`
  expect((await preview(without)).problems).toEqual([
    { row: 2, field: 'delivery_address', message: 'is missing, but other parts of the address are filled in' },
  ])
})

test('if hundreds of ZIP codes are of other states, the question is about the column', async () => {
  const header = `${HEADER.replace('What', 'Product')}\tAddress\tCity\tState\tZIP`
  const rows = Array.from({ length: 501 }, (_, index) => `${rowOf(String(433_001 + index))}\t1 St\tSalem\tME\t01970`)
  const message = '501 ZIP codes don’t belong to their states. Is this the right column?'
  const { problems, questions } = await preview([header, ...rows].join('\n'))
  expect([problems, questions.length]).toEqual([[{ row: 1, field: 'delivery_zip', message }], 500])
})

test('addresses as spreadsheets spoil them make labels, with the country of each', async () => {
  const text = await readSheetFile('o-zip.csv')
  const { columns, problems } = await preview(text)
  expect(problems).toEqual([])
  expect((await helper.call(adminOrderImports.importOrders, { text, columns })).statusCode).toBe(200)
  const orders = await Promise.all(Array.from({ length: 9 }, (_, index) => find(String(700_001 + index))))
  const { csv, leftOut } = await labelsCsv(
    shop.store.database,
    orders.flatMap((order) => order ?? []),
  )
  expect(leftOut).toEqual([])
  const towns = csv.split('\r\n').slice(1, -1)
  expect(towns.map((line) => line.split(',').slice(2, 8).join())).toEqual([
    '1 Main St,,Boston,MA,02108,US',
    '1 Main St,,Boston,MA,02108,US',
    '1 Main St,Apt 2,Boston,MA,02108-1234,US',
    '1 Main St,,Boston,MA,02108,US',
    '1 Main St,,Boston,MA,02108-1234,US',
    '1 Main St,,Toronto,ON,M5V 2T6,CA',
    'PSC 123 Box 4,,APO,AE,09012,US',
    '1 Calle Sol,,San Juan,PR,00901,US',
    '1 Main St,,Washington,DC,20001,US',
  ])
})

test('the address of an imported order is stored; a wrong one is named by its row and column', async () => {
  const header = `${HEADER.replace('What', 'Product')}\tAddress\tCity`
  const imported = `${header}\n${rowOf('430002')}\t12 Main St\tOakland`
  const { columns } = await preview(imported)
  expect((await helper.call(adminOrderImports.importOrders, { text: imported, columns })).statusCode).toBe(200)
  expect(await find('430002')).toMatchObject({ address1: '12 Main St', city: 'Oakland', country: 'US' })
  const problemOf = async (...rows: string[]) => (await preview([header, ...rows].join('\n'))).problems
  expect(await problemOf(`${rowOf('430003')}\t\tOakland`)).toEqual([
    { row: 2, field: 'delivery_address', message: 'is missing, but other parts of the address are filled in' },
  ])
  expect(await problemOf(`${rowOf('430003')}\t${'x'.repeat(801)}\t`)).toEqual([
    { row: 2, field: 'delivery_address', message: 'is too long' },
  ])
  expect(await problemOf(`${rowOf('430003')}\t${'x'.repeat(800)}\tOakland`)).toEqual([
    { row: 2, field: 'delivery_address', message: 'is too long' },
  ])
  const second = rowOf('430003', { 5: '107' })
  expect(await problemOf(`${rowOf('430003')}\t12 Main St\tOakland`, `${second}\t7 Elm St\tOakland`)).toEqual([
    { row: 3, field: 'delivery_address', message: 'is not the same as in row 2 of this order' },
  ])
})

test.each([
  ['is too long for one', `${'x'.repeat(250)}@c.co`],
  ['has no domain', 'ada@'],
])('an email address that %s is named by its row, and nothing is imported', async (_what, email) => {
  const text = `${HEADER.replace('What', 'Product')}\n${rowOf('430009', { 4: email })}`
  const { columns, problems } = await preview(text)
  expect(problems).toEqual([{ row: 2, field: 'email', message: 'must be an email address' }])
  expect((await helper.call(adminOrderImports.importOrders, { text, columns })).statusCode).toBe(409)
  expect(await find('430009')).toBeNull()
})

test('an order is of the channel that its column says, else of the online shop; a word that is none is named by its row', async () => {
  const header = `${HEADER}\tSales channel`
  const withChannel = (id: string, channel: string) => `${rowOf(id)}\t${channel}`
  const sheet = (...rows: string[]) => [header.replace('What', 'Product'), ...rows].join('\n')
  const wrong = await preview(sheet(withChannel('445001', 'Etsy')))
  expect(wrong.problems).toEqual([
    { row: 2, field: 'channel', message: 'must be online, phone, fair, wholesale or empty' },
  ])
  const text = sheet(withChannel('445001', 'Fair'), withChannel('445002', 'by phone'), withChannel('445003', ''))
  const { columns, orders } = await preview(text)
  expect(orders.map(({ channel }) => channel)).toEqual(['fair', 'phone', 'online'])
  await helper.call(adminOrderImports.importOrders, { text, columns })
  expect([await find('445001'), await find('445003')]).toMatchObject([
    { channel: 'fair', payment: null },
    { channel: 'online', payment: null },
  ])
})

test('a row without a name is told by its number, where first and last name are in one column', async () => {
  const { columns } = await preview(HEADER)
  const { first_name: full_name = 2, last_name: _, ...others } = { ...columns, product_name: 6 }
  const text = [HEADER, rowOf('430004'), rowOf('430005', { 2: '', 3: '' })].join('\n')
  expect((await preview(text, { ...others, full_name })).problems).toEqual([
    { row: 3, field: 'full_name', message: 'is missing' },
  ])
})

test('a line of very many commas is refused', async () => {
  expect(await preview('x,'.repeat(400_000))).toMatchObject({
    headers: [],
    problem_count: 1,
    problems: [{ row: 1, message: 'the table has more than 500 columns; leave out those that are not needed' }],
  })
})

test('a body that is no JSON is refused', async () => {
  const response = await shop.app.inject({
    method: 'POST',
    url: adminOrderImports.previewOrdersImport.path,
    headers: {
      host: 'localhost:3000',
      origin: 'http://localhost:3000',
      cookie: [...helper.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'content-type': 'application/json',
    },
    payload: `{"text":${'['.repeat(1_000_000)}`,
  })
  expect(response.statusCode).toBe(400)
})

test('one wrong row imports nothing; the undo leaves an order that was worked on', async () => {
  const header = 'order_id,order_date,first_name,last_name,email,product_id,product_name,price,quantity'
  const good = '420001,2025-10-31,Ada,Byron,ada@shop.example,101,Campus,79,1'
  const columns = (await preview(header)).columns
  const wrong = `${header}\n${good}\n${good.replace('420001', '420002').replace(',79,', ',"79,50",')}`
  const rejected = await helper.call(adminOrderImports.importOrders, { text: wrong, columns })
  expect([rejected.statusCode, rejected.json().message]).toEqual([
    409,
    'Row 3: price must be dollars such as 79 or 79.50. Nothing was imported.',
  ])
  const broken = await helper.call(adminOrderImports.importOrders, { text: `${header}\n${good},"`, columns })
  expect(broken.json().message).toBe('Row 2: has a quotation mark that is never closed. Nothing was imported.')
  expect(await find('420001')).toBeNull()
  const { audit_id } = (
    await helper.call(adminOrderImports.importOrders, { text: `${header}\n${good}`, columns })
  ).json()
  const path = requestPath(adminOrders.noteOnOrder.path, { order_id: '420001' }, {})
  await helper.call({ method: 'POST', path }, { note: 'Called' })
  expect((await helper.call(adminAudit.undoChange, { id: audit_id })).statusCode).toBe(409)
  expect(await find('420001')).not.toBeNull()
})

test('a number of an order with letters is refused with what numbers look like', async () => {
  const header = 'order_id,order_date,first_name,last_name,email,product_id,product_name,price,quantity'
  const { problems } = await preview(`${header}\nA-1001,2025-10-31,Ada,Byron,ada@shop.example,101,Campus,79,1`)
  expect(problems).toEqual([
    { row: 2, field: 'order_id', message: 'must be digits only, at most 18, such as 1001 or #1001' },
  ])
})

test('only the products of its items are read, since a shop may have many', async () => {
  const header = 'order_id,order_date,first_name,last_name,email,product_id,product_name,price,quantity'
  const text = `${header}\n440001,2025-10-31,Ada,Byron,ada@shop.example,101,Campus,79,1`
  const { columns } = await preview(header)
  await shop.store.database
    .updateTable('products')
    .set({ details: 'unreadable' })
    .where('product_id', '!=', '101')
    .execute()
  expect((await helper.call(adminOrderImports.importOrders, { text, columns })).json().orders).toBe(1)
  expect(await find('440001')).toMatchObject({ items: [{ image_file: expect.any(String) }] })
})

test.each(['constructor', '__proto__', 'Out for delivery'])(
  'the unknown status %s is kept as it is',
  async (status) => {
    const header = 'order_id,order_date,first_name,last_name,email,product_id,product_name,price,quantity,order_status'
    const { orders } = await preview(
      `${header}\n450001,2025-10-31,Ada,Byron,ada@shop.example,101,Campus,79,1,${status}`,
    )
    expect(orders[0]?.status).toBe(status)
  },
)

test('tax and delivery count towards the most that an order may come to', async () => {
  const header =
    'order_id,order_date,first_name,last_name,email,product_id,product_name,price,quantity,tax_amount,delivery_cost'
  const row = (tax: string, delivery: string) =>
    `430001,2025-10-31,Ada,Byron,ada@shop.example,101,Campus,999999.99,10,${tax},${delivery}`
  expect((await preview(`${header}\n${row('0.05', '0.05')}`)).problems).toEqual([])
  expect((await preview(`${header}\n${row('0.05', '0.06')}`)).problems).toEqual([
    { row: 2, field: 'price', message: 'adds up to more than $10,000,000.00 for the order' },
  ])
})

test.each([
  ['nothing', '', 400],
  ['more than fits', 'x'.repeat(MAX_SHEET_LENGTH + 1), 400],
  ['a web page', '<table><tr><td>410001</td></tr></table>', 200],
])('%s instead of a spreadsheet is said to be no orders', async (_name, text, status) => {
  const response = await helper.call(adminOrderImports.previewOrdersImport, { text, columns: null })
  expect(response.statusCode).toBe(status)
  if (status === 400) expect(response.json().details).toMatchObject([{ field: 'text' }])
  else expect(response.json()).toMatchObject({ order_count: 0, problems: [{ row: 1 }] })
})

test('an import waits for who draws a number on another node, and is refused where that is one of its own', async () => {
  const opened = await openTestStore('postgres')
  const other = await openTestNode(opened)
  const { database } = opened.store
  const context = { database, clock: () => new Date('2026-11-27T12:00:00.000Z'), actor: 'command' }
  const { importing } = await inTransaction(other.database, async (trx) => {
    const order = { ...(await placeOrder(database)), items: [] }
    const order_id = await newOrderNumber(trx)
    const orders = [{ ...order, order_id }]
    let isDone = false
    const imported = importOrders(context, {
      parts: [{ orders: orders.map((one) => ({ row: 1, order: one, refunds: [] })) }],
      errors: [],
    }).finally(() => {
      isDone = true
    })
    while (!isDone && !(await isSomebodyWaiting(database))) await afterOtherWork()
    await insertOrders(trx, orders)
    return { importing: imported }
  })
  expect(await importing).toMatchObject({ imported: [], errors: [{ message: 'is already in the shop' }] })
  await other.close()
  await opened.close()
})

/** Whether a statement of the database waits for another one. */
async function isSomebodyWaiting(database: Database): Promise<boolean> {
  const locks = sql`select 1 from pg_locks where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`
  return (await locks.execute(database)).rows.length > 0
}
