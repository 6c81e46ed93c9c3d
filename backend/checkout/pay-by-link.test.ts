import { randomUUID } from 'node:crypto'
import { DAY_MS, MINUTE_MS } from '@shop/contract/durations'
import pLimit from 'p-limit'
import { beforeEach, describe, expect } from 'vitest'
import { uncounted } from '../../tests/gateway/shops/open-placing-shop.ts'
import { eachPlacingShop, sharedGateway } from '../../tests/gateway/shops/placing-hooks.ts'
import { undoChange } from '../admin/audit/undo-change.ts'
import { UNDO_RULES } from '../modules.ts'
import type { OrderDraft } from '../orders/build-order.ts'
import { cancelByShop } from '../orders/cancellation/cancel-by-shop.ts'
import { shipUntracked } from '../orders/fulfilment/ship-order.ts'
import { recordPayment } from '../orders/page/order-details.ts'
import { sendPayLink, withdrawPayLink } from '../orders/pay-links/pay-link.ts'
import { refundOrder } from '../orders/refunds/refund-order.ts'
import type { AuthorizeRequest } from '../payments/gateway/payments.ts'
import { inTransaction } from '../platform/database/database.ts'
import { updateShopSettings } from '../platform/settings/shop-settings.repository.ts'
import { settleDueOperations } from '../settlement/payment-worker.ts'
import { placeOrder } from '../testing/orders/orders.ts'
import { BOTH_ENGINES } from '../testing/servers/engines.ts'
import { lockCounts, untilWaiting } from '../testing/servers/until-waiting.ts'
import { testsOn } from '../testing/tests-on.ts'
import { payByLink } from './pay-by-link.ts'

const SALE = 'POST .*/transactions'
/** Two of product 101 and one of 107, delivery and tax. */
const TOTAL = 311.26

describe.each(BOTH_ENGINES)('paying an order by its link on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const gateway = sharedGateway()
  const shop = eachPlacingShop(engine, gateway, 5)
  let before: number
  let token: string

  const by = () => ({ database: shop.store.database, clock: shop.clock, actor: 'owner@shop.example' })
  const rows = (table: 'orders' | 'placements' | 'payments' | 'payment_operations' | 'outbox' | 'products') =>
    shop.store.database.selectFrom(table).selectAll().execute()
  const order = async () => (await rows('orders'))[0]
  const newSales = async () => (await gateway.transactions()).slice(before).filter(({ type }) => type === 'sale')
  const live = async () => (await newSales()).filter(({ status }) => status !== 'voided')
  const settle = () => settleDueOperations(shop.worker)
  const mails = async () => (await rows('outbox')).map(({ subject }) => subject).toSorted()
  const record = () => recordPayment(by(), { order_id: '100001', payment: 'cash', version: null })

  async function sendLink(orderId = '100001'): Promise<string> {
    const context = { ...by(), findOpeningProblems: async () => [], publicUrl: () => 'https://shop.example' }
    return (await sendPayLink(context, { order_id: orderId, version: null })).url.split('=')[1] ?? ''
  }
  const take = (draft: Partial<OrderDraft> = {}) =>
    placeOrder(shop.store.database, { channel: 'phone', payment: 'unpaid', ...draft })
  /** From here on the link is that of another order. */
  async function sendLinkOf(draft: Partial<OrderDraft> & { order_id: string }): Promise<{ total: number }> {
    await take(draft)
    token = await sendLink(draft.order_id)
    return (await show()).order
  }
  const buildBody = async (changes: object = {}) => {
    return { token, key: randomUUID(), total: TOTAL, billingZip: '97201', nonce: await gateway.nonce(), ...changes }
  }
  const post = (url: string, payload: object, remoteAddress?: string) =>
    shop.app.inject({ method: 'POST', url, payload, ...(remoteAddress === undefined ? {} : { remoteAddress }) })
  const pay = async (changes?: object, address?: string) => post('/api/payByLink', await buildBody(changes), address)
  const show = async () => (await post('/api/showPayLink', { token })).json()

  beforeEach(async () => {
    before = (await gateway.transactions()).length
    // The family's switch is for orders that shoppers place.
    await inTransaction(shop.store.database, (trx) => updateShopSettings(trx, { orders: 'paused' }))
    await take()
    token = await sendLink()
  })

  async function expectUnpaid(): Promise<void> {
    expect(await live()).toEqual([])
    expect(await rows('payments')).toEqual([])
    expect(await order()).toMatchObject({ payment: 'unpaid' })
  }

  test('the amount is authorized while online orders are paused, and the order carries it; no stock is taken', async () => {
    const stock = await rows('products')
    expect(await show()).toMatchObject({ state: 'open', order_id: '100001', asked: TOTAL, order: { total: TOTAL } })
    const response = await pay()
    expect([response.statusCode, response.json()]).toEqual([200, { status: 'paid' }])
    expect(response.headers['cache-control']).toBe('no-store')
    expect(await order()).toMatchObject({ payment: 'card', channel: 'phone' })
    expect(await rows('payments')).toMatchObject([
      { order_id: '100001', state: 'authorized', authorized_cents: 31_126, captured_cents: 0 },
    ])
    expect(await live()).toMatchObject([{ status: 'authorized' }])
    expect(await rows('products')).toEqual(stock)
    expect(await mails()).toEqual([
      'Order # 100001 is paid: $311.26',
      'Pay for your order # 100001',
      'Your payment for order # 100001',
    ])
    expect(await show()).toMatchObject({ state: 'paid', order: null })
    expect((await pay()).json()).toMatchObject({ error: 'conflict', message: expect.stringContaining('already paid') })
    expect(await live()).toHaveLength(1)
  })

  test.each(['guessed', 'half typed', 'empty'])(
    'a link that is %s shows no order and asks for no payment',
    async (what) => {
      const wrong = { guessed: 'A'.repeat(token.length), 'half typed': token.slice(0, -1), empty: '' }[what]
      const shown = await post('/api/showPayLink', { token: wrong })
      const paid = await pay({ token: wrong })
      expect([shown.statusCode, paid.statusCode].every((status) => status === 404 || status === 400)).toBe(true)
      for (const { message } of [shown.json(), paid.json()])
        expect(message).toMatch(/^This link does not work|^Something in/)
      await expectUnpaid()
      expect(await rows('placements')).toEqual([])
    },
  )

  onBoth('one of fifty payments at once is made, and the others are told', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => pay({}, `10.0.0.${index}`)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]))
    expect(await newSales()).toHaveLength(1)
    expect(await rows('payments')).toHaveLength(1)
  })

  onBoth('one of two payments of an address at once is made while two others are checked', async () => {
    await gateway.fail({ match: SALE, answer: 'cut', times: 4 })
    const tokens = [token]
    for (const order_id of ['100002', '100003', '100004']) {
      await take({ order_id })
      tokens.push(await sendLink(order_id))
    }
    const payAll = (some: readonly string[]) => Promise.all(some.map((own) => pay({ token: own })))
    const held = await payAll(tokens.slice(0, 2))
    const { answers } = await inTransaction(shop.store.database, async (trx) => {
      await lockCounts(trx)
      const both = payAll(tokens.slice(2))
      await untilWaiting(shop.store, both, 2)
      return { answers: both }
    })
    expect([...held, ...(await answers)].map(({ statusCode }) => statusCode).toSorted()).toEqual([202, 202, 202, 429])
  })

  onBoth('one wins when the family records cash while shoppers pay', async () => {
    const recorded = record().then(
      () => 1,
      () => 0,
    )
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => pay({}, `10.0.0.${index}`)))
    const paid = answers.filter(({ statusCode }) => statusCode === 200).length
    expect(paid + (await recorded)).toBe(1)
    expect(await newSales()).toHaveLength(paid)
    expect(await order()).toMatchObject({ payment: paid === 1 ? 'card' : 'cash' })
  })

  test('an order whose payment is being checked cannot be recorded as paid; a lost answer is found, and pays once', async () => {
    await gateway.fail({ match: SALE, answer: 'cut' })
    const body = await buildBody()
    const response = await post('/api/payByLink', body)
    expect([response.statusCode, response.json()]).toEqual([202, { status: 'checking', number: '100001' }])
    expect(await show()).toMatchObject({ state: 'checking' })
    await expect(record()).rejects.toThrow('is being checked')
    expect((await pay()).json().message).toContain('already checking a payment')
    await settle()
    expect((await post('/api/payByLink', body)).json()).toEqual({ status: 'paid' })
    expect(await live()).toHaveLength(1)
    expect(await order()).toMatchObject({ payment: 'card' })
    await expect(record()).rejects.toThrow('was paid by card')
    await shop.store.database.updateTable('payments').set({ state: 'expired' }).execute()
    await record()
    expect(await order()).toMatchObject({ payment: 'cash' })
  })

  test('an order whose payment failed is paid by a new link, once', async () => {
    await pay()
    await shop.store.database.updateTable('payments').set({ state: 'expired' }).execute()
    expect(await show()).toMatchObject({ state: 'paid' })
    token = await sendLink()
    expect(await order()).toMatchObject({ payment: 'unpaid' })
    expect((await pay()).json()).toEqual({ status: 'paid' })
    expect(await order()).toMatchObject({ payment: 'card' })
    const payments = await rows('payments')
    expect(payments.map((row) => [row.state, row.order_id === '100001']).toSorted()).toEqual([
      ['authorized', true],
      ['expired', false],
    ])
    await expect(sendLink()).rejects.toThrow('is not marked as')
  })

  onBoth('an order of the checkout whose reservation ended is paid by a link, and ships then', async () => {
    const { database } = shop.store
    await pay()
    await database.updateTable('orders').set({ channel: 'online', payment: null }).execute()
    await database.updateTable('payments').set({ expires_at: '2026-01-01T00:00:00.000Z' }).execute()
    const [ended] = await rows('payments')
    token = await sendLink()
    expect((await pay()).json()).toEqual({ status: 'paid' })
    expect(await order()).toMatchObject({ channel: 'online', payment: 'card' })
    expect(await rows('payments')).toContainEqual({ ...ended, order_id: ended?.reference })
    await shipUntracked(by(), { order_id: '100001', way: 'untracked', version: null })
    expect(await rows('payment_operations')).toContainEqual(
      expect.objectContaining({ kind: 'capture', amount_cents: 31_126, state: 'due' }),
    )
  })

  test('an order that was refunded as a whole is not asked to pay again', async () => {
    await pay()
    await shop.store.database.updateTable('payments').set({ state: 'voided' }).execute()
    await shop.store.database.updateTable('orders').set({ order_status: 'refunded' }).execute()
    await expect(sendLink()).rejects.toThrow('Order 100001 was refunded.')
  })

  test('a payment that the gateway never got leaves the order unpaid, tells the shopper, and can be made again', async () => {
    await gateway.fail({ match: SALE, answer: 'cut', commit: false })
    expect((await pay()).statusCode).toBe(202)
    shop.passTime(11 * MINUTE_MS)
    await settle()
    await expectUnpaid()
    expect(await mails()).toContain('Your order # 100001 isn’t paid yet')
    expect((await pay()).json()).toEqual({ status: 'paid' })
  })

  test.each([
    ['before the gateway is asked', false, 11, 'unpaid'],
    ['once it has reserved the amount', true, 2, 'card'],
  ])('a process that dies %s leaves nothing half done', async (_when, isAsked, minutes, payment) => {
    const { payments } = shop.worker
    const authorize = async (request: AuthorizeRequest) => {
      if (isAsked) await payments.authorize(request)
      throw new Error('killed')
    }
    const media = { urlOf: async () => '' }
    const unhurried = { media, wait: async () => {}, inTurn: pLimit(1), rateLimiter: uncounted }
    const placing = { ...shop.worker, payments: { ...payments, authorize }, ...unhurried }
    const caller = { client: '10.0.0.1', address: '10.0.0.1', isGone: () => false }
    await expect(payByLink(placing, await buildBody(), caller)).rejects.toThrow('killed')
    shop.passTime(minutes * MINUTE_MS)
    await settle()
    expect(await order()).toMatchObject({ payment })
    expect(await live()).toHaveLength(isAsked ? 1 : 0)
  })

  test('a shopper who has left before their turn pays nothing', async () => {
    const unhurried = {
      media: { urlOf: async () => '' },
      wait: async () => {},
      inTurn: pLimit(1),
      rateLimiter: uncounted,
    }
    const caller = { client: '10.0.0.1', address: '10.0.0.1', isGone: () => true }
    await expect(payByLink({ ...shop.worker, ...unhurried }, await buildBody(), caller)).rejects.toMatchObject({
      code: 'unavailable',
    })
    expect(await rows('placements')).toEqual([])
  })

  test('an order that was paid in another way during the check is not charged: the authorization is voided', async () => {
    await gateway.fail({ match: SALE, answer: 'cut' })
    await pay()
    await shop.store.database.updateTable('orders').set({ payment: 'check' }).execute()
    shop.passTime(2 * MINUTE_MS)
    await settle()
    await settle()
    expect(await newSales()).toMatchObject([{ status: 'voided' }])
    expect(await rows('payments')).toEqual([])
    expect(await mails()).toContain('Payments need your attention')
    const told = (await rows('outbox')).find(
      (mail) => 'subject' in mail && mail.subject === 'Correction: your order # 100001',
    )
    expect(told).toMatchObject({ text: expect.not.stringContaining('pay by it again') })
  })

  test('after a cancellation the old and the new total are shown once, and cancelled items are not charged', async () => {
    const cancelled = { order_id: '100001', item_ids: ['100001-2'], reason: 'Gone', version: null }
    await cancelByShop(by(), cancelled)
    const { asked, order: left } = await show()
    expect([asked, left.items.length]).toEqual([TOTAL, 1])
    const response = await pay()
    expect(response.statusCode).toBe(409)
    expect(response.json().details).toEqual([
      { field: 'total', message: `The total was $311.26 and is now $${left.total.toFixed(2)}.` },
    ])
    await expectUnpaid()
    expect((await pay({ total: left.total })).statusCode).toBe(200)
    expect((await live())[0]?.cents).toBe(Math.round(left.total * 100))
  })

  test('an item that was cancelled before the rest was paid is not put back: nothing is reserved for it', async () => {
    const id = await cancelByShop(by(), { order_id: '100001', item_ids: ['100001-2'], reason: 'Gone', version: null })
    const { total } = (await show()).order
    shop.passTime(MINUTE_MS)
    expect((await pay({ total })).statusCode).toBe(200)
    await expect(undoChange({ ...by(), rules: UNDO_RULES }, id)).rejects.toThrow('was paid without these items')
    await shipUntracked(by(), { order_id: '100001', way: 'picked_up', version: null })
    shop.passTime(MINUTE_MS)
    await settle()
    expect(await rows('payments')).toMatchObject([{ captured_cents: Math.round(total * 100) }])
  })

  onBoth('an order that has left is charged at once, any other when it ships', async () => {
    await pay()
    expect((await rows('payment_operations')).map(({ kind }) => kind)).toEqual(['authorize'])
    await shipUntracked(by(), { order_id: '100001', way: 'picked_up', version: null })
    shop.passTime(MINUTE_MS)
    await settle()
    expect(await rows('payments')).toMatchObject([{ captured_cents: 31_126 }])
    await sendLinkOf({ order_id: '100002', order_status: 'delivered' })
    await pay()
    await settle()
    expect((await rows('payments')).map(({ captured_cents }) => captured_cents)).toEqual([31_126, 31_126])
  })

  test('a payment by a link is voided when all is cancelled, and refunded to the card once it is charged', async () => {
    await pay()
    await cancelByShop(by(), { order_id: '100001', item_ids: [], reason: 'Gone', version: null })
    shop.passTime(MINUTE_MS)
    await settle()
    expect(await rows('payments')).toMatchObject([{ state: 'voided', captured_cents: 0 }])
    await sendLinkOf({ order_id: '100002', order_status: 'delivered' })
    await pay()
    await settle()
    await gateway.settle()
    const { version } = (await rows('orders')).find(({ order_id }) => order_id === '100002') ?? { version: 0 }
    const refund = { order_id: '100002', amount_cents: 1000, item_ids: [], note: '', despite_dispute: false, version }
    await refundOrder(by(), refund)
    shop.passTime(MINUTE_MS)
    await settle()
    expect((await rows('payments')).map(({ refunded_cents }) => refunded_cents)).toEqual([0, 1000])
  })

  test.each([
    ['withdrawn', () => withdrawPayLink(by(), { order_id: '100001', version: null })],
    ['expired', async () => shop.passTime(7 * DAY_MS)],
    ['paid', record],
    ['cancelled', () => cancelByShop(by(), { order_id: '100001', item_ids: [], reason: 'Gone', version: null })],
    ['withdrawn', () => sendLink()],
  ])('a link that is %s says so, shows no goods and charges nothing', async (state, change) => {
    await change()
    expect(await show()).toEqual({ state, order_id: '100001', asked: TOTAL, order: null })
    expect((await pay()).statusCode).toBe(409)
    expect(await live()).toEqual([])
  })

  test('a declined card charges nothing, with the same answer to the same key', async () => {
    // The gateway of the tests declines by the amount.
    const { total } = await sendLinkOf({ order_id: '100002', delivery_cents: 200_000 })
    const body = await buildBody({ total })
    for (const sent of [body, body]) expect((await post('/api/payByLink', sent)).json().error).toBe('payment_declined')
    expect(await show()).toMatchObject({ state: 'open', order: { total } })
    expect(await newSales()).toHaveLength(1)
    expect(await rows('payments')).toEqual([])
  })

  test('a link takes five tries of a card in a quarter of an hour, from any address, and other links can still be paid', async () => {
    const { total } = await sendLinkOf({ order_id: '100002', delivery_cents: 200_000 })
    const statuses = []
    for (let at = 0; at < 7; at += 1) statuses.push((await pay({ total }, `10.0.${at}.1`)).statusCode)
    expect(statuses).toEqual([402, 402, 402, 402, 402, 429, 429])
    for (let order = 3; order < 7; order += 1) {
      const link = await sendLinkOf({ order_id: `10000${order}`, delivery_cents: 200_000 })
      for (let at = 0; at < 5; at += 1) await pay({ total: link.total }, `10.${order}.${at}.1`)
    }
    expect(await newSales()).toHaveLength(25)
    const other = await sendLinkOf({ order_id: '100007' })
    expect(await show()).toMatchObject({ state: 'open' })
    expect((await pay({ total: other.total }, '10.9.0.1')).statusCode).toBe(200)
  })

  test.each([
    ['a forged token', { token: 'x'.repeat(43) }, 404],
    ['a token of 10 KB', { token: 'x'.repeat(10_240) }, 400],
    ['a nonce of 10 KB', { nonce: 'x'.repeat(10_240) }, 400],
    ['another amount', { total: 1 }, 409],
    ['a negative amount', { total: -1 }, 400],
    ['no key', { key: '' }, 400],
  ])('%s charges nothing', async (_what, changes, status) => {
    expect((await pay(changes)).statusCode).toBe(status)
    await expectUnpaid()
  })

  test('a used nonce asks for the card again; the same key with another amount is a conflict', async () => {
    const body = await buildBody()
    await post('/api/payByLink', body)
    expect((await post('/api/payByLink', { ...body, total: 1 })).statusCode).toBe(409)
    await sendLinkOf({ order_id: '100002' })
    const used = await pay({ nonce: body.nonce })
    expect([used.statusCode, used.json().message]).toEqual([402, expect.stringContaining('were already used')])
    expect(await live()).toHaveLength(1)
  })
})
