import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountCalls } from '@shop/contract/accounts'
import { orderCalls } from '@shop/contract/orders'
import { returnCalls } from '@shop/contract/returns'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { shop as config } from '../../shop.config.ts'
import { inTransaction } from '../database/database.ts'
import { localDay } from '../lib/local-day.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { JOSE, placeOrder } from '../testing/orders.ts'
import { runTestCommand } from '../testing/run-test-command.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

const HEADER = 'order_id,order_date,first_name,last_name,email,product_id,product_name,price,quantity,tracking_number'
const ADA = '55,2026-10-01,Ada,Lovelace,ada@shop.example'

let shop: TestShop
let folder: string
beforeEach(async () => {
  shop = await openTestShop('sqlite')
  folder = await mkdtemp(join(tmpdir(), 'shop-import-'))
})
afterEach(async () => {
  await shop.close()
  await rm(folder, { recursive: true })
})

const run = (name: string, ...words: string[]) => runTestCommand(shop, [...name.split(' '), ...words])
async function importText(text: string | Uint8Array) {
  const file = join(folder, 'orders.csv')
  await writeFile(file, text)
  return run('orders import', file)
}
const lookUp = (orderId: string, person: typeof JOSE) =>
  shop.call(orderCalls.findOrder, { query: { orderId, ...person } })
const orders = () => shop.store.database.selectFrom('orders').select('order_id').execute()

test('shoppers find imported orders with their items', async () => {
  const text = `\uFEFF${HEADER}\r\n${ADA},101,"Campus, Blue",79.50,2,\r\n56,2026-10-02,Bob,Byte,bob@shop.example,107,Hybrid,124,1,1Z9\r\n${ADA},999,Gone,5,1,\r\n`
  expect(await importText(text)).toMatchObject({
    lines: ['2 orders are in the shop now.', '', expect.stringContaining('audit undo 1')],
    json: { imported: ['55', '56'], errors: [] },
  })
  const one = `${HEADER}\n57,2026-10-03,Eve,Early,eve@shop.example,101,Campus,79,1,\n`
  expect((await importText(one)).lines?.[0]).toBe('1 order is in the shop now.')
  const found = await lookUp('55', { firstName: 'ada', lastName: 'lovelace', email: 'ada@shop.example' })
  expect(found).toMatchObject({ order_date: '2026-10-01', order_status: 'processing', subtotal_cents: 16_400 })
  expect(found?.items).toMatchObject([
    { product_name: 'Campus, Blue', quantity: 2, price_cents: 7950, image_url: expect.stringContaining('/images/') },
    { product_name: 'Gone', quantity: 1, image_url: null },
  ])
  expect((await run('orders list')).table?.slice(1)).toMatchObject([
    { order: '56', name: 'Bob Byte', status: 'shipped', tracking: '1Z9' },
    { order: '55', name: 'Ada Lovelace', status: 'processing' },
  ])
})

test('an import is undone as a whole, unless something was done with one of its orders since', async () => {
  await placeOrder(shop.store.database)
  const text = `${HEADER}\n${ADA},101,Bag,79,1,\n56,2026-10-02,Bob,Byte,bob@shop.example,107,Hybrid,124,1,\n`
  await importText(text)
  expect((await run('audit list')).table).toMatchObject([{ action: 'orders.imported', subject: 'orders 1' }])
  await run('audit undo', '1')
  expect(await orders()).toEqual([{ order_id: '100001' }])
  await expect(run('audit undo', '2')).rejects.toThrow('Change 2 is an undo, and cannot be undone itself.')
  await importText(text)
  await run('orders ship', '56', '1Z9')
  await expect(run('audit undo', '3')).rejects.toThrow('Order 56 of this import has changed since then.')
  expect(await orders()).toHaveLength(3)
})

test('an import with a mistake reports row and field, and changes nothing', async () => {
  await placeOrder(shop.store.database)
  for (const [name, rows, row, field] of [
    ['a price with three decimals', `${ADA},101,Bag,79.005,2,`, 2, 'price'],
    ['no quantity', `${ADA},101,Bag,79,,`, 2, 'quantity'],
    ['a quantity of 0', `${ADA},101,Bag,79,0,`, 2, 'quantity'],
    ['a day that does not exist', '55,2026-02-30,Ada,L,ada@shop.example,101,Bag,79,1,', 2, 'order_date'],
    ['an order number with letters', '1e5,2026-02-20,Ada,L,ada@shop.example,101,Bag,79,1,', 2, 'order_id'],
    ['an invalid email', '55,2026-02-20,Ada,L,ada,101,Bag,79,1,', 2, 'email'],
    [
      'rows of one order that disagree',
      `${ADA},101,Bag,79,1,\n55,2026-10-01,Eve,Lovelace,ada@shop.example,102,Bag,79,1,`,
      3,
      'first_name',
    ],
    ['more than any order costs', '78,2026-10-01,Ada,L,ada@shop.example,101,Bag,999999.99,9999,', 2, 'price'],
    ['a row that is too long', `${ADA},101,Bag,79,1,,x`, 2, ''],
    ['a number the shop already has', '100001,2026-02-20,Ada,L,ada@shop.example,101,Bag,79,1,', 2, 'order_id'],
  ] as const) {
    const good = '77,2026-10-02,Bob,Byte,bob@shop.example,107,Hybrid,124,1,'
    const output = await importText(`${HEADER}\n${rows}\n${good}\n`)
    expect(output, name).toMatchObject({ failed: true, json: { imported: [], errors: [{ row, field }] } })
    expect(output.lines?.at(-1)).toBe('Nothing was changed.')
    expect(await orders()).toEqual([{ order_id: '100001' }])
  }
})

test('a file that is no table of orders is rejected', async () => {
  for (const [name, text, field] of [
    ['an unknown column', `${HEADER},colour\n${ADA},101,Bag,79,1,,red`, 'colour'],
    ['no rows', `${HEADER}\n`, ''],
    ['an unknown customer', `${HEADER},customer_id\n${ADA},101,Bag,79,1,,nobody`, 'customer_id'],
    ['a column twice', `${HEADER},email\n${ADA},101,Bag,79,1,,other@shop.example`, 'email'],
    [
      'names in MS-DOS',
      Buffer.from(`${HEADER}\n${ADA.replace('Ada', 'Andr\x82')},101,Bag,79,1,`, 'latin1'),
      'first_name',
    ],
    ['a NUL character', `${HEADER}\n${ADA},101,B\0g,79,1,`, 'product_name'],
    ['a quote that never ends', `${HEADER}\n"${ADA}`, ''],
  ] as const) {
    expect(await importText(text), name).toMatchObject({ failed: true, json: { errors: [{ field }] } })
    expect(await orders()).toEqual([])
  }
})

test('rows are numbered as in a spreadsheet, with empty lines and multi-line cells', async () => {
  const rows = `\n${ADA},101,"Campus\nBlue",79,1,\n\n77,2026-10-02,Bob,Byte,bob@shop.example,107,Hybrid,x,1,`
  expect(await importText(`${HEADER}\n${rows}\n`)).toMatchObject({ json: { errors: [{ row: 5, field: 'price' }] } })
  expect(await importText(`${HEADER}\n\n${ADA},101,"Campus\nBlue",79,1,\n77,2026,,,,,,,,,,x`)).toMatchObject({
    json: { errors: [{ row: 4, field: '' }] },
  })
})

test('the status of an imported order follows from its items when all are cancelled or refunded', async () => {
  const header = `${HEADER},order_status,cancellation_status,refund_status`
  const other = ADA.replace('55', '56')
  await importText(
    `${header}\n${ADA},101,Bag,79,1,,processing,cancelled,\n${ADA},102,Bag,79,1,,processing,,refunded\n${other},101,Bag,79,1,,processing,cancelled,\n${other},102,Bag,79,1,,processing,,\n`,
  )
  expect((await run('orders list')).table).toMatchObject([
    { order: '56', status: 'processing' },
    { order: '55', status: 'cancelled' },
  ])
})

test.each([
  ['Being sewn', 'processing', 'Being sewn'],
  ['DELIVERED', 'delivered', 'delivered'],
  ['Canceled', 'cancelled', 'cancelled'],
  ['', 'processing', 'processing'],
])('an imported status %j is shown unchanged, and mapped to one of our statuses', async (text, state, shown) => {
  await importText(`${HEADER},order_status\n${ADA},101,Bag,79,1,,${text}\n`)
  const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@shop.example' }
  expect(await lookUp('55', ada)).toMatchObject({ order_status: shown })
  expect((await run('orders show', '55')).json).toMatchObject({ order_status: state })
})

test('an imported status is dropped when the order ships', async () => {
  await importText(`${HEADER},order_status\n${ADA},101,Bag,79,1,,Being sewn\n`)
  await run('orders ship', '55', '1Z')
  const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@shop.example' }
  expect(await lookUp('55', ada)).toMatchObject({ order_status: 'shipped', tracking_number: '1Z' })
})

test('a delivered order cannot be shipped', async () => {
  await importText(`${HEADER},order_status\n${ADA},101,Bag,79,1,,delivered\n`)
  await expect(run('orders ship', '55', '1Z')).rejects.toThrow('Order 55 is already delivered.')
})

test('an order is shown with its items and cancellation reasons, and cannot control the terminal', async () => {
  await placeOrder(shop.store.database)
  await shop.call(orderCalls.cancelOrder, {
    body: {
      ...JOSE,
      orderId: '100001',
      itemsToCancel: ['100001-1'],
      cancellationReason: 'Shipping Issues',
      cancellationJustification: 'too late\u001b[2J',
    },
  })
  const shown = await run('orders show', '#100001')
  expect(shown.above).toContain("Customer:  José O'Brien <jose@example.org>, guest")
  expect(shown.table).toMatchObject([
    { item: '100001-1', status: 'cancelled' },
    { item: '100001-2', status: '' },
  ])
  expect(shown.lines).toContain('100001-1: Shipping Issues. too late[2J')
})

test('a shipped order has its tracking number, and cannot ship twice', async () => {
  await placeOrder(shop.store.database)
  await run('orders ship', '100001', '1Z 999')
  expect(await lookUp('100001', JOSE)).toMatchObject({ order_status: 'shipped', tracking_number: '1Z 999' })
  await expect(run('orders ship', '100001', '2Z')).rejects.toThrow('Order 100001 is already shipped.')
  await expect(run('orders ship', '9', '2Z')).rejects.toThrow('There is no order 9.')
})

test('a tracking number may have several words, and can be corrected', async () => {
  await placeOrder(shop.store.database)
  await expect(run('orders correct tracking', '100001', '1Z')).rejects.toThrow('has not shipped yet')
  await run('orders ship', '100001', '1Z', '999', 'AA1', '01', '2345')
  expect(await lookUp('100001', JOSE)).toMatchObject({ tracking_number: '1Z999AA1012345' })
  await run('orders correct tracking', '100001', '2Z')
  expect(await lookUp('100001', JOSE)).toMatchObject({ order_status: 'shipped', tracking_number: '2Z' })
  await expect(run('orders correct tracking', '9', '2Z')).rejects.toThrow('There is no order 9.')
})

test('an order without remaining items cannot be shipped', async () => {
  await placeOrder(shop.store.database)
  await run('orders refund', '100001', '1', '100001-1', '--seen', '0')
  await run('orders refund', '100001', '1', '100001-2', '--seen', '1')
  await expect(run('orders ship', '100001', '1Z')).rejects.toThrow('nothing left to ship')
  expect(await lookUp('100001', JOSE)).toMatchObject({ order_status: 'refunded', tracking_number: null })
})

test('the history lists each change and its undo', async () => {
  await placeOrder(shop.store.database)
  const ship = await run('orders ship', '100001', '1Z999AA10123456784')
  expect(ship.lines?.at(-1)).toBe('Done. "audit undo 1" undoes it.')
  await run('orders note', '100001', 'left', 'at', 'the', 'door')
  await run('audit undo', '1')
  expect(await lookUp('100001', JOSE)).toMatchObject({ order_status: 'processing', tracking_number: null })
  expect((await run('orders history', '100001')).table).toMatchObject([
    { action: 'order.shipped (undoes 1)' },
    { action: 'order.noted', change: 'note: none → left at the door' },
    { action: 'order.shipped', change: expect.stringMatching(/tracking_number: none → 1Z999AA10123456784$/) },
  ])
  await run('orders ship', '100001', '2Z')
  await expect(run('audit undo', '1')).rejects.toThrow('Change 1 is undone already (change 3')
  await expect(run('orders note', '9', 'x')).rejects.toThrow('There is no order 9.')
  await expect(run('orders note', '100001', ' ')).rejects.toThrow('at most 1000 characters')
  expect((await run('orders show', '100001')).lines).toContainEqual(expect.stringMatching(/by command: left at/))
})

test('an order by phone is shown with the address that it is sent to, in one line', async () => {
  const person = ['--first-name', 'Ada', '--last-name', 'Lovelace', '--email', 'ada@shop.example']
  const town = ['--city', 'Salem', '--state', 'Mass.', '--zip', '1970']
  const address = ['--street', '12 Main St', ...town]
  const { json } = await run('orders take', '101:1', '--channel', 'phone', ...person, ...address)
  const orderId = String(Reflect.get(Object(json), 'order_id'))
  expect((await run('orders show', orderId)).above).toContain('Address:   12 Main St, Salem, MA 01970')
  const corrected = await run('orders correct address', orderId, '--street', '7 Elm St', ...town)
  expect(corrected.lines).toContain(`Order ${orderId} is sent to 7 Elm St, Salem, MA 01970 now.`)
  expect((await run('orders show', orderId)).above).toContain('Address:   7 Elm St, Salem, MA 01970')
  await expect(
    run('orders correct address', orderId, '--street', '7 Elm St', '--state', 'ME', '--zip', '01970'),
  ).rejects.toThrow('--city: Please enter the city. --zip: 01970 is a ZIP code of Massachusetts, not of Maine.')
  expect((await run('orders correct address', orderId)).lines).toContain(`Order ${orderId} has no address now.`)
})

test('an order leaves without a number, and several are marked as delivered at once', async () => {
  await placeOrder(shop.store.database)
  await placeOrder(shop.store.database, { order_id: '100002' })
  const left = await run('orders ship', '100001', '--own-delivery')
  expect(left.lines).toContain('Order 100001 has shipped without a tracking number.')
  await expect(run('orders ship', '100002')).rejects.toThrow('Name a tracking number, or one of --own-delivery')
  await expect(run('orders ship', '100002', '1Z', '--picked-up')).rejects.toThrow('Name a tracking number')
  await expect(run('orders delivered', '100001', '100002')).rejects.toThrow('Order 100002 has not shipped yet.')
  await run('orders ship', '100002', '1Z')
  const arrived = await run('orders delivered', '100001', '#100002', '--on', '2026-11-10')
  expect(arrived.lines?.[0]).toBe('2 orders arrived on 2026-11-10.')
  expect((await run('orders show', '100001')).above).toContain('Delivered: 2026-11-10')
  await run('orders correct delivered', '100002')
  expect(await lookUp('100002', JOSE)).toMatchObject({ order_status: 'shipped' })
  await expect(run('audit undo', String(Reflect.get(Object(left.json), 'id')))).rejects.toThrow('stands in the way')
})

test.each(['2026-02-30', '2026-13-01', '21.11.2026', 'today'])('%s is no day of an arrival', async (day) => {
  await expect(run('orders delivered', '100001', '--on', day)).rejects.toThrow('a day such as')
})

test('an amount is paid back, corrected, and shown with the order', async () => {
  await placeOrder(shop.store.database)
  await run('orders refund', '100001', '$12.50', '100001-2', '--note', 'The strap was torn.', '--seen', '0')
  expect((await lookUp('100001', JOSE))?.items).toMatchObject([{ refund_status: null }, { refund_status: 'refunded' }])
  const seen = ['--seen', '1']
  await expect(run('orders refund', '100001', '1', '100001-2', ...seen)).rejects.toThrow('is already refunded')
  await expect(run('orders refund', '100001', '1', '100001-7', ...seen)).rejects.toThrow('has no item 100001-7')
  await run('orders correct refund', '100001', '100001-R1', '13', ...seen)
  const other = run('orders correct refund', '100001', '100001-R7', '13', '--seen', '2')
  await expect(other).rejects.toThrow('has no refund 100001-R7')
  const shown = await run('orders show', '100001')
  expect(shown.above).toEqual(expect.arrayContaining(['Refunded: $13.00', 'Version:   2']))
  expect(shown.lines).toContainEqual(expect.stringContaining('100001-R1: $13.00 refunded on'))
  for (const amount of ['12,50', '0', '-1', '1.005', '1e3', 'ten', '99999999']) {
    await expect(run('orders refund', '100001', amount, '--seen', '2')).rejects.toThrow('an amount in dollars')
  }
  await expect(run('orders refund', '100001', '5000', '--seen', '2')).rejects.toThrow('can be refunded')
})

test('nothing is paid back, and no refund corrected, by somebody who has not seen the order as it is', async () => {
  await placeOrder(shop.store.database)
  await expect(run('orders refund', '100001', '1')).rejects.toThrow("option '--seen <version>' not specified")
  await run('orders refund', '100001', '1', '--seen', '0')
  await expect(run('orders refund', '100001', '1', '--seen', '0')).rejects.toThrow(
    'Someone else just changed this order',
  )
  const correction = ['100001', '100001-R1', '2']
  await expect(run('orders correct refund', ...correction)).rejects.toThrow("option '--seen <version>' not specified")
  await expect(run('orders correct refund', ...correction, '--seen', '0')).rejects.toThrow(
    'Someone else just changed this order',
  )
  expect((await run('orders show', '100001')).above).toContain('Refunded: $1.00')
})

test('an order is neither shipped nor cancelled by somebody who names a version that it no longer has', async () => {
  await placeOrder(shop.store.database)
  await run('orders note', '100001', 'Called')
  const stale = ['--seen', '0']
  for (const words of [['1Z'], ['--picked-up']])
    await expect(run('orders ship', '100001', ...words, ...stale)).rejects.toThrow(
      'Someone else just changed this order',
    )
  await expect(run('orders cancel', '100001', '--reason', 'x', ...stale)).rejects.toThrow(
    'Someone else just changed this order',
  )
  await run('orders cancel', '100001', '100001-1', '--reason', 'Out of canvas', '--seen', '1')
  await run('orders ship', '100001', '1Z', '--seen', '2')
})

test('the shop cancels what is open, and says why', async () => {
  await placeOrder(shop.store.database)
  await run('orders cancel', '100001', '100001-1', '--reason', 'Out of canvas')
  await run('orders cancel', '100001', '--reason', 'Out of canvas')
  expect(await lookUp('100001', JOSE)).toMatchObject({ order_status: 'cancelled' })
  await expect(run('orders cancel', '100001', '--reason', 'x')).rejects.toThrow('nothing left to cancel')
  await expect(run('orders cancel', '100001')).rejects.toThrow("required option '--reason")
})

test('a return is accepted with a label, received and paid back', async () => {
  const arrived = { order_status: 'delivered', delivered_on: localDay(shop.clock()) } as const
  await placeOrder(shop.store.database, arrived)
  const items = [{ order_item_id: '100001-2', quantity: 1 }]
  const body = { ...JOSE, orderId: '100001', items, reason: 'Changed My Mind', details: 'too \u001b[2Jbig' } as const
  await shop.call(returnCalls.askToReturn, { body })
  expect((await run('orders show', '100001')).lines).toContain(
    '100001-RMA1: asked, 1 of 100001-2 (Changed My Mind). too [2Jbig',
  )
  const label = join(folder, 'label.pdf')
  await writeFile(label, '<script>')
  await expect(run('orders return accept', '100001-RMA1', '--label', label)).rejects.toThrow('no PDF, PNG or JPEG')
  await writeFile(label, '%PDF-1.7')
  await run('orders return accept', '100001-rma1', '--label', label)
  await expect(run('orders return decline', '100001-RMA1', '--reason', 'x')).rejects.toThrow('is accepted already')
  await expect(run('orders return receive', '100001')).rejects.toThrow('It must be like 100001-RMA1.')
  await run('orders return receive', '100001-RMA1', '100001-2')
  const refund = ['orders refund', '100001', '124', '100001-2', '--return', '100001-RMA1', '--seen', '3'] as const
  await expect(run(...refund)).rejects.toThrow('Please give the shopper a reason.')
  await run(...refund, '--note', 'It came back without its strap')
  const shown = await run('orders show', '100001')
  expect(shown.lines).toContainEqual(expect.stringContaining('100001-RMA1: refunded'))
  expect(JSON.stringify(shown.json)).not.toContain('token')
  expect((await run('audit list')).table).toMatchObject([
    { action: 'order.refunded' },
    { action: 'order.return_received' },
    { action: 'order.return_accepted' },
  ])
})

test('a shipment that was recorded by mistake is taken back', async () => {
  await placeOrder(shop.store.database)
  await expect(run('orders correct shipment', '100001')).rejects.toThrow('has not shipped yet')
  await run('orders ship', '100001', '1Z')
  await run('orders correct shipment', '100001')
  expect(await lookUp('100001', JOSE)).toMatchObject({ order_status: 'processing', tracking_number: null })
})

test('accounts are counted, and the outbox is listed and retried', async () => {
  const body = {
    firstName: 'A',
    lastName: 'B',
    email: 'ada@shop.example',
    loginId: 'ada@shop.example',
    password: 'engine1843',
  }
  await shop.call(accountCalls.signUp, { body })
  expect(await run('accounts count')).toMatchObject({ lines: ['1 account'], json: { customers: 1 } })
  const account = await run('accounts show', 'ADA@shop.example')
  expect(account.json).toMatchObject({ customer_id: expect.any(String), first_name: 'A', email: 'ada@shop.example' })
  expect(account.lines).toContain('Name:      A B')
  expect(await run('accounts show', 'nobody@shop.example')).toMatchObject({ failed: true })
  const { table = [], lines } = await run('outbox list')
  expect(table).toMatchObject([{ kind: 'welcome', to: 'ada@shop.example', state: 'waiting', attempts: 0 }])
  expect(lines).toContain('1 waiting, 0 failed, 0 sent')
  await shop.store.database.updateTable('outbox').set({ state: 'failed', last_error: 'EENVELOPE 550' }).execute()
  expect(await run('outbox retry', String(table[0]?.id))).toMatchObject({
    lines: ['1 email due; sending waits for SMTP_URL to be set.'],
    json: { retried: 1 },
  })
  expect((await run('outbox list')).table).toMatchObject([{ state: 'waiting', error: '' }])
  expect(await run('outbox retry', 'nobody')).toMatchObject({ failed: true })
})
test('a message to an unusable address stays failed when all are retried', async () => {
  const { database } = shop.store
  const mail = { kind: 'contact', to: 'nobody at all', text: { name: 'test', values: {} } } as const
  await inTransaction(database, (trx) => enqueueMail(trx, mail, { now: shop.clock(), shop: config }))
  const [{ id = '' } = {}] = await database.selectFrom('outbox').select('id').execute()
  expect(await run('outbox retry')).toMatchObject({ json: { retried: 0 } })
  expect(await run('outbox retry', id)).toMatchObject({ failed: true })
  expect((await run('outbox list')).table).toMatchObject([{ state: 'failed', error: 'unusable address' }])
})

test('some pieces of an item are cancelled and refunded, and an item that is not one is refused', async () => {
  await placeOrder(shop.store.database)
  const done = await run('orders cancel', '100001', '100001-1:1', '100001-2', '--reason', 'Torn')
  expect(done.lines?.[0]).toBe('1 of 100001-1, 100001-2 of order 100001 cancelled.')
  await run('orders refund', '100001', '79', '100001-1:1', '--seen', '1')
  const items = await shop.store.database.selectFrom('order_items').selectAll().orderBy('position').execute()
  expect(items.map((item) => [item.quantity, item.cancellation_status, item.refund_status])).toEqual([
    [1, 'cancelled', 'refunded'],
    [1, 'cancelled', null],
    [1, null, null],
  ])
  for (const item of ['100001-3:0', '100001-3:x', ':1', '100001-3:1:1']) {
    await expect(run('orders cancel', '100001', item, '--reason', 'Torn')).rejects.toThrow('is not an item like')
  }
  const twice = run('orders cancel', '100001', '100001-3', '100001-3:1', '--reason', 'Torn')
  await expect(twice).rejects.toThrow('named twice')
  await expect(run('orders cancel', '100001', '100001-3:2', '--reason', 'Torn')).rejects.toThrow('There is only 1 of')
})
