import { adminAudit } from '@shop/contract/audit/admin'
import { requestPath } from '@shop/contract/http/call'
import { type AdminOrder, adminOrders } from '@shop/contract/orders/admin'
import { adminSettings } from '@shop/contract/settings/admin'
import { beforeAll, expect, test } from 'vitest'
import { readPresentation } from '../../catalog/lines/presentation.ts'
import { watchCatalogVersion } from '../../platform/database/catalog-version/catalog-version.ts'
import { localDay } from '../../platform/lib/days/local-day.ts'
import { followSettings } from '../../platform/settings/current-settings.ts'
import { type AdminVisitor, signInAs } from '../../testing/admin-visitor.ts'
import { callsOfOrders } from '../../testing/orders/order-calls.ts'
import { sharedTestShop } from '../../testing/test-hooks.ts'

const UPS = '1Z999AA10123456784'
const ALREADY_SHIPPED = 'Order is already shipped. Please contact seller.'

const shop = sharedTestShop('sqlite')
let owner: AdminVisitor
let helper: AdminVisitor
beforeAll(async () => {
  owner = await signInAs(shop, 'owner')
  helper = await signInAs(shop, 'helper')
})

const { place, cancel } = callsOfOrders(() => shop)
const send = (endpoint: { method: 'GET' | 'POST'; path: string }, orderId: string, body?: unknown) =>
  helper.call({ method: endpoint.method, path: requestPath(endpoint.path, { order_id: orderId }, {}) }, body)
const get = async (orderId: string) => (await send(adminOrders.getAdminOrder, orderId)).json<AdminOrder>()
const undo = (id: unknown) => helper.call(adminAudit.undoChange, { id })
const today = () => localDay(shop.clock())
const mailsOf = async (subject: string) =>
  (await shop.store.database.selectFrom('outbox').select(['subject', 'text']).execute()).filter((mail) =>
    mail.subject.includes(subject),
  )

test('an order leaves by own delivery, gets a number later, and each step is undone', async () => {
  await place({ order_id: '500001' })
  const preview = await send(adminOrders.previewOrderMail, '500001', { change: 'ship', way: 'own_delivery' })
  expect(preview.json().text).toContain('We’ll deliver it to you ourselves.')
  const left = await send(adminOrders.shipOrder, '500001', { way: 'own_delivery', version: 0 })
  expect(await get('500001')).toMatchObject({
    status: 'shipped',
    shipped_by: 'own_delivery',
    tracking_number: null,
    ship_problem: null,
    cancel_problem: 'Order 500001 has shipped. Undo the shipment first, or refund the return.',
    events: [{ text: 'Shipped by local delivery' }, {}],
  })
  const twice = await send(adminOrders.shipOrder, '500001', { way: 'picked_up', version: 1 })
  expect([twice.statusCode, twice.json().message]).toEqual([409, 'Order 500001 is already shipped.'])

  const numbered = await send(adminOrders.shipOrder, '500001', { way: 'tracked', tracking_number: UPS, version: 1 })
  expect(await get('500001')).toMatchObject({
    tracking_number: UPS,
    shipped_by: null,
    parcels: [{ carrier: { name: 'UPS' } }],
  })
  expect((await mailsOf('Tracking number for your order # 500001'))[0]?.text).toContain(UPS)
  expect((await undo(numbered.json().audit_id)).statusCode).toBe(200)
  expect(await get('500001')).toMatchObject({ status: 'shipped', shipped_by: 'own_delivery', tracking_number: null })
  expect((await undo(left.json().audit_id)).statusCode).toBe(200)
  expect(await get('500001')).toMatchObject({ status: 'processing', shipped_by: null, delivered_on: null })
  expect(await mailsOf('500001')).toEqual([])
})

test('a shopper cannot cancel what left without a tracking number', async () => {
  for (const [order_id, way] of [
    ['500011', 'own_delivery'],
    ['500012', 'picked_up'],
    ['500013', 'untracked'],
  ] as const) {
    await place({ order_id })
    expect((await send(adminOrders.shipOrder, order_id, { way, version: 0 })).statusCode).toBe(200)
    const rejected = await cancel([`${order_id}-1`], { orderId: order_id })
    expect([rejected.statusCode, rejected.json().message]).toEqual([409, ALREADY_SHIPPED])
  }
})

test('what was picked up is delivered with that; a shipment with a number needs one', async () => {
  await place({ order_id: '500021' })
  const missing = await send(adminOrders.shipOrder, '500021', { way: 'tracked', version: 0 })
  expect([missing.statusCode, missing.json().details]).toEqual([
    400,
    [{ field: 'tracking_number', message: 'Please enter the tracking number' }],
  ])
  await send(adminOrders.shipOrder, '500021', { way: 'picked_up', version: 0 })
  expect(await get('500021')).toMatchObject({
    status: 'delivered',
    delivered_on: today(),
    order_status: 'delivered',
  })
  const back = await send(adminOrders.markDelivered, '500021', { delivered_on: null, version: 1 })
  expect([back.statusCode, back.json().message]).toEqual([409, 'Order 500021 was handed over by the shop.'])
})

test('what was taken along cannot be on its way; an order by phone that was imported can', async () => {
  const arrived = { channel: 'phone', order_status: 'delivered', order_date: '2026-11-01' } as const
  await place({ ...arrived, order_id: '500301', delivered_on: '2026-11-01' })
  await place({ ...arrived, order_id: '500302' })
  await place({ ...arrived, order_id: '500303', order_status: 'shipped' })
  const body = { order_ids: ['500303'], delivered_on: '2026-11-04' }
  expect((await helper.call(adminOrders.markSeveralDelivered, body)).statusCode).toBe(200)
  expect(await get('500303')).toMatchObject({ delivered_on: '2026-11-04', events: [{ text: 'Delivered' }, {}] })
  expect(await get('500301')).toMatchObject({ delivered_on: '2026-11-01', events: [{ text: 'Ordered by phone' }] })
  const answers = []
  for (const id of ['500301', '500302', '500303']) {
    const { version } = await get(id)
    const { statusCode } = await send(adminOrders.markDelivered, id, { delivered_on: null, version })
    answers.push([statusCode, (await get(id)).status])
  }
  expect(answers).toEqual([
    [409, 'delivered'],
    [200, 'shipped'],
    [200, 'shipped'],
  ])
})

test('delivered is said by hand, on a day that can be corrected, taken back and undone', async () => {
  await place({ order_id: '500031' })
  const early = await send(adminOrders.markDelivered, '500031', { delivered_on: today(), version: 0 })
  expect([early.statusCode, early.json().message]).toEqual([409, 'Order 500031 has not shipped yet.'])
  await send(adminOrders.shipOrder, '500031', { tracking_number: UPS, version: 0 })
  const days = [
    ['2099-01-01', 'This day is in the future.'],
    ['2026-11-01', 'Order 500031 was placed after this day.'],
  ]
  for (const [delivered_on, message] of days) {
    const rejected = await send(adminOrders.markDelivered, '500031', { delivered_on, version: 1 })
    expect([rejected.statusCode, rejected.json().details]).toEqual([409, [{ field: 'delivered_on', message }]])
  }
  await send(adminOrders.markDelivered, '500031', { delivered_on: '2026-11-10', version: 1 })
  const corrected = await send(adminOrders.markDelivered, '500031', { delivered_on: '2026-11-09', version: 2 })
  expect(await get('500031')).toMatchObject({
    status: 'delivered',
    delivered_on: '2026-11-09',
    events: [{ text: 'Delivered on Nov 9, 2026', mails: [] }, { text: 'Delivered on Nov 10, 2026' }, {}, {}],
  })
  await undo(corrected.json().audit_id)
  expect(await get('500031')).toMatchObject({ delivered_on: '2026-11-10' })
  const { version } = await get('500031')
  const back = await send(adminOrders.markDelivered, '500031', { delivered_on: null, version })
  expect(await get('500031')).toMatchObject({ status: 'shipped', tracking_number: UPS, delivered_on: null })
  await undo(back.json().audit_id)
  expect(await get('500031')).toMatchObject({ status: 'delivered', delivered_on: '2026-11-10' })
})

test('several orders are delivered as one change with one undo, all of them or none', async () => {
  const ids = ['500041', '500042']
  for (const order_id of ids) await place({ order_id })
  await send(adminOrders.shipOrder, '500041', { way: 'own_delivery', version: 0 })
  const body = { order_ids: ids, delivered_on: today() }
  const rejected = await helper.call(adminOrders.markSeveralDelivered, body)
  expect([rejected.statusCode, rejected.json().message]).toEqual([409, 'Order 500042 has not shipped yet.'])
  expect(await get('500041')).toMatchObject({ status: 'shipped' })

  const ship = await send(adminOrders.shipOrder, '500042', { tracking_number: UPS, version: 0 })
  const path = requestPath(adminOrders.listAdminOrders.path, {}, { filter: 'on_its_way', q: '50004' })
  expect((await helper.call({ method: 'GET', path })).json().orders).toHaveLength(2)
  const { audit_id } = (await helper.call(adminOrders.markSeveralDelivered, body)).json()
  for (const id of ids) {
    expect(await get(id)).toMatchObject({ status: 'delivered', delivered_on: today() })
    expect((await get(id)).events.map(({ text }) => text)).toContain('Delivered')
  }
  const inTheWay = await undo(ship.json().audit_id)
  expect(inTheWay.json().message).toContain(`because of a later one: change ${audit_id} (`)
  expect((await undo(audit_id)).statusCode).toBe(200)
  for (const id of ids) expect(await get(id)).toMatchObject({ status: 'shipped', delivered_on: null })
})

test("the packing slip has the sender's postal address, and no page of the shop does", async () => {
  await place({ order_id: '500051' })
  const wanted = { shopAddress: { address1: '1 Mill Lane', city: 'Oakland', state: 'CA', zip: '94601' } }
  const changed = await owner.call(adminSettings.changeSettings, { wanted, seen: { shopAddress: null } })
  expect(changed.statusCode).toBe(200)
  expect((await get('500051')).shop.postal_address).toBe('1 Mill Lane\nOakland, CA 94601')
  const version = await watchCatalogVersion(shop.store)
  expect(
    (
      await followSettings(shop.store.database, version, {
        readShown: readPresentation,
        hasCodes: async () => false,
        isTestShop: false,
      })
    ).last,
  ).not.toHaveProperty('shopAddress')
  await version.close()
  expect((await owner.call(adminAudit.undoChange, { id: changed.json().audit_id })).statusCode).toBe(200)
  expect((await get('500051')).shop.postal_address).toBe('')
})
