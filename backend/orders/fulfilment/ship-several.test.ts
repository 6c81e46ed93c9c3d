import { parseAddress } from '@shop/contract/address/postal-address'
import { adminAudit } from '@shop/contract/audit/admin'
import { MAIL_HOLD_MS } from '@shop/contract/mail/admin'
import { ordersFile } from '@shop/contract/orders/admin'
import { orderCalls } from '@shop/contract/orders/calls'
import { adminShipping, type TrackingPreview } from '@shop/contract/orders/shipping'
import { describe, expect, test } from 'vitest'
import { cardOrdersOf } from '../../../tests/gateway/shops/card-orders.ts'
import { claimDueMail, markSent } from '../../mail/outbox.repository.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { signInAs } from '../../testing/admin-visitor.ts'
import { downloadFile } from '../../testing/files/download.ts'
import { JOSE } from '../../testing/orders/orders.ts'
import { ordersToShipOf } from '../../testing/orders/orders-to-ship.ts'
import { BOTH_ENGINES } from '../../testing/servers/engines.ts'
import { untilWaiting } from '../../testing/servers/until-waiting.ts'
import { testsOn } from '../../testing/tests-on.ts'
import { buildOrder } from '../build-order.ts'
import { cancelByShop } from '../cancellation/cancel-by-shop.ts'
import { addressColumns } from '../order-address.ts'
import { insertOrders } from '../orders.repository.ts'
import { correctAddress } from '../page/order-details.ts'
import { correctTracking, shipOrder } from './ship-order.ts'
import { shipSeveral } from './ship-several.ts'
import { lockOrders } from './shipping.repository.ts'

const USPS = '9400111206213642173009'
const SALEM = {
  company: '',
  address1: '1 Elm St',
  address2: '',
  city: 'Salem',
  state: 'OR',
  zip: '97301',
  country: 'US',
}
const UPS = '1Z999AA10123456784'

describe.each(BOTH_ENGINES)('what is to go out on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const { shop, place, helper, today, by, due, numbersOf, get } = ordersToShipOf(engine)
  const file = (...lines: string[]) => ['Order ID,Tracking Number', ...lines].join('\n')
  const preview = async (text: string) =>
    (await helper.call(adminShipping.previewTracking, { text })).json<TrackingPreview>()
  const ship = async (text: string) => {
    const { shipments } = await preview(text)
    const chosen = shipments.map(({ order_id, tracking_number, version }) => ({ order_id, tracking_number, version }))
    const response = await helper.call(adminShipping.shipSeveral, { shipments: chosen })
    return { status: response.statusCode, ...response.json<{ audit_id: number; message?: string }>() }
  }
  const undo = async (id: number) => {
    const response = await helper.call(adminAudit.undoChange, { id })
    return [response.statusCode, response.json().message]
  }
  const subjects = async () => {
    const mails = await shop.store.database.selectFrom('outbox').select('subject').orderBy('subject').execute()
    return mails.map(({ subject }) => subject)
  }

  test('is exported for labels, with the numbers of those without an address', async () => {
    await place({ order_id: '1', ship_by: today(), ...addressColumns(parseAddress('12 Main St\nOakland, CA 94601')) })
    await place({ order_id: '2', ship_by: today() })
    const exported = (await helper.call({ method: 'GET', path: adminShipping.exportLabels.path })).json()
    expect(exported).toMatchObject({ orders: 1, left_out: [{ order_id: '2', problem: 'The address is missing' }] })
    expect(exported.csv).toContain('12 Main St,,Oakland,CA,94601,US,1,')
  })

  test('leaves with the numbers of a file as one change, which is undone as one', async () => {
    for (const order_id of ['1', '2']) await place({ order_id, ship_by: today() })
    const text = file(`1,${USPS}`, `#2,${UPS}`)
    expect(await preview(text)).toMatchObject({
      refused: [],
      shipments: [
        { order_id: '1', version: 0, name: "José O'Brien", tracking_number: USPS, carrier: 'USPS' },
        { order_id: '2', version: 0, tracking_number: UPS, carrier: 'UPS' },
      ],
    })
    expect((await get('1')).status).toBe('processing')
    const { audit_id } = await ship(text)
    expect(await get('1')).toMatchObject({
      status: 'shipped',
      tracking_number: USPS,
      events: [
        {
          text: `Shipped, tracking number ${USPS}, from a file of tracking numbers`,
          actor: 'Ada',
          undo_id: null,
          mails: [{ to: 'shopper' }],
        },
        { text: 'Ordered' },
      ],
    })
    expect((await due()).orders).toEqual([])
    expect(await subjects()).toEqual(['Your order # 1 has shipped', 'Your order # 2 has shipped'])

    expect(await undo(audit_id)).toEqual([200, undefined])
    expect(await subjects()).toEqual([])
    const after = await get('1')
    expect([after.status, after.tracking_number]).toEqual(['processing', null])
    expect(after.events.map(({ text: event }) => event)).toEqual([
      'Not shipped after all',
      `Shipped, tracking number ${USPS}, from a file of tracking numbers`,
      'Ordered',
    ])
    expect((await undo(audit_id))[0]).toBe(409)
  })

  test('is corrected by email where the first one has left, and not undone past a later change of one of the orders', async () => {
    for (const order_id of ['1', '2']) await place({ order_id })
    const { audit_id } = await ship(file(`1,${USPS}`, `2,${UPS}`))
    const late = new Date(shop.clock().getTime() + MAIL_HOLD_MS + 1000)
    for (;;) {
      const mail = await claimDueMail(shop.store.database, late)
      if (mail === null) break
      await markSent(shop.store.database, mail.id, late)
    }
    await correctTracking(by(), { order_id: '2', tracking_number: USPS, version: null })
    const [status, message] = await undo(audit_id)
    expect([status, message]).toEqual([409, expect.stringContaining('order tracking corrected')])
    expect((await get('1')).status).toBe('shipped')
    await undo(audit_id + 1)
    expect((await undo(audit_id))[0]).toBe(200)
    expect(await subjects()).toContain('Correction: your order # 1')
  })

  test('is refused row by row: unknown, cancelled, shipped before, without a number, without a row that is right; the others leave', async () => {
    for (const order_id of ['1', '2', '3', '4']) await place({ order_id })
    await cancelByShop(by(), { order_id: '2', item_ids: ['2-1', '2-2'], reason: 'Out of canvas', version: null })
    await shipOrder(by(), { order_id: '3', tracking_number: UPS, version: null })
    const text = file(`1,${USPS}`, `2,${USPS}`, `3,${USPS}`, `99,${USPS}`, `4,${USPS}`, '4,9.4E+21', '5,')
    const { shipments, refused } = await preview(text)
    expect(numbersOf(shipments)).toEqual(['1'])
    expect(refused).toEqual([
      { row: 3, message: 'Order 2 has nothing left to ship.' },
      { row: 4, message: 'Order 3 is already shipped. You can correct a wrong tracking number.' },
      { row: 5, message: 'There is no order 99.' },
      { row: 6, message: 'Order 4 is also in row 7, which can’t be used.' },
      { row: 7, message: expect.stringContaining('“9.4E+21” of order 4 isn’t a whole tracking number') },
      { row: 8, message: 'Order 5 has no tracking number here.' },
    ])
    expect((await ship(text)).status).toBe(200)
    expect((await get('4')).status).toBe('processing')
  })

  test('leaves in two parcels, whose numbers stand on its pages, in its email and in the export', async () => {
    await place({ order_id: '1', order_date: today(), state: null })
    const numbers = `${USPS}, ${UPS}`
    expect((await ship(file(`1,${USPS}`, `1,${UPS}`))).status).toBe(200)
    expect(await get('1')).toMatchObject({
      tracking_number: numbers,
      parcels: [
        { number: USPS, carrier: { name: 'USPS' } },
        { number: UPS, carrier: { name: 'UPS' } },
      ],
    })
    const found = await shop.call(orderCalls.findOrder, { query: { orderId: '1', ...JOSE } })
    expect(found?.tracking_number).toBe(numbers)
    const sent = shop.store.database.selectFrom('outbox').select('text').where('kind', '=', 'shipment')
    const { text } = await sent.executeTakeFirstOrThrow()
    for (const line of [`Tracking number: ${USPS}`, `Tracking number: ${UPS}`, 'tracknum=', 'tLabels=']) {
      expect(text).toContain(line)
    }
    const owner = await signInAs(shop, 'owner')
    const sheet = await downloadFile(owner, ordersFile, { sheet: 'orders', from: today(), to: today() })
    expect(sheet).toContain(`"${numbers}"`)
  })

  onBoth('does not leave when one of the orders was changed since it was shown, or ships twice at once', async () => {
    for (const order_id of ['1', '2']) await place({ order_id })
    const shipments = ['1', '2'].map((order_id) => ({ order_id, tracking_number: USPS, version: 0 }))
    const send = async () => {
      const response = await helper.call(adminShipping.shipSeveral, { shipments })
      return [response.statusCode, response.json().message]
    }
    await correctAddress(by(), { order_id: '2', address: SALEM, version: null })
    const refused =
      'Someone has changed order 2 since you opened the file. No order was shipped. Please look at the file again.'
    expect(await send()).toEqual([409, refused])
    expect((await get('1')).status).toBe('processing')
    const one = { order_id: '1', tracking_number: USPS, carrier: null, version: 0 }
    const results = await Promise.allSettled([shipSeveral(by(), [one]), shipSeveral(by(), [one])])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await subjects()).toEqual(['Your order # 1 has shipped'])
    const repeated = [...shipments, { order_id: '2', tracking_number: UPS, version: 1 }]
    const twice = await helper.call(adminShipping.shipSeveral, { shipments: repeated })
    expect([twice.statusCode, twice.json().message]).toEqual([409, 'Order 2 is listed twice. No order was shipped.'])
  })

  onBoth('does not leave when one of the orders is just being changed', async () => {
    await place({ order_id: '1' })
    const { store } = shop
    const one = { order_id: '1', tracking_number: USPS, carrier: null, version: 0 }
    const [shipped] = await inTransaction(store.database, async (trx) => {
      await lockOrders(trx, ['1'])
      const ends = shipSeveral(by(), [one]).then(
        () => 'shipped',
        (error: Error) => error.message,
      )
      await untilWaiting(store, ends)
      // In a list, since a promise would be waited for within the transaction.
      return [ends]
    })
    expect(await shipped).toMatch(/^Someone has changed order 1 since/)
    expect((await get('1')).status).toBe('processing')
  })

  test('what is no table, or too much, is refused at its field', async () => {
    for (const [text, message] of [
      ['', 'Please choose a file, or paste the cells'],
      ['x'.repeat(10_000_000), 'This is too much to import at once. Please import it in parts.'],
      ['%PDF-1.7', expect.stringContaining('There is no column with the order numbers.')],
    ]) {
      const response = await helper.call(adminShipping.previewTracking, { text })
      expect([response.statusCode, response.json().details]).toEqual([400, [{ field: 'text', message }]])
    }
  })

  test('2,000 orders leave by one file and are undone as one', async () => {
    const who = { first_name: 'Ada', last_name: 'Byron', email: 'ada@mail.example', order_date: today() }
    const item = { product_id: '101', product_name: 'Campus', price_cents: 7900, quantity: 1, image_file: null }
    const ids = Array.from({ length: 2000 }, (_, index) => String(500_001 + index))
    const orders = ids.map((order_id) => buildOrder({ order_id, ...who, items: [item] }))
    await inTransaction(shop.store.database, (trx) => insertOrders(trx, orders))
    const { audit_id } = await ship(file(...ids.map((id) => `${id},${USPS}`)))
    const shipped = async () => {
      const query = shop.store.database
        .selectFrom('orders')
        .select((row) => row.fn.countAll<number | string>().as('count'))
      return Number((await query.where('order_status', '=', 'shipped').executeTakeFirstOrThrow()).count)
    }
    expect(await shipped()).toBe(2000)
    expect((await helper.call(adminAudit.listAudit)).json().entries[0]).toMatchObject({
      id: audit_id,
      undo: 'possible',
    })
    expect((await undo(audit_id))[0]).toBe(200)
    expect(await shipped()).toBe(0)
    expect(await subjects()).toEqual([])
  })
})

describe('what is to go out and paid by card', () => {
  const { shop, owner, get, settle, operations, place, undo } = cardOrdersOf('sqlite')

  test('is charged ten seconds after it ships together with others, and not where that is undone before', async () => {
    const ids = [await place(), await place()]
    const shipments = ids.map((order_id) => ({ order_id, tracking_number: USPS, version: 0 }))
    const shipAll = async () => (await owner().call(adminShipping.shipSeveral, { shipments })).json().audit_id
    const id = await shipAll()
    expect((await operations('capture')).map(({ state }) => state)).toEqual(['due', 'due'])
    expect((await get(ids[0] ?? '')).events[0]?.mails).toHaveLength(1)
    expect(await undo(id)).toEqual([200, undefined])
    await settle()
    expect((await operations('capture')).map(({ state }) => state)).toEqual(['withdrawn', 'withdrawn'])
    for (const shipment of shipments) shipment.version = (await get(shipment.order_id)).version
    await shipAll()
    shop().passTime(MAIL_HOLD_MS)
    await settle()
    expect((await operations('capture')).filter(({ state }) => state === 'done')).toHaveLength(2)
  })
})
