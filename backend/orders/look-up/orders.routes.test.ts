import { listOrderRefunds, orderCalls } from '@shop/contract/orders/calls'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../../tests/harness/any-character.ts'
import { localDay } from '../../platform/lib/days/local-day.ts'
import { callsOfOrders } from '../../testing/orders/order-calls.ts'
import { JOSE } from '../../testing/orders/orders.ts'
import { eachTestShop } from '../../testing/test-hooks.ts'
import { refundOrder } from '../refunds/refund-order.ts'

const shop = eachTestShop('sqlite')

const { place, findOrder, cancel, signUp } = callsOfOrders(() => shop)

test('lookup: a guest finds the order by number, names and email together', async () => {
  await place()
  const order = await findOrder('100001')
  expect(order).toMatchObject({
    order_id: '100001',
    order_date: '2026-11-02',
    estimated_delivery_date: '2026-11-09',
    order_status: 'processing',
    tracking_number: null,
    subtotal_cents: 2 * 7900 + 12_400 + 599,
    tax_cents: 2327,
    total_cents: 2 * 7900 + 12_400 + 599 + 2327,
  })
  expect(order?.items).toMatchObject([
    { order_item_id: '100001-1', product_id: '101', quantity: 2, price_cents: 7900, cancellation_status: null },
    { order_item_id: '100001-2', product_id: '107', quantity: 1, price_cents: 12_400, refund_status: null },
  ])
  expect(order?.items[0]?.image_url).toMatch(/^\/images\/campus-slim-blue-quarter\.jpg/)
})

test('what was refunded is shown with its day, also where it was for no item', async () => {
  await place()
  const { store, clock } = shop
  const request = { order_id: '100001', item_ids: [], note: '', despite_dispute: false }
  const context = { database: store.database, clock, actor: 'owner@shop.example' }
  expect((await findOrder('100001'))?.details).not.toHaveProperty('refunds')
  await refundOrder(context, { ...request, amount_cents: 1250, version: 0 })
  const order = await findOrder('100001')
  expect(order && listOrderRefunds(order)).toEqual([{ cents: 1250, day: localDay(clock()) }])
  expect(order?.items.map(({ refund_status }) => refund_status)).toEqual([null, null])
})

test.each([
  ['shipped', 'Completed', 'Order is already shipped. Please contact seller.'],
  ['cancelled', 'Voided', 'This order is already cancelled.'],
  ['refunded', null, 'This order is already refunded.'],
  // The status itself says it.
  ['shipped', null, null],
  ['processing', 'On hold', null],
] as const)('an order imported as %s, with the status %s of its own, says whether it is cancelled', async (...row) => {
  const [order_status, imported_status, problem] = row
  await place({ order_status })
  await shop.store.database.updateTable('orders').set({ imported_status }).execute()
  expect((await findOrder('100001'))?.cancel_problem).toBe(problem)
  const refused =
    problem ?? (order_status === 'shipped' ? 'Order is already shipped. Please contact seller.' : undefined)
  expect((await cancel(['100001-1'])).json().message).toBe(refused)
})

test('lookup accepts an order number and names as people write them', async () => {
  await place()
  for (const [name, orderId, person] of [
    ['a leading # and blanks', ' # 100001 ', {}],
    ['blanks around', ' 100001 ', {}],
    [
      'other letter case, accents included',
      '100001',
      { firstName: ' JOSÉ ', lastName: "o'BRIEN", email: 'JOSE@Example.ORG ' },
    ],
    ['without the accent', '100001', { firstName: 'Jose' }],
    ['a decomposed accent and a typographic apostrophe', '100001', { firstName: 'Jose\u0301', lastName: 'O’Brien' }],
    [
      'an okina and unseen characters',
      '\u200b100\u00ad001\ufeff',
      { firstName: '\u200eJosé', lastName: 'Oʻ\u2060Brien' },
    ],
    ['a prime and full-width digits', '＃１００００１', { lastName: 'O′Brien', email: 'jose＠example.org\u200b' }],
  ] as const) {
    expect(await findOrder(orderId, person), name).not.toBeNull()
  }
})

test('lookup responds with an empty list for anything else, and for patterns and SQL', async () => {
  await place()
  let attempt = 0
  for (const [name, orderId, person] of [
    ['another number', '100002', {}],
    ['1e5', '1e5', {}],
    ['other digits', '١٠٠٠٠١', {}],
    ['an Arabic three', '٣', {}],
    ['a wildcard', '%', {}],
    ['a leading zero', '0100001', {}],
    ['SQL for a number', "100001' or '1'='1", {}],
    ['one wrong letter in the first name', '100001', { firstName: 'Josa' }],
    ['one wrong letter in the last name', '100001', { lastName: "O'Brian" }],
    ['one wrong letter in the email', '100001', { email: 'jose@example.com' }],
    ['an empty name', '100001', { firstName: '' }],
    ['SQL for a name', '100001', { firstName: "' or 1=1 --" }],
    ['a wildcard for a name', '100001', { firstName: '%', lastName: '_' }],
    ['a right-to-left name', '100001', { firstName: 'שלום' }],
  ] as const) {
    const query = new URLSearchParams({ orderId, ...JOSE, ...person })
    attempt += 1
    const response = await shop.app.inject({ url: `/api/orderDetail?${query}`, remoteAddress: `10.0.0.${attempt}` })
    expect(response.statusCode, name).toBe(200)
    expect(response.body, name).toBe('[]')
    expect(response.headers['cache-control']).toBe('no-store')
  }
})

test('lookup refuses what is too long, missing or unprintable with 400', async () => {
  for (const [name, query] of [
    ['2,000 characters', { ...JOSE, orderId: '100001', firstName: 'x'.repeat(2000) }],
    ['no names', { orderId: '100001' }],
    ['a NUL character', { ...JOSE, orderId: '100001\0' }],
  ] as const) {
    const response = await shop.app.inject(`/api/orderDetail?${new URLSearchParams(query)}`)
    expect(response.statusCode, name).toBe(400)
    expect(response.json()).toMatchObject({ success: false, error: 'invalid_request' })
  }
})

test("lookup: the owner's token replaces the names, another customer's does not", async () => {
  const owner = await signUp('sam@example.org')
  const other = await signUp('other@example.org')
  await place({ customer_id: owner.user.customer_id })
  const strangers = { firstName: 'x', lastName: 'y', email: 'z@example.org' }
  expect(await findOrder('100001', strangers, owner.token)).not.toBeNull()
  expect(await findOrder('100001', strangers, other.token)).toBeNull()
  expect(await findOrder('100001', strangers)).toBeNull()
  expect(await findOrder('100001', {}, 'not-a-token')).not.toBeNull()
})

test('lookup never responds 5xx, whatever the input', async () => {
  await place()
  const text = fc.string({ unit: anyCharacter, maxLength: 30 })
  let looked = 0
  await fc.assert(
    fc.asyncProperty(text, text, async (orderId, firstName) => {
      const query = new URLSearchParams({ ...JOSE, orderId, firstName })
      looked += 1
      // From different addresses, so none is rate limited.
      const remoteAddress = `10.0.0.${looked}`
      const response = await shop.app.inject({ url: `/api/orderDetail?${query}`, remoteAddress })
      expect([200, 400]).toContain(response.statusCode)
    }),
    { numRuns: 40 },
  )
})

test("a customer's own orders are listed, newest first, and no others", async () => {
  const { user, token } = await signUp('sam@example.org')
  await place({ order_id: '1', customer_id: user.customer_id, order_date: '2026-01-05' })
  await place({ order_id: '2', customer_id: user.customer_id, order_date: '2026-03-05' })
  await place({ order_id: '3' })
  expect(await shop.call(orderCalls.listOrders, { query: { customerId: user.customer_id } }, { token })).toEqual([
    { order_id: '2', order_date: '2026-03-05' },
    { order_id: '1', order_date: '2026-01-05' },
  ])
})

test('names and emails appear in no log line', async () => {
  await place()
  await findOrder('100001')
  await findOrder('100001', { firstName: 'Mallory' })
  await cancel(['100001-1'])
  await cancel(['100001-1'], { cancellationReason: 'Because' })
  await shop.app.inject(`/api/orderDetail?${new URLSearchParams({ firstName: 'Mallory', email: JOSE.email })}`)
  expect(shop.logged()).toContain('/api/orderDetail')
  for (const secret of ['José', 'Jos%', "O'Brien", 'Brien', 'jose@', 'jose%', 'Mallory', 'I found one']) {
    expect(shop.logged().toLowerCase()).not.toContain(secret.toLowerCase())
  }
})
