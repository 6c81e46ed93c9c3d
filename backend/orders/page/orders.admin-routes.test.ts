import { adminAudit } from '@shop/contract/audit/admin'
import { requestPath } from '@shop/contract/http/call'
import { type AdminOrder, adminOrders, type ListedOrder } from '@shop/contract/orders/admin'
import { adminTakenOrders } from '@shop/contract/orders/taken-orders'
import { adminToday, type Today } from '@shop/contract/today/admin'
import { beforeAll, describe, expect } from 'vitest'
import { shop as config } from '../../../shop.config.ts'
import { findProduct } from '../../catalog/catalog.repository.ts'
import { type AdminVisitor, signInAs } from '../../testing/admin-visitor.ts'
import { callsOfOrders } from '../../testing/orders/order-calls.ts'
import { ENGINES } from '../../testing/servers/engines.ts'
import { sharedTestShop } from '../../testing/test-hooks.ts'
import { testsOn } from '../../testing/tests-on.ts'

const TAKEN = {
  channel: 'fair',
  first_name: 'Grace',
  last_name: 'Hopper',
  email: 'grace@shop.example',
  items: [{ product_id: '101', quantity: 1, price_cents: null }],
  delivery_cents: 0,
  tax_cents: 500,
  handed_over: true,
  note: '',
}

/** Each line is in stock, both together are not. */
const SPLIT = [1, 2].map(() => ({ product_id: '101', quantity: 15, price_cents: null }))

const TOWN = { address1: '12 Main St', city: 'Oakland', state: 'CA', zip: '94601' }

describe.each(ENGINES)("the admin's calls for orders on %s", (engine) => {
  const { test, onBoth } = testsOn(engine)
  const shop = sharedTestShop(engine)
  let owner: AdminVisitor
  let helper: AdminVisitor
  beforeAll(async () => {
    owner = await signInAs(shop, 'owner')
    helper = await signInAs(shop, 'helper')
  })

  const { place, cancel } = callsOfOrders(() => shop)
  const send = (
    visitor: AdminVisitor,
    { method, path }: { method: 'GET' | 'POST'; path: string },
    orderId: string,
    body?: unknown,
  ) => visitor.call({ method, path: requestPath(path, { order_id: orderId }, {}) }, body)
  const list = async (query: Record<string, unknown>) => {
    const path = requestPath(adminOrders.listAdminOrders.path, {}, query)
    const response = await helper.call({ method: 'GET', path })
    expect(response.statusCode).toBe(200)
    return response.json<{ orders: ListedOrder[]; next: string | null }>()
  }
  const idsOf = ({ orders }: { orders: ListedOrder[] }) => orders.map(({ order_id }) => order_id)
  const get = async (orderId: string, visitor = owner) =>
    (await send(visitor, adminOrders.getAdminOrder, orderId)).json<AdminOrder>()

  onBoth('orders are found by the beginnings of number, names and email, newest first', async () => {
    await place({ order_id: '310001', order_date: '2026-01-02', first_name: 'Zoë', last_name: "O'Dell-Marsh" })
    await place({ order_id: '310002', order_date: '2026-01-03', email: 'zoe.l@mail.example' })
    for (const q of ['zoe dell', 'ODELL', "o'dell", 'marsh', '#310001', 'ZOË o’dell']) {
      expect([q, idsOf(await list({ q: q === 'zoe dell' ? 'zoe odell' : q }))]).toEqual([q, ['310001']])
    }
    expect(idsOf(await list({ q: 'zoe.L@mail' }))).toEqual(['310002'])
    expect(idsOf(await list({ q: '31000' }))).toEqual(['310002', '310001'])
    for (const q of ['%', "' or 1=1", '31000 nobody']) expect(idsOf(await list({ q: `x${q}` }))).toEqual([])
  })

  onBoth('a long list comes in pages without gaps', async () => {
    const ids = Array.from({ length: 51 }, (_, index) => String(320_000 + index))
    for (const order_id of ids) await place({ order_id, order_date: '2026-02-01' })
    const first = await list({ q: '320' })
    const second = await list({ q: '320', after: first.next })
    expect([...idsOf(first), ...idsOf(second)]).toEqual(ids.toReversed())
    expect(second.next).toBeNull()
    const path = requestPath(adminOrders.listAdminOrders.path, {}, { after: 'bogus' })
    expect((await owner.call({ method: 'GET', path })).statusCode).toBe(400)
  })

  onBoth('filters list what waits: to be shipped, and to be refunded after a cancellation', async () => {
    await place({ order_id: '330001' })
    await place({ order_id: '330002' })
    expect((await cancel(['330001-1', '330001-2'], { orderId: '330001' })).statusCode).toBe(200)
    expect(idsOf(await list({ q: '3300', filter: 'to_ship' }))).toEqual(['330002'])
    expect((await list({ q: '3300', filter: 'to_pay_back' })).orders).toMatchObject([
      { order_id: '330001', status: 'cancelled', to_pay_back: true },
    ])
    const { orders: owners } = (await owner.call(adminToday.getToday)).json<Today>()
    const { orders: helpers } = (await helper.call(adminToday.getToday)).json<Today>()
    expect(owners.to_pay_back).toBeGreaterThan(0)
    expect(helpers).toEqual({ ...owners, to_pay_back: 0 })
    expect([(await get('330001')).to_pay_back, (await get('330002')).to_pay_back]).toEqual([true, false])
    const { paid_cents, version, events } = await get('330001')
    expect(events).toMatchObject([{ actor: null, text: expect.stringContaining('(Changed My Mind)') }, {}])
    const refund = { amount_cents: paid_cents, item_ids: [], note: '', version }
    expect((await send(owner, adminOrders.refundOrder, '330001', refund)).statusCode).toBe(200)
    expect(idsOf(await list({ q: '3300', filter: 'to_pay_back' }))).toEqual([])
  })

  onBoth('goods that were cancelled before the card was charged are nothing to refund', async () => {
    const { database } = shop.store
    await place({ order_id: '335001' })
    await cancel(['335001-1'], { orderId: '335001' })
    const payment = {
      ...{ reference: '335001-abcdef', order_id: '335001', gateway_id: 'sale', created_at: '2026-11-02T10:00:00.000Z' },
      ...{ card_brand: 'Visa', card_last_four: '1111', authorized_cents: 9000, captured_cents: 0, refunded_cents: 0 },
      state: 'authorized' as const,
    }
    await database.insertInto('payments').values(payment).execute()
    const isToRefund = async () => (await get('335001')).to_pay_back
    const charge = (captured_cents: number, refunded_cents: number) =>
      database.updateTable('payments').set({ captured_cents, refunded_cents }).execute()
    expect(await isToRefund()).toBe(false)
    await charge(9000, 0)
    expect(await isToRefund()).toBe(true)
    await charge(9000, 9000)
    expect(await isToRefund()).toBe(false)
    await database.deleteFrom('payments').execute()
  })

  test('an order is shipped after its email was shown; its page says what happened, and the change is undone', async () => {
    await place({ order_id: '340001' })
    const shipment = { tracking_number: ' 1Z999AA10123456784 ' }
    const preview = await send(helper, adminOrders.previewOrderMail, '340001', { change: 'ship', ...shipment })
    expect(preview.json()).toMatchObject({
      to: 'jose@example.org',
      text: expect.stringContaining('https://www.ups.com/track?tracknum=1Z999AA10123456784'),
    })
    expect(await get('340001')).toMatchObject({ version: 0, tracking_number: null, cancel_problem: null })
    const { audit_id } = (await send(helper, adminOrders.shipOrder, '340001', { ...shipment, version: 0 })).json()
    expect(await get('340001')).toMatchObject({
      status: 'shipped',
      parcels: [{ carrier: { name: 'UPS' } }],
      version: 1,
      ship_problem: 'Order 340001 is already shipped. You can correct a wrong tracking number.',
      events: [
        {
          actor: 'Ada',
          text: 'Shipped, tracking number 1Z999AA10123456784',
          undo_id: audit_id,
          mails: [{ to: 'shopper', delivery: 'waiting', delivery_error: null }],
        },
        { text: 'Ordered', mails: [] },
      ],
      has_mail_server: false,
    })
    const stale = await send(owner, adminOrders.shipOrder, '340001', { tracking_number: '2Z', version: 0 })
    expect([stale.statusCode, stale.json().message]).toEqual([
      409,
      'Someone else just changed this order. Please look at it again.',
    ])
    await send(owner, adminOrders.shipOrder, '340001', { tracking_number: '2Z', version: 1 })
    const [corrected] = (await get('340001')).events
    expect(corrected?.text).toBe('Tracking number corrected to 2Z')
    expect((await owner.call(adminAudit.undoChange, { id: corrected?.undo_id })).statusCode).toBe(200)
    expect(await get('340001')).toMatchObject({ tracking_number: '1Z999AA10123456784' })
  })

  test('an address is added, corrected and removed, also once the order has shipped, each with an undo', async () => {
    await place({ order_id: '348001' })
    const correct = async (address1: string | null, version: number) => {
      const address = address1 === null ? null : { address1, city: 'Oakland', state: 'calif.', zip: '94601' }
      const body = { address, version }
      const response = await send(helper, adminOrders.correctAddress, '348001', body)
      return [response.statusCode, response.json().details?.[0] ?? null]
    }
    const errorOf = (message: string) => [409, { field: 'address', message }]
    expect(await correct(null, 0)).toEqual(errorOf('Please enter the address'))
    expect(await correct(' 12 Main St ', 0)).toEqual([200, null])
    expect(await correct('12 Main St', 1)).toEqual(errorOf('Order 348001 already has this address.'))
    await send(owner, adminOrders.shipOrder, '348001', { tracking_number: '1Z', version: 1 })
    // The second of two who correct it at the same time has not seen what the first has written.
    const both = await Promise.all([correct('7 Elm St', 2), correct('9 Elm St', 2)])
    expect(both.map(([status]) => status).sort()).toEqual([200, 409])
    expect(await correct(null, 3)).toEqual([200, null])
    const { delivery_address, events } = await get('348001')
    expect(delivery_address).toBeNull()
    expect(events.map(({ text, undo_id, mails }) => [text, undo_id !== null, mails.length > 0])).toEqual([
      ['Delivery address removed', true, false],
      [expect.stringMatching(/^Delivery address: [79] Elm St, Oakland, CA 94601$/), false, false],
      ['Shipped, tracking number 1Z', true, true],
      ['Delivery address: 12 Main St, Oakland, CA 94601', false, false],
      ['Ordered', false, false],
    ])
    expect((await helper.call(adminAudit.undoChange, { id: events[0]?.undo_id })).statusCode).toBe(200)
    expect(await get('348001')).toMatchObject({
      delivery_address: expect.stringMatching(/^[79] Elm St\nOakland, CA 94601$/),
      address: { address1: expect.stringMatching(/^[79] Elm St$/), state: 'CA', country: 'US' },
      label_problem: null,
    })
  })

  test('what would be refused is refused before its email is shown, beside its field', async () => {
    await place({ order_id: '347001' })
    const preview = async (change: object) => {
      const response = await send(owner, adminOrders.previewOrderMail, '347001', change)
      return [response.statusCode, response.json().details?.[0]?.field, response.json().message]
    }
    const { paid_cents } = await get('347001')
    const refund = { change: 'refund', item_ids: [], note: '' }
    expect((await preview({ ...refund, amount_cents: paid_cents }))[0]).toBe(200)
    expect(await preview({ ...refund, amount_cents: paid_cents + 1 })).toEqual([
      409,
      'amount_cents',
      expect.stringMatching(/^At most \$\d+\.\d\d of order 347001 can be refunded\.$/),
    ])
    await send(owner, adminOrders.shipOrder, '347001', { tracking_number: '1Z', version: 0 })
    expect((await preview({ change: 'ship', tracking_number: '1Z' })).slice(0, 2)).toEqual([409, 'tracking_number'])
    expect((await preview({ change: 'ship', tracking_number: '2Z' }))[0]).toBe(200)
    const cancellation = { change: 'cancel', item_ids: ['347001-1'], reason: 'Out of canvas' }
    expect(await preview(cancellation)).toEqual([409, undefined, expect.stringContaining('has shipped')])
  })

  test('helpers pay nothing back, neither see such an email nor undo a refund', async () => {
    await place({ order_id: '350001' })
    const refund = { amount_cents: 1250, item_ids: ['350001-1'], note: 'Torn' }
    expect((await send(helper, adminOrders.refundOrder, '350001', { ...refund, version: 0 })).statusCode).toBe(403)
    const preview = await send(helper, adminOrders.previewOrderMail, '350001', { change: 'refund', ...refund })
    expect(preview.statusCode).toBe(403)
    const done = await send(owner, adminOrders.refundOrder, '350001', { ...refund, version: 0 })
    expect(await get('350001')).toMatchObject({ refunded_cents: 1250, items: [{ refund_status: 'refunded' }, {}] })
    const seen = (await get('350001', helper)).events[0]
    expect(seen).toMatchObject({ text: 'Refunded $12.50 for 2 × Campus Slim Backpack, Blue (Torn)', undo_id: null })
    expect((await helper.call(adminAudit.undoChange, { id: done.json().audit_id })).statusCode).toBe(403)
    expect((await owner.call(adminAudit.undoChange, { id: done.json().audit_id })).statusCode).toBe(200)
    expect((await get('350001')).events[0]).toMatchObject({ text: 'Refund undone: $12.50' })
  })

  test('the shop cancels items and notes why', async () => {
    await place({ order_id: '360001' })
    const cancellation = { item_ids: ['360001-2'], reason: 'Out of canvas' }
    const preview = await send(helper, adminOrders.previewOrderMail, '360001', { change: 'cancel', ...cancellation })
    expect(preview.json().text).toContain('Reason: Out of canvas')
    expect((await send(helper, adminOrders.cancelByShop, '360001', { ...cancellation, version: 0 })).statusCode).toBe(
      200,
    )
    await send(helper, adminOrders.noteOnOrder, '360001', { note: '<b>Called</b>' })
    expect(await get('360001')).toMatchObject({
      items: [{ cancellation_status: null }, { cancellation_status: 'cancelled' }],
      events: [
        { text: 'Note: <b>Called</b>' },
        { text: 'Cancelled by the shop: 1 × Hybrid Full Backpack, Blue (Out of canvas)' },
        {},
      ],
    })
  })

  onBoth('an order taken at a fair is shown before it is entered, leaves the stock, and is entered once', async () => {
    const stock = async () => (await findProduct(shop.store.database, '101'))?.stock_quantity ?? 0
    const before = await stock()
    const body = {
      ...TAKEN,
      items: [{ product_id: '101', quantity: 2, price_cents: 7000 }],
      address: { address1: ' 12 Main St', city: 'Oakland ', state: 'CA', zip: '94601' },
      note: 'Paid in cash',
    }
    const preview = await helper.call(adminTakenOrders.previewTakenOrder, body)
    expect(preview.json()).toMatchObject({
      to: 'grace@shop.example',
      text: expect.stringContaining('$145.00'),
      total_cents: 14_500,
    })
    expect(await stock()).toBe(before)
    const sent = [1, 2].map(() => helper.call(adminTakenOrders.takeOrder, body, { 'idempotency-key': 'taken-once' }))
    const [first, second] = (await Promise.all(sent)).map((response) => response.json())
    expect(second).toEqual(first)
    expect(await stock()).toBe(before - 2)
    expect(await get(first.order_id)).toMatchObject({
      channel: 'fair',
      status: 'delivered',
      delivery_address: '12 Main St\nOakland, CA 94601',
      shop: { name: config.name },
      paid_cents: 14_500,
      cancel_problem: `Order ${first.order_id} has already left the shop. Refund what comes back.`,
      events: [{ text: 'Entered by the shop. Paid in cash', undo_id: first.audit_id }, { text: 'Ordered at a fair' }],
    })
    expect((await helper.call(adminAudit.undoChange, { id: first.audit_id })).statusCode).toBe(200)
    expect(await stock()).toBe(before)
    expect((await send(owner, adminOrders.getAdminOrder, first.order_id)).statusCode).toBe(404)
  })

  test.each([
    ['nothing', { items: [] }, 400, 'items'],
    ['no name', { first_name: ' ' }, 400, 'first_name'],
    ['no email address', { email: 'nobody' }, 400, 'email'],
    ['no number', { items: [{ product_id: '101', quantity: 0, price_cents: null }] }, 400, 'items.0.quantity'],
    ['a negative price', { items: [{ product_id: '101', quantity: 1, price_cents: -1 }] }, 400, 'items.0.price_cents'],
    [
      'a price as text',
      { items: [{ product_id: '101', quantity: 1, price_cents: '7,50' }] },
      400,
      'items.0.price_cents',
    ],
    ['a huge delivery', { delivery_cents: 10_000_001 }, 400, 'delivery_cents'],
    ['an endless note', { note: 'x'.repeat(1001) }, 400, 'note'],
    ['an endless address', { address: { ...TOWN, address1: 'x'.repeat(301) } }, 400, 'address.address1'],
    ['an address without a ZIP code', { address: { ...TOWN, zip: ' ' } }, 400, 'address.zip'],
    ['a ZIP code of another state', { address: { ...TOWN, state: 'OR' } }, 400, 'address.zip'],
    ['an address of a page from before', { delivery_address: '12 Main St' }, 400, 'delivery_address'],
    ['too many', { items: [{ product_id: '101', quantity: 9999, price_cents: null }] }, 409, 'items.0.quantity'],
    ['more than all in two lines', { items: SPLIT }, 409, 'items.0.quantity'],
    [
      'a product that is gone',
      { items: [{ product_id: 'none', quantity: 1, price_cents: null }] },
      409,
      'items.0.product_id',
    ],
  ])(
    'an order with %s is refused beside its field, before and when it is entered',
    async (_name, change, status, field) => {
      for (const endpoint of [adminTakenOrders.previewTakenOrder, adminTakenOrders.takeOrder]) {
        const response = await helper.call(endpoint, { ...TAKEN, ...change })
        expect([endpoint.path, response.statusCode]).toEqual([endpoint.path, status])
        expect(response.json().details[0]).toMatchObject({ field })
      }
    },
  )

  test.each([
    ['no tracking number', adminOrders.shipOrder, { tracking_number: '  ', version: 0 }, 'tracking_number'],
    ['a tracking number with markup', adminOrders.shipOrder, { tracking_number: '<b>', version: 0 }, 'tracking_number'],
    ['no items', adminOrders.cancelByShop, { item_ids: [], reason: 'x', version: 0 }, 'item_ids'],
    ['no reason', adminOrders.cancelByShop, { item_ids: ['x'], reason: ' ', version: 0 }, 'reason'],
    ['nothing', adminOrders.refundOrder, { amount_cents: 0, item_ids: [], note: '', version: 0 }, 'amount_cents'],
    [
      'a negative amount',
      adminOrders.refundOrder,
      { amount_cents: -5, item_ids: [], note: '', version: 0 },
      'amount_cents',
    ],
    [
      'a part of a cent',
      adminOrders.refundOrder,
      { amount_cents: 1.5, item_ids: [], note: '', version: 0 },
      'amount_cents',
    ],
    ['a text', adminOrders.refundOrder, { amount_cents: '12,50', item_ids: [], note: '', version: 0 }, 'amount_cents'],
    ['an endless note', adminOrders.noteOnOrder, { note: 'x'.repeat(1001) }, 'note'],
    ['an empty note', adminOrders.noteOnOrder, { note: ' ' }, 'note'],
    [
      'an endless address',
      adminOrders.correctAddress,
      { address: { ...TOWN, city: 'x'.repeat(101) }, version: 0 },
      'address.city',
    ],
  ])('%s is refused beside its field', async (_name, endpoint, body, field) => {
    const response = await send(owner, endpoint, '999999', body)
    expect(response.statusCode).toBe(400)
    expect(response.json().details).toMatchObject([{ field }])
  })

  test('an order that does not exist is not found', async () => {
    expect((await send(owner, adminOrders.getAdminOrder, '999999')).statusCode).toBe(404)
    expect((await send(owner, adminOrders.noteOnOrder, '999999', { note: 'x' })).statusCode).toBe(404)
  })
})
