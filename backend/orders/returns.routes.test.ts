import { adminAudit } from '@shop/contract/admin/audit'
import { type AdminOrder, adminOrders } from '@shop/contract/admin/orders'
import { adminReturns, MAX_LABEL_BYTES } from '@shop/contract/admin/returns'
import { adminToday, type Today } from '@shop/contract/admin/today'
import { requestPath } from '@shop/contract/call'
import { catalogCalls } from '@shop/contract/catalog'
import { RETURN_DETAILS_LENGTH, type ReturnItem, returnCalls } from '@shop/contract/returns'
import { beforeAll, expect, test } from 'vitest'
import { addDays, localDay } from '../lib/local-day.ts'
import { type AdminVisitor, signInAs } from '../testing/admin-visitor.ts'
import { callsOfOrders } from '../testing/order-calls.ts'
import { JOSE } from '../testing/orders.ts'
import { sharedTestShop } from '../testing/test-hooks.ts'

const shop = sharedTestShop('sqlite')
let owner: AdminVisitor
let helper: AdminVisitor
beforeAll(async () => {
  shop.stopTime()
  owner = await signInAs(shop, 'owner')
  helper = await signInAs(shop, 'helper')
})

const { place } = callsOfOrders(() => shop)
const ARRIVED = { order_status: 'delivered', tracking_number: '1Z9' } as const
const DAY = 24 * 60 * 60_000
/** So many days ago, in the shop's time zone. */
const daysAgo = (days: number) => addDays(localDay(shop.clock()), -days)
const arrive = (order_id: string, days = 10) =>
  place({ ...ARRIVED, order_id, order_date: daysAgo(days + 3), delivered_on: daysAgo(days) })

const ask = (orderId: string, items: ReturnItem[], more: Record<string, unknown> = {}) =>
  shop.app.inject({
    method: 'POST',
    url: returnCalls.askToReturn.path,
    payload: { ...JOSE, orderId, items, reason: 'Changed My Mind', details: '', ...more },
  })
const one = (orderId: string, quantity = 1) => [{ order_item_id: `${orderId}-1`, quantity }]
const returnsOf = (orderId: string) => shop.call(returnCalls.getOrderReturns, { query: { orderId, ...JOSE } })
const send = (
  by: AdminVisitor,
  endpoint: { method: 'GET' | 'POST'; path: string },
  orderId: string,
  body?: Record<string, unknown>,
) => {
  const path = requestPath(endpoint.path, { order_id: orderId, return_id: `${orderId}-RMA1` }, {})
  return by.call({ method: endpoint.method, path }, body)
}
const get = async (orderId: string) => (await send(owner, adminOrders.getAdminOrder, orderId)).json<AdminOrder>()
const change = async (
  by: AdminVisitor,
  endpoint: { method: 'GET' | 'POST'; path: string },
  orderId: string,
  body: Record<string, unknown>,
) => send(by, endpoint, orderId, { version: (await get(orderId)).version, ...body })
const mailsOf = async (orderId: string) =>
  (await shop.store.database.selectFrom('outbox').select(['kind', 'recipient', 'text', 'subject']).execute()).filter(
    ({ subject }) => subject.includes(orderId),
  )
const stockOf = async (id: string) =>
  (await shop.call(catalogCalls.getProduct, { params: { product_id: id } })).stock_quantity ?? 0

const PDF = Buffer.from('%PDF-1.7\nprepaid label')

test('a shopper asks to return, the family accepts with a label, receives it and pays it back, each with its mail', async () => {
  await arrive('600001')
  expect(await returnsOf('600001')).toEqual({
    last_day: daysAgo(-5),
    is_over: false,
    returnable: [
      { order_item_id: '600001-1', quantity: 2 },
      { order_item_id: '600001-2', quantity: 1 },
    ],
    returns: [],
  })
  expect(
    (await ask('600001', one('600001'), { reason: 'Defective/Damaged', details: ' A seam 🧵 is open. ' })).json(),
  ).toEqual({
    success: true,
  })
  expect((await mailsOf('600001')).map(({ kind }) => kind).toSorted()).toEqual(['return', 'return-shop'])
  expect((await owner.call(adminToday.getToday)).json<Today>().orders.returns).toBe(1)

  const preview = { change: 'accept_return', return_id: '600001-RMA1', answer: 'Thank you.', has_label: true }
  const mail = (await send(owner, adminOrders.previewOrderMail, '600001', preview)).json()
  expect(mail.text).toContain('(the link to the label)')
  expect(mail.text, 'the label has the address').not.toContain('we tell you where')
  const accepted = await change(owner, adminReturns.acceptReturn, '600001', {
    answer: 'Thank you.',
    label: PDF.toString('base64'),
  })
  expect(accepted.statusCode).toBe(200)
  const [shown] = (await returnsOf('600001')).returns
  expect(shown).toMatchObject({ state: 'accepted', answer: 'Thank you.', label_url: expect.stringContaining('token=') })
  const url = shown?.label_url ?? ''
  const text = (await mailsOf('600001')).find(({ subject }) => subject.endsWith('is accepted'))?.text ?? ''
  expect(text).toContain(`http://localhost:3000${url}`)
  expect(text).toContain('The error is ours: we refund you in full, shipping included.')
  const label = await shop.app.inject(url)
  expect(label.rawPayload).toEqual(PDF)
  expect(label.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="return-label-600001-RMA1.pdf"',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })

  const before = await stockOf('101')
  const early = await change(owner, adminOrders.refundOrder, '600001', {
    amount_cents: 8552,
    item_ids: [],
    note: '',
    return_id: '600001-RMA1',
  })
  expect([early.statusCode, early.json().message]).toEqual([409, 'Return 600001-RMA1 is not received yet.'])
  await change(helper, adminReturns.receiveReturn, '600001', { restocked_item_ids: ['600001-1'] })
  expect(await stockOf('101')).toBe(before + 1)
  expect((await shop.app.inject(url)).statusCode).toBe(404)
  expect((await owner.call(adminToday.getToday)).json<Today>().orders.returns).toBe(1)

  const refund = { amount_cents: 8552, item_ids: [], note: 'For your return.', return_id: '600001-RMA1' }
  expect((await change(owner, adminOrders.refundOrder, '600001', refund)).statusCode).toBe(200)
  expect((await returnsOf('600001')).returns).toMatchObject([{ state: 'paid_back' }])
  expect((await owner.call(adminToday.getToday)).json<Today>().orders.returns).toBe(0)
  const twice = await change(owner, adminOrders.refundOrder, '600001', refund)
  expect([twice.statusCode, twice.json().message]).toEqual([409, 'Return 600001-RMA1 is paid back already.'])
  expect((await get('600001')).events.map((event) => event.text)).toEqual([
    'Paid back $85.52 (For your return.)',
    'Return received',
    'Return accepted (Thank you.)',
    expect.stringMatching(/^Return asked for: 1 × .* \(Defective\/Damaged\)$/),
    'Delivered',
    'Ordered',
  ])
})

test('each step is undone while no later one followed: stock, label and state are as before', async () => {
  await arrive('600011')
  await ask('600011', one('600011', 2))
  const accepted = await change(owner, adminReturns.acceptReturn, '600011', {
    answer: '',
    label: PDF.toString('base64'),
  })
  const before = await stockOf('101')
  const received = await change(helper, adminReturns.receiveReturn, '600011', { restocked_item_ids: ['600011-1'] })
  const undo = (by: AdminVisitor, response: { json: () => { audit_id: number } }) =>
    by.call(adminAudit.undoChange, { id: response.json().audit_id })
  expect((await undo(owner, accepted)).statusCode).toBe(409)
  expect((await undo(helper, received)).statusCode).toBe(200)
  expect(await stockOf('101')).toBe(before)
  expect((await undo(helper, accepted)).statusCode).toBe(403)
  expect((await undo(owner, accepted)).statusCode).toBe(200)
  expect((await get('600011')).returns).toMatchObject([{ state: 'asked', label_path: null }])
  expect(await shop.store.database.selectFrom('return_labels').select('return_id').execute()).toHaveLength(1)
  expect((await mailsOf('600011')).map(({ kind }) => kind).toSorted()).toEqual(['return', 'return-shop'])

  const declined = await change(owner, adminReturns.declineReturn, '600011', { answer: 'It was worn.' })
  expect((await returnsOf('600011')).returns).toMatchObject([{ state: 'declined', answer: 'It was worn.' }])
  await shop.store.database.updateTable('outbox').set({ state: 'sent' }).where('subject', 'like', '%declined').execute()
  await undo(owner, declined)
  expect((await mailsOf('600011')).find(({ kind }) => kind === 'return-correction')?.text).toContain(
    'That was a mistake: we are still looking at it.',
  )
})

test('a refund of a return that is undone leaves it to be paid back', async () => {
  await arrive('600021')
  await ask('600021', one('600021', 2))
  await change(owner, adminReturns.acceptReturn, '600021', { answer: '', label: null })
  await change(owner, adminReturns.receiveReturn, '600021', { restocked_item_ids: [] })
  const refund = { amount_cents: 100, item_ids: ['600021-1'], note: 'Worn.', return_id: '600021-RMA1' }
  const paid = await change(owner, adminOrders.refundOrder, '600021', refund)
  expect((await get('600021')).returns).toMatchObject([{ state: 'paid_back' }])
  await owner.call(adminAudit.undoChange, { id: paid.json().audit_id })
  expect((await get('600021')).returns).toMatchObject([{ state: 'received' }])
})

test('what came back damaged is declined with a reason, or paid back in part with one, and the shopper reads it', async () => {
  await arrive('600111')
  await ask('600111', one('600111', 2))
  await change(owner, adminReturns.acceptReturn, '600111', { answer: 'Thank you.', label: null })
  await change(owner, adminReturns.receiveReturn, '600111', { restocked_item_ids: [] })
  const waiting = async () => (await owner.call(adminToday.getToday)).json<Today>().orders.returns
  const before = await waiting()

  const reason = 'The strap is cut.'
  const body = { change: 'decline_return', return_id: '600111-RMA1', answer: reason }
  expect((await send(owner, adminOrders.previewOrderMail, '600111', body)).json().text).toContain(
    'we have looked at what came back of your order # 600111, and cannot pay them back:',
  )
  const declined = await change(owner, adminReturns.declineReturn, '600111', { answer: reason })
  expect(declined.statusCode).toBe(200)
  expect((await returnsOf('600111')).returns).toMatchObject([{ state: 'declined', answer: reason }])
  expect(await waiting()).toBe(before - 1)
  expect((await mailsOf('600111')).find(({ subject }) => subject.endsWith('is declined'))?.text).toContain(reason)
  const { database } = shop.store
  await database.updateTable('outbox').set({ state: 'sent' }).where('subject', 'like', '%600111 is declined').execute()
  await owner.call(adminAudit.undoChange, { id: declined.json().audit_id })
  expect((await returnsOf('600111')).returns).toMatchObject([{ state: 'received', answer: 'Thank you.' }])
  expect((await mailsOf('600111')).find(({ kind }) => kind === 'return-correction')?.text).toContain(
    'That was a mistake: we are still looking at what came back.',
  )

  const refund = { amount_cents: 4000, item_ids: [], note: '', return_id: '600111-RMA1' }
  const silent = await change(owner, adminOrders.refundOrder, '600111', refund)
  const less = 'This is less than was paid for what came back. Please give the shopper a reason.'
  expect([silent.statusCode, silent.json().details]).toEqual([409, [{ field: 'note', message: less }]])
  const paid = await change(owner, adminOrders.refundOrder, '600111', { ...refund, note: reason })
  expect(paid.statusCode).toBe(200)
  expect((await mailsOf('600111')).find(({ kind }) => kind === 'refund')?.text).toContain(reason)
  expect((await get('600111')).returns).toMatchObject([{ state: 'paid_back' }])
})

test('a return waits to be paid back only where something was paid that did not go back', async () => {
  const waiting = async () => (await owner.call(adminToday.getToday)).json<Today>().orders.returns
  const before = await waiting()
  await arrive('600081')
  await ask('600081', one('600081'))
  await change(owner, adminReturns.acceptReturn, '600081', { answer: '', label: null })
  await change(owner, adminReturns.receiveReturn, '600081', { restocked_item_ids: [] })
  expect(await waiting()).toBe(before + 1)
  const { database } = shop.store
  const pay = (payment: 'unpaid' | 'cash') =>
    database.updateTable('orders').set({ payment }).where('order_id', '=', '600081').execute()
  await pay('unpaid')
  expect(await waiting()).toBe(before)
  await pay('cash')
  const disputed = { reference: '600081-aaaaaa', gateway_id: 'g', order_id: '600081', state: 'settled' } as const
  const sums = {
    authorized_cents: 100,
    captured_cents: 100,
    refunded_cents: 100,
    card_brand: null,
    card_last_four: null,
  }
  await database
    .insertInto('payments')
    .values({ ...disputed, ...sums, created_at: daysAgo(1), expires_at: null })
    .execute()
  expect(await waiting()).toBe(before)
})

test('a request that cannot be is refused with a sentence, and nothing is asked for', async () => {
  await arrive('600041')
  for (const [what, items, more, status] of [
    ['no quantity', [{ order_item_id: '600041-1', quantity: 0 }], {}, 400],
    ['a negative one', [{ order_item_id: '600041-1', quantity: -1 }], {}, 400],
    ['a broken one', [{ order_item_id: '600041-1', quantity: 1.5 }], {}, 400],
    ['a billion', [{ order_item_id: '600041-1', quantity: 1_000_000_000 }], {}, 400],
    ['one more than was bought', [{ order_item_id: '600041-1', quantity: 3 }], {}, 409],
    ['an item of another order', [{ order_item_id: '600001-1', quantity: 1 }], {}, 409],
    ['nothing', [], {}, 400],
    ['another reason', one('600041'), { reason: 'Just because' }, 400],
    ['a text that is too long', one('600041'), { details: 'x'.repeat(RETURN_DETAILS_LENGTH + 1) }, 400],
    ['a NUL character', one('600041'), { details: 'a\0b' }, 400],
    ['somebody else’s order', one('600041'), { email: 'eve@example.org' }, 404],
  ] as const) {
    const refused = await ask('600041', [...items], more)
    expect(refused.statusCode, what).toBe(status)
    expect(refused.json().message).toMatch(/\.$/)
  }
  expect((await returnsOf('600041')).returns).toEqual([])
  expect(await mailsOf('600041')).toEqual([])
})

test('a return is asked for once', async () => {
  await arrive('600051')
  expect((await ask('600051', one('600051', 2))).statusCode).toBe(200)
  const again = await ask('600051', one('600051', 2))
  expect([again.statusCode, again.json().message]).toEqual([
    409,
    expect.stringContaining('cannot be returned any more'),
  ])
  expect((await returnsOf('600051')).returns).toHaveLength(1)
})

test('a label that is no PDF, PNG or JPEG, or is too large, is refused with a sentence', async () => {
  await arrive('600061')
  await ask('600061', one('600061'))
  const accept = (label: Buffer) =>
    change(owner, adminReturns.acceptReturn, '600061', { answer: '', label: label.toString('base64') })
  const page = await accept(Buffer.from('<!doctype html><script>alert(1)</script>'))
  expect([page.statusCode, page.json().details]).toEqual([
    400,
    [{ field: 'label', message: 'The label is no PDF, PNG or JPEG. Please save it as one of these.' }],
  ])
  expect((await accept(Buffer.alloc(0))).statusCode).toBe(400)
  const large = await accept(Buffer.concat([PDF, Buffer.alloc(MAX_LABEL_BYTES)]))
  expect([large.statusCode, large.json().details]).toEqual([
    400,
    [{ field: 'label', message: 'The label is larger than 2 MB. Please save it smaller.' }],
  ])
  const huge = await accept(Buffer.alloc(50_000_000))
  expect([huge.statusCode, huge.json().message]).toEqual([413, expect.stringMatching(/\.$/)])
  expect((await get('600061')).returns).toMatchObject([{ state: 'asked' }])
})

test('a forged token gets no label', async () => {
  for (const token of ['', 'x', 'A'.repeat(43), '../../etc/passwd', '%00']) {
    const response = await shop.app.inject(`/return-label?token=${token}`)
    expect([400, 404]).toContain(response.statusCode)
  }
  const page = await shop.app.inject({ url: '/return-label?token=x', headers: { accept: 'text/html' } })
  expect(page.headers['content-type']).toContain('text/html')
})

test('helpers see returns and record what comes back, and decide nothing', async () => {
  await arrive('600071')
  await ask('600071', one('600071'))
  expect((await send(helper, adminOrders.getAdminOrder, '600071')).json<AdminOrder>().returns).toHaveLength(1)
  for (const [endpoint, body] of [
    [adminReturns.acceptReturn, { answer: '', label: null }],
    [adminReturns.declineReturn, { answer: 'No.' }],
  ] as const) {
    expect((await change(helper, endpoint, '600071', body)).statusCode).toBe(403)
  }
  const stale = await send(owner, adminReturns.acceptReturn, '600071', { answer: '', label: null, version: 0 })
  expect([stale.statusCode, stale.json().message]).toEqual([
    409,
    expect.stringContaining('Somebody changed this order'),
  ])
  expect((await get('600071')).returns).toMatchObject([{ state: 'asked' }])
})

// Last, since time passes.
test('day 15 after the delivery is accepted, day 16 is not, also on a page that was opened before', async () => {
  await arrive('600031', 15)
  await arrive('600032', 15)
  expect((await ask('600031', one('600031'))).statusCode).toBe(200)
  expect(await returnsOf('600032')).toMatchObject({ last_day: daysAgo(0), is_over: false, returnable: [{}, {}] })
  shop.passTime(DAY)
  expect(await returnsOf('600032')).toMatchObject({ last_day: daysAgo(1), is_over: true, returnable: [] })
  const late = await ask('600032', one('600032'))
  expect([late.statusCode, late.json().message]).toEqual([
    409,
    'Returns are accepted within 15 days of delivery, and these are over. Please write to us.',
  ])
})

test('of one order ten returns are asked for in six hours, so that the family gets no mail for each of many pieces', async () => {
  await arrive('600099')
  const statuses = []
  for (let at = 0; at < 11; at += 1) statuses.push((await ask('600099', one('600099', 99))).statusCode)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 409), 429])
})
