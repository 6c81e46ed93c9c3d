import { adminAudit } from '@shop/contract/audit/admin'
import { type ResultOf, requestPath } from '@shop/contract/http/call'
import { type AdminOrder, adminOrders, type ListedOrder } from '@shop/contract/orders/admin'
import { adminTakenOrders } from '@shop/contract/orders/taken-orders'
import { salesTax } from '@shop/contract/tax/sales-tax'
import { beforeAll, expect, test } from 'vitest'
import { type AdminVisitor, signInAs } from '../../testing/admin-visitor.ts'
import { callsOfOrders } from '../../testing/orders/order-calls.ts'
import { sharedTestShop } from '../../testing/test-hooks.ts'

const PHONED = {
  channel: 'phone',
  first_name: 'Grace',
  last_name: 'Hopper',
  email: '',
  phone: '(510) 555-0142',
  items: [{ product_id: '101', quantity: 2, price_cents: 1000 }],
  delivery_cents: null,
  tax_cents: null,
  payment: 'unpaid',
  handed_over: false,
  note: '',
}

type Terms = ResultOf<typeof adminTakenOrders.getOrderTerms>

const shop = sharedTestShop('sqlite')
let owner: AdminVisitor
beforeAll(async () => {
  owner = await signInAs(shop, 'owner')
})

const { findOrder } = callsOfOrders(() => shop)
const send = (endpoint: { method: 'GET' | 'POST'; path: string }, orderId: string, body?: unknown) =>
  owner.call({ method: endpoint.method, path: requestPath(endpoint.path, { order_id: orderId }, {}) }, body)
const take = async (values: Record<string, unknown> = {}) =>
  (await owner.call(adminTakenOrders.takeOrder, { ...PHONED, ...values })).json<{
    order_id: string
    audit_id: number
  }>()
const get = async (orderId: string) => (await send(adminOrders.getAdminOrder, orderId)).json<AdminOrder>()
const readTerms = async () => (await owner.call(adminTakenOrders.getOrderTerms)).json<Terms>()
const rateOf = ({ taxes }: Terms, state: string) => taxes.find((one) => one.state === state)?.rate ?? 0
const mails = async () => (await shop.store.database.selectFrom('outbox').select('id').execute()).length

test('an order by phone without an email address sends no email, and is not found by just names and number', async () => {
  const before = await mails()
  expect((await owner.call(adminTakenOrders.previewTakenOrder, PHONED)).json()).toMatchObject({
    to: '',
    total_cents: 2000,
  })
  const { order_id } = await take()
  expect(await get(order_id)).toMatchObject({ email: '', phone: '(510) 555-0142', payment: 'unpaid' })
  expect(await findOrder(order_id, { firstName: 'Grace', lastName: 'Hopper', email: '' })).toBeNull()

  const preview = await send(adminOrders.previewOrderMail, order_id, { change: 'ship', way: 'own_delivery' })
  expect(preview.json().to).toBe('')
  const shipped = await send(adminOrders.shipOrder, order_id, { way: 'own_delivery', version: 0 })
  expect((await owner.call(adminAudit.undoChange, { id: shipped.json().audit_id })).statusCode).toBe(200)
  expect(await mails()).toBe(before)
  const path = requestPath(adminOrders.listAdminOrders.path, {}, { q: '555-0142' })
  const { orders } = (await owner.call({ method: 'GET', path })).json<{ orders: ListedOrder[] }>()
  expect(orders).toMatchObject([{ order_id, phone: '(510) 555-0142', payment: 'unpaid' }])
})

test('an email address that is typed has to be one', async () => {
  const wrong = await owner.call(adminTakenOrders.previewTakenOrder, { ...PHONED, email: 'grace@' })
  expect(wrong.json().details).toEqual([{ field: 'email', message: 'Please enter a valid email address' }])
})

test("delivery and sales tax come from the shop's own option and rate, and can be agreed otherwise", async () => {
  const terms = await readTerms()
  const [option] = terms.delivery_options
  const usual = { ...PHONED, delivery_type_id: option?.id, state: 'CA' }
  const { order_id } = await take(usual)
  expect(await get(order_id)).toMatchObject({
    state: 'CA',
    delivery_cents: 2 * (option?.cost_cents ?? 0),
    tax_cents: salesTax(2000, rateOf(terms, 'CA')),
  })
  const agreed = await take({ ...usual, delivery_cents: 0, tax_cents: 100 })
  expect(await get(agreed.order_id)).toMatchObject({ delivery_cents: 0, tax_cents: 100 })
  const free = await take({ ...usual, items: [{ product_id: '101', quantity: 1, price_cents: null }] })
  expect(await get(free.order_id)).toMatchObject({ delivery_cents: 0 })
  const unknown = await owner.call(adminTakenOrders.takeOrder, { ...usual, delivery_type_id: 'balloon' })
  expect([unknown.statusCode, unknown.json().details[0].field]).toEqual([409, 'delivery_type_id'])
})

test('one piece of a product may cost less than the others', async () => {
  const items = [
    { product_id: '101', quantity: 1, price_cents: null },
    { product_id: '101', quantity: 1, price_cents: 500 },
  ]
  const { order_id } = await take({ items })
  expect((await get(order_id)).items.map(({ price_cents }) => price_cents)).toEqual([expect.any(Number), 500])
})

test('an order by phone is not refunded before it was paid; how it was paid is recorded, corrected and undone', async () => {
  const { order_id } = await take()
  const refund = (version: number) => ({ amount_cents: 100, item_ids: [], note: '', version })
  const early = await send(adminOrders.refundOrder, order_id, refund(0))
  expect([early.statusCode, early.json().message]).toEqual([409, `Order ${order_id} is not paid yet.`])
  await send(adminOrders.recordPayment, order_id, { payment: 'cash', version: 0 })
  const corrected = await send(adminOrders.recordPayment, order_id, { payment: 'check', version: 1 })
  expect(await get(order_id)).toMatchObject({ payment: 'check', events: [{ text: 'Paid by check' }, {}, {}, {}] })
  await owner.call(adminAudit.undoChange, { id: corrected.json().audit_id })
  const { version, payment } = await get(order_id)
  expect(payment).toBe('cash')
  expect((await send(adminOrders.refundOrder, order_id, refund(version))).statusCode).toBe(200)
  const back = await send(adminOrders.recordPayment, order_id, { payment: 'unpaid', version: version + 1 })
  expect(back.json().message).toContain('has been refunded in part')
})

test('items cancelled before an order was recorded as paid are neither refunded nor put back', async () => {
  const items = ['101', '102'].map((product_id) => ({ product_id, quantity: 1, price_cents: 1000 }))
  const { order_id } = await take({ items, delivery_cents: 0, tax_cents: 200, state: 'CA' })
  const [unwanted] = (await get(order_id)).items
  const cancel = { item_ids: [unwanted?.order_item_id], reason: 'One was enough', version: 0 }
  const cancelled = await send(adminOrders.cancelByShop, order_id, cancel)
  shop.passTime(60_000)
  await send(adminOrders.recordPayment, order_id, { payment: 'cash', version: 1 })
  expect(await get(order_id)).toMatchObject({
    ...{ paid_cents: 2200, left_cents: 1100, unpaid_items: [unwanted?.order_item_id], to_pay_back: false },
  })
  const undone = await owner.call(adminAudit.undoChange, { id: cancelled.json().audit_id })
  expect([undone.statusCode, undone.json().message]).toEqual([
    409,
    expect.stringContaining('was paid without these items'),
  ])
  const refund = (amount_cents: number) => {
    return send(adminOrders.refundOrder, order_id, { amount_cents, item_ids: [], note: '', version: 2 })
  }
  expect((await refund(1101)).json().message).toBe(`At most $11.00 of order ${order_id} can be refunded.`)
  expect((await refund(1100)).statusCode).toBe(200)
  const { left_cents, items: after } = await get(order_id)
  expect([left_cents, ...after.map(({ refund_status }) => refund_status)]).toEqual([0, null, 'refunded'])
})

test('nothing is refunded of an order that was cancelled as a whole before it was recorded as paid', async () => {
  const { order_id } = await take()
  const item_ids = (await get(order_id)).items.map(({ order_item_id }) => order_item_id)
  await send(adminOrders.cancelByShop, order_id, { item_ids, reason: 'Not wanted', version: 0 })
  await send(adminOrders.recordPayment, order_id, { payment: 'cash', version: 1 })
  const refund = { amount_cents: 1, item_ids: [], note: '', version: 2 }
  const refused = await send(adminOrders.refundOrder, order_id, refund)
  expect([refused.statusCode, refused.json().message]).toEqual([409, expect.stringContaining('Nothing was paid')])
})
