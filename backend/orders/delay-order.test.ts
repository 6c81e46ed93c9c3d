import { adminAudit } from '@shop/contract/admin/audit'
import { MAIL_HOLD_MS } from '@shop/contract/admin/mail'
import { adminOrderDelays } from '@shop/contract/admin/order-delays'
import { type AdminOrder, adminOrders } from '@shop/contract/admin/orders'
import { adminToday, type Today } from '@shop/contract/admin/today'
import { requestPath } from '@shop/contract/call'
import { delayedOrderCalls, delayOf } from '@shop/contract/delayed-orders'
import { beforeEach, describe, expect, test } from 'vitest'
import { findProduct } from '../catalog/catalog.repository.ts'
import { insertPayment } from '../checkout/payments/payments.repository.ts'
import { inTransaction } from '../database/database.ts'
import { addDays, formatDay, localDay } from '../lib/local-day.ts'
import { claimDueMail, markSent } from '../mail/outbox.repository.ts'
import { type AdminVisitor, signInAs } from '../testing/admin-visitor.ts'
import { ENGINES } from '../testing/engines.ts'
import { callsOfOrders } from '../testing/order-calls.ts'
import { eachTestShop } from '../testing/test-hooks.ts'

const ORDER = '100001'
const DAY = 24 * 60 * 60_000

describe.each(ENGINES)('an order that ships later than promised on %s', (engine) => {
  const shop = eachTestShop(engine)
  const { place, cancel, findOrder } = callsOfOrders(() => shop)
  let owner: AdminVisitor
  let today: string
  beforeEach(async () => {
    owner = await signInAs(shop, 'owner')
    today = localDay(shop.clock())
    await place({ ship_by: today, estimated_delivery_date: addDays(today, 7) })
  })

  const send = ({ method, path }: { method: 'GET' | 'POST'; path: string }, body?: unknown, by = owner) =>
    by.call({ method, path: requestPath(path, { order_id: ORDER }, {}) }, body)
  const get = async () => (await send(adminOrders.getAdminOrder)).json<AdminOrder>()
  /** Sends a notice; returns status and message. */
  const delay = async (ship_by: string | null, by = owner) => {
    const { version } = await get()
    const response = await send(adminOrderDelays.sendDelayNotice, { ship_by, version }, by)
    return [response.statusCode, response.json().message]
  }
  const mails = (kind: string) =>
    shop.store.database.selectFrom('outbox').selectAll().where('kind', '=', kind).orderBy('created_at').execute()
  const tokenOf = async () => /#token=([\w-]{43})/.exec((await mails('delay')).at(-1)?.text ?? '')?.[1] ?? ''
  const open = async (token: string) => {
    const response = await shop.app.inject({
      method: 'POST',
      url: delayedOrderCalls.getDelayedOrder.path,
      payload: { token },
    })
    return response.json()
  }
  const answer = async (token: string, given: 'cancel' | 'wait') => {
    const payload = { token, answer: given }
    const response = await shop.app.inject({ method: 'POST', url: delayedOrderCalls.answerDelay.path, payload })
    return [response.statusCode, response.json().message]
  }
  const todayOf = async (by = owner) => (await by.call(adminToday.getToday)).json<Today>()

  test('the mail says until when the amount is reserved on a card, where the order may ship later', async () => {
    const ends = addDays(today, 7)
    const payment = { reference: '100001-abcdef', order_id: ORDER, gateway_id: 'sale1', state: 'authorized' } as const
    const cents = { authorized_cents: 31_126, captured_cents: 0, refunded_cents: 0 }
    const card = { card_brand: null, card_last_four: null, created_at: `${today}T10:00:00.000Z` }
    const row = { ...payment, ...cents, ...card, expires_at: `${ends}T17:00:00.000Z` }
    await inTransaction(shop.store.database, (trx) => insertPayment(trx, row))
    const textOf = async (ship_by: string | null) =>
      (await send(adminOrders.previewOrderMail, { change: 'delay', ship_by })).json().text
    const sentence = 'The amount is reserved on your card until'
    expect(await textOf(addDays(today, 6))).not.toContain(sentence)
    expect(await textOf(addDays(today, 10))).toContain(`${sentence} ${formatDay(ends)}.`)
    expect(await textOf(null)).toContain('we send you a link to pay')
  })

  test('the mail says the day, the link and what silence means, and the day is the new promise', async () => {
    const until = addDays(today, 10)
    const preview = await send(adminOrders.previewOrderMail, { change: 'delay', ship_by: until })
    expect(await delay(until)).toEqual([200, undefined])
    const [mail] = await mails('delay')
    expect(mail?.subject).toBe('Your order # 100001 is delayed')
    expect(mail?.text.replace(/#token=.*/, '#token=…')).toBe(preview.json().text)
    expect(mail?.text).toContain('without an answer we take it that you wait')
    expect(await get()).toMatchObject({
      promised_on: until,
      is_overdue: false,
      delay: { ship_by: until, answer_by: null, agreed: false, pay_back_by: null },
      events: [{ text: expect.stringMatching(/^Delay notice: ships by/), mails: [{ to: 'shopper' }] }, {}],
    })
    const found = await findOrder(ORDER)
    expect(found && delayOf(found)).toEqual({ ship_by: until })
    expect((found?.estimated_delivery_date ?? '') >= addDays(today, 17)).toBe(true)
    shop.passTime(2 * DAY)
    expect((await todayOf()).orders.overdue).toBe(0)
    shop.passTime(9 * DAY)
    expect((await todayOf()).orders.overdue).toBe(1)
  })

  test('of an order that is not paid the mail promises no money back, and what is paid back is not delayed', async () => {
    const { database } = shop.store
    await database.updateTable('orders').set({ payment: 'unpaid' }).execute()
    await database
      .updateTable('order_items')
      .set({ refund_status: 'refunded' })
      .where('order_item_id', '=', `${ORDER}-2`)
      .execute()
    await delay(null)
    const [mail] = await mails('delay')
    expect(mail?.text).toContain('we cancel it.')
    expect(mail?.text.match(/^.*\d × /gm)).toHaveLength(1)
  })

  test('only owners send and preview it, and a day that helps nobody is refused at its field', async () => {
    const helper = await signInAs(shop, 'helper')
    expect((await delay(addDays(today, 5), helper))[0]).toBe(403)
    const preview = await send(adminOrders.previewOrderMail, { change: 'delay', ship_by: null }, helper)
    expect(preview.statusCode).toBe(403)
    expect(await delay(today)).toEqual([409, 'Please choose a day that is still to come.'])
    expect(await delay(addDays(today, 366))).toEqual([409, 'Please choose a day within a year.'])
    await delay(addDays(today, 20))
    expect((await delay(addDays(today, 20)))[1]).toMatch(/^It is promised for .* as it is/)
    await cancel([`${ORDER}-1`, `${ORDER}-2`])
    expect(await delay(addDays(today, 30))).toEqual([409, 'Order 100001 has nothing left to ship.'])
  })

  test('opening the link changes nothing; one press cancels all of the order, and the link is used', async () => {
    const stock = (await findProduct(shop.store.database, '101'))?.stock_quantity ?? 0
    await delay(null)
    const token = await tokenOf()
    const seen = await open(token)
    expect(await open(token)).toEqual(seen)
    expect(seen).toMatchObject({ order_id: ORDER, ship_by: null, agreed: false, money: 'We pay back what you paid.' })
    expect(seen.items).toHaveLength(2)
    expect(await answer(token, 'cancel')).toEqual([200, undefined])
    expect(await get()).toMatchObject({ status: 'cancelled' })
    expect((await findProduct(shop.store.database, '101'))?.stock_quantity).toBe(stock + 2)
    expect([await mails('cancellation-shopper'), await mails('cancellation-shop')].map(({ length }) => length)).toEqual(
      [1, 1],
    )
    for (const message of [(await open(token)).message, (await answer(token, 'cancel'))[1]]) {
      expect(message).toMatch(/^You cancelled order # 100001 by this link on /)
    }
  })

  test('a link that is forged, expired, or of an older notice says what to do instead', async () => {
    expect((await open('A'.repeat(43))).message).toMatch(/^This link does not work/)
    await delay(addDays(today, 5))
    const older = await tokenOf()
    await delay(addDays(today, 9))
    const newer = await tokenOf()
    expect((await answer(older, 'cancel'))[1]).toMatch(/^We have written to you again/)
    shop.passTime(380 * DAY)
    expect((await answer(newer, 'cancel'))[1]).toMatch(/^This link has expired/)
    expect(await get()).toMatchObject({ status: 'processing' })
  })

  test('an order that shipped or was cancelled meanwhile is not cancelled', async () => {
    await delay(addDays(today, 5))
    const token = await tokenOf()
    const { version } = await get()
    const { audit_id } = (await send(adminOrders.shipOrder, { way: 'untracked', version })).json()
    expect((await answer(token, 'cancel'))[1]).toMatch(/^Your order # 100001 has shipped meanwhile/)
    await owner.call(adminAudit.undoChange, { id: audit_id })
    await cancel([`${ORDER}-1`, `${ORDER}-2`])
    expect((await answer(token, 'cancel'))[1]).toMatch(/^Your order # 100001 is cancelled already/)
  })

  test('without consent a delay without a day is to be cancelled and paid back once the time is over', async () => {
    await delay(null)
    const { answer_by } = (await get()).delay ?? {}
    expect(answer_by).toBe(addDays(today, 30))
    shop.passTime(30 * DAY)
    expect(await todayOf()).toMatchObject({ orders: { overdue: 0 }, unanswered: [] })
    shop.passTime(DAY)
    expect((await todayOf()).unanswered).toMatchObject([{ order_id: ORDER, answer_by }])
    expect((await todayOf(await signInAs(shop, 'helper'))).unanswered).toEqual([])
    expect((await get()).delay?.pay_back_by).not.toBeNull()
    expect(await answer(await tokenOf(), 'wait')).toEqual([200, undefined])
    expect((await todayOf()).unanswered).toEqual([])
    const { delay: after, events } = await get()
    expect([after?.agreed, events[0]?.text]).toEqual([true, 'Agreed to wait'])
    expect(await answer(await tokenOf(), 'cancel')).toEqual([200, undefined])
  })

  test('an undo withdraws the mail, or corrects it once it has left, and the link is dead', async () => {
    const undo = async () =>
      (await owner.call(adminAudit.undoChange, { id: (await get()).events[0]?.undo_id })).statusCode
    await delay(addDays(today, 5))
    expect(await undo()).toBe(200)
    expect(await mails('delay')).toEqual([])
    expect(await get()).toMatchObject({ promised_on: today, estimated_delivery_date: addDays(today, 7), delay: null })
    await delay(null)
    const token = await tokenOf()
    shop.passTime(MAIL_HOLD_MS)
    const { database } = shop.store
    const sent = await claimDueMail(database, shop.clock())
    if (sent !== null) await markSent(database, sent.id, shop.clock())
    expect(await undo()).toBe(200)
    expect(await mails('delay-correction')).toHaveLength(1)
    expect((await open(token)).message).toMatch(/^This link does not work/)
    await delay(null)
    await answer(await tokenOf(), 'wait')
    expect((await get()).events.map(({ undo_id }) => undo_id)).not.toContainEqual(expect.any(Number))
  })

  test('an order without an e-mail address, or that left, has no notice', async () => {
    await shop.store.database.updateTable('orders').set({ email: '' }).execute()
    expect((await get()).delay_problem).toMatch(/no e-mail address. Call the shopper/)
    await shop.store.database.updateTable('orders').set({ shipped_by: 'own_delivery' }).execute()
    expect((await get()).delay_problem).toBe('Order 100001 has left the shop already.')
  })
})
