import { adminOrders } from '@shop/contract/orders/admin'
import { adminPayLinks } from '@shop/contract/orders/admin-pay-links'
import { beforeEach, describe, expect, test } from 'vitest'
import { listAudit } from '../../admin/audit/audit.repository.ts'
import { undoChange } from '../../admin/audit/undo-change.ts'
import { UNDO_RULES } from '../../modules.ts'
import { insertPayment } from '../../payments/ledger/payments.repository.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { type AdminVisitor, signInAs } from '../../testing/admin-visitor.ts'
import { placeOrder } from '../../testing/orders/orders.ts'
import { eachTestShop } from '../../testing/test-hooks.ts'
import { recordPayment } from '../page/order-details.ts'
import { sendPayLink, withdrawPayLink } from './pay-link.ts'

const shop = eachTestShop('sqlite')
const ORDER = { order_id: '100001', version: null }
let owner: AdminVisitor

beforeEach(async () => {
  owner = await signInAs(shop, 'owner')
  await placeOrder(shop.store.database, { channel: 'phone', payment: 'unpaid' })
})

const by = () => ({ database: shop.store.database, clock: shop.clock, actor: 'owner@shop.example' })
const send = (missing: { code: string; text: string; remedy: string }[] = []) => {
  const findOpeningProblems = async () => missing
  return sendPayLink({ ...by(), findOpeningProblems, publicUrl: () => 'https://shop.example' }, ORDER)
}
const undo = (id: number) => undoChange({ ...by(), rules: UNDO_RULES }, id)
const mails = () => shop.store.database.selectFrom('outbox').select(['subject', 'text', 'kind']).execute()
const path = (address: string) => address.replace(':order_id', '100001')
const get = async (visitor = owner) =>
  (await visitor.call({ ...adminOrders.getAdminOrder, path: path(adminOrders.getAdminOrder.path) })).json()

test('the link is emailed after ten seconds, works for a week, and its secret is nowhere else', async () => {
  const { url } = await send()
  expect(url).toMatch(/^https:\/\/shop\.example\/pay#token=[\w-]{43}$/)
  expect(await mails()).toMatchObject([{ subject: 'Pay for your order # 100001', text: expect.stringContaining(url) }])
  const { pay_link, events } = await get()
  expect(pay_link).toMatchObject({ state: 'valid', amount_cents: 31_126 })
  expect(Date.parse(pay_link.expires_at) - Date.parse(pay_link.created_at)).toBe(7 * 24 * 60 * 60_000)
  expect(events[0]).toMatchObject({
    text: 'Payment link sent for $311.26',
    undo_id: null,
    mails: [{ to: 'shopper', delivery: 'waiting' }],
  })
  const token = url.split('=')[1] ?? ''
  const stored = [await listAudit(shop.store.database, {}, 10), await get()]
  stored.push(await shop.store.database.selectFrom('pay_links').selectAll().execute())
  expect(JSON.stringify(stored) + shop.logged()).not.toContain(token)
})

test('a link is withdrawn with the email that has not left; once the order is paid none is', async () => {
  await send()
  await withdrawPayLink(by(), ORDER)
  expect(await mails()).toEqual([])
  expect((await get()).pay_link).toMatchObject({ state: 'withdrawn' })
  expect((await get()).events[0]).toMatchObject({ text: 'Payment link cancelled', undo_id: null })
  await send()
  expect((await get()).pay_link).toMatchObject({ state: 'valid' })
  await recordPayment(by(), { ...ORDER, payment: 'cash' })
  expect((await get()).pay_link).toBeNull()
  await expect(withdrawPayLink(by(), ORDER)).rejects.toThrow('no payment link to cancel')
})

test('a second link withdraws the first, with the email that has not left', async () => {
  await send()
  const second = await send()
  expect(await mails()).toEqual([expect.objectContaining({ text: expect.stringContaining(second.url) })])
  const working = shop.store.database.selectFrom('pay_links').select('link_id').where('withdrawn_at', 'is', null)
  expect(await working.execute()).toHaveLength(1)
})

test('an expired link says so', async () => {
  await send()
  shop.passTime(7 * 24 * 60 * 60_000)
  owner = await signInAs(shop, 'owner', 'other@shop.example')
  expect((await get()).pay_link).toMatchObject({ state: 'expired' })
})

test('without an email address no one gets an email, and the link is there to be copied', async () => {
  await shop.store.database.updateTable('orders').set({ email: '' }).execute()
  expect((await send()).url).toContain('/pay#token=')
  expect(await mails()).toEqual([])
})

test.each([
  ['was paid', { payment: 'cash' as const }, 'is not marked as'],
  ['was placed online', { channel: 'online' as const, payment: null }, 'was paid when it was placed'],
])('no link is sent for an order that %s', async (_what, values, sentence) => {
  await shop.store.database.updateTable('orders').set(values).execute()
  await expect(send()).rejects.toThrow(sentence)
  expect((await get()).pay_link_problem).toContain(sentence)
})

/** Gives the order a card payment of the checkout that expired at this time; only by the clock while it is `authorized`. */
const reserve = async (state: 'authorized' | 'expired' | 'settled', expires_at: string | null) => {
  const { database } = shop.store
  await database.updateTable('orders').set({ channel: 'online', payment: null }).execute()
  const payment = {
    provider: 'braintree',
    reference: '100001-abcdef',
    order_id: '100001',
    gateway_id: 'sale1',
    state,
    authorized_cents: 31_126,
  }
  const card = { card_brand: 'Visa', card_last_four: '1111', captured_cents: state === 'settled' ? 31_126 : 0 }
  const row = { ...payment, ...card, refunded_cents: 0, created_at: '2026-11-02T10:00:00.000Z', expires_at }
  await inTransaction(database, (trx) => insertPayment(trx, row))
}
const paymentOf = async () => {
  const { database } = shop.store
  const { payment, paid_at } = await database
    .selectFrom('orders')
    .select(['payment', 'paid_at'])
    .executeTakeFirstOrThrow()
  const byCard = await database.selectFrom('payments').select('order_id').executeTakeFirst()
  return { payment, isPaid: paid_at !== null, byCard: byCard?.order_id }
}

describe.each([
  ['has ended', 'expired', null],
  ['has ended by the clock', 'authorized', '2026-11-10T10:00:00.000Z'],
] as const)('an order of the checkout whose reservation %s', (_what, state, expires_at) => {
  const AS_PLACED = { payment: null, isPaid: false, byCard: '100001' }
  beforeEach(() => reserve(state, expires_at))

  test('is asked to be paid again by a link', async () => {
    const { pay_link_problem, payment_problem, ship_problem } = await get()
    expect([pay_link_problem, payment_problem]).toEqual([null, null])
    expect(ship_problem).toContain('send a payment link or record how it was paid')
    await send()
    expect(await paymentOf()).toEqual({ payment: 'unpaid', isPaid: false, byCard: '100001-abcdef' })
    expect((await get()).ship_problem).toBeNull()
  })

  test('is recorded as paid in another way, and can be refunded then', async () => {
    const id = await recordPayment(by(), { ...ORDER, payment: 'check' })
    expect(await paymentOf()).toEqual({ payment: 'check', isPaid: true, byCard: '100001-abcdef' })
    expect(await get()).toMatchObject({ ship_problem: null, left_cents: 31_126, payment_problem: null })
    await undo(id)
    expect(await paymentOf()).toEqual(AS_PLACED)
  })
})

test('an order of the checkout whose card was charged is neither asked for again nor recorded as paid otherwise', async () => {
  await reserve('settled', null)
  await expect(send()).rejects.toThrow('was paid when it was placed')
  await expect(recordPayment(by(), { ...ORDER, payment: 'cash' })).rejects.toThrow('was paid by card')
  expect(await paymentOf()).toMatchObject({ payment: null, byCard: '100001' })
})

test('what the shop lacks to take cards is listed; what only online orders need is not', async () => {
  const missing = [
    { code: 'delivery_missing', text: 'There is no delivery option.', remedy: 'Add one.' },
    { code: 'keys_missing', text: 'The shop has no keys.', remedy: 'Set them.' },
  ]
  await expect(send(missing)).rejects.toMatchObject({ code: 'conflict', message: 'The shop has no keys. Set them.' })
  const preview = { ...adminOrders.previewOrderMail, path: path(adminOrders.previewOrderMail.path) }
  const shown = await owner.call(preview, { change: 'pay_link' })
  expect([shown.statusCode, shown.json().message]).toEqual([409, expect.stringContaining('no Braintree keys')])
})

test('helpers neither send nor withdraw a link, nor see its email', async () => {
  const helper = await signInAs(shop, 'helper')
  const { sendPayLink: sending, withdrawPayLink: withdrawing } = adminPayLinks
  for (const [endpoint, body] of [
    [sending, { version: 0 }],
    [withdrawing, { version: 0 }],
    [adminOrders.previewOrderMail, { change: 'pay_link' }],
  ] as const) {
    expect((await helper.call({ ...endpoint, path: path(endpoint.path) }, body)).statusCode).toBe(403)
  }
})
