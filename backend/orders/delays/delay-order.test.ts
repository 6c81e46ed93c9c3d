import { adminAudit } from '@shop/contract/audit/admin'
import { parseDelay } from '@shop/contract/delays/calls'
import { DAY_MS } from '@shop/contract/durations'
import { MAIL_HOLD_MS } from '@shop/contract/mail/admin'
import { adminOrders } from '@shop/contract/orders/admin'
import { describe, expect } from 'vitest'
import { claimDueMail, markSent } from '../../mail/outbox.repository.ts'
import { insertPayment } from '../../payments/ledger/payments.repository.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { addDays, formatDay } from '../../platform/lib/days/local-day.ts'
import { signInAs } from '../../testing/admin-visitor.ts'
import { delayedOrderOf, ORDER } from '../../testing/orders/delayed-order.ts'
import { ENGINES } from '../../testing/servers/engines.ts'
import { testsOn } from '../../testing/tests-on.ts'

describe.each(ENGINES)('an order that ships later than promised on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const { shop, cancel, findOrder, owner, today, send, get, mails, delay, tokenOf, open, answer, todayOf } =
    delayedOrderOf(engine)

  test('the email says until when the amount is reserved on a card, where the order may ship later', async () => {
    const ends = addDays(today(), 7)
    const payment = { reference: '100001-abcdef', order_id: ORDER, gateway_id: 'sale1', state: 'authorized' } as const
    const cents = { provider: 'braintree', authorized_cents: 31_126, captured_cents: 0, refunded_cents: 0 }
    const card = { card_brand: null, card_last_four: null, created_at: `${today()}T10:00:00.000Z` }
    const row = { ...payment, ...cents, ...card, expires_at: `${ends}T17:00:00.000Z` }
    await inTransaction(shop.store.database, (trx) => insertPayment(trx, row))
    const textOf = async (ship_by: string | null) =>
      (await send(adminOrders.previewOrderMail, { change: 'delay', ship_by })).json().text
    const sentence = 'The hold on your card ends on'
    expect(await textOf(addDays(today(), 6))).not.toContain(sentence)
    expect(await textOf(addDays(today(), 10))).toContain(`${sentence} ${formatDay(ends)}.`)
    expect(await textOf(null)).toContain('will send you a link to pay')
  })

  test('the email says the day, the link and what silence means, and the day is the new promise', async () => {
    const until = addDays(today(), 10)
    const preview = await send(adminOrders.previewOrderMail, { change: 'delay', ship_by: until })
    expect(await delay(until)).toEqual([200, undefined])
    const [mail] = await mails('delay')
    expect(mail?.subject).toBe('Your order # 100001 is delayed')
    expect(mail?.text.replace(/#token=.*/, '#token=…')).toBe(preview.json().text)
    expect(mail?.text).toContain('If we don’t hear from you, we’ll keep your order')
    expect(await get()).toMatchObject({
      promised_on: until,
      is_overdue: false,
      delay: { ship_by: until, answer_by: null, agreed: false, pay_back_by: null },
      events: [{ text: expect.stringMatching(/^Delay notice: ships by/), mails: [{ to: 'shopper' }] }, {}],
    })
    const found = await findOrder(ORDER)
    expect(found && parseDelay(found)).toEqual({ ship_by: until })
    expect((found?.estimated_delivery_date ?? '') >= addDays(today(), 17)).toBe(true)
    shop.passTime(2 * DAY_MS)
    expect((await todayOf()).orders.overdue).toBe(0)
    shop.passTime(9 * DAY_MS)
    expect((await todayOf()).orders.overdue).toBe(1)
    await shop.store.database.updateTable('orders').set({ shipped_by: 'own_delivery' }).execute()
    const left = await findOrder(ORDER)
    expect(left && parseDelay(left), 'it is delayed no longer').toBeNull()
  })

  onBoth(
    'of an order that is not paid the email promises no money back, and what is refunded is not delayed',
    async () => {
      const { database } = shop.store
      await database.updateTable('orders').set({ payment: 'unpaid' }).execute()
      await database
        .updateTable('order_items')
        .set({ refund_status: 'refunded' })
        .where('order_item_id', '=', `${ORDER}-2`)
        .execute()
      await delay(null)
      const [mail] = await mails('delay')
      expect(mail?.text).toContain('we’ll cancel it.')
      expect(mail?.text.match(/^.*\d × /gm)).toHaveLength(1)
    },
  )

  test('only owners send and preview it, and a day that helps no one is refused at its field', async () => {
    const helper = await signInAs(shop, 'helper')
    expect((await delay(addDays(today(), 5), helper))[0]).toBe(403)
    const preview = await send(adminOrders.previewOrderMail, { change: 'delay', ship_by: null }, helper)
    expect(preview.statusCode).toBe(403)
    expect(await delay(today())).toEqual([409, 'Please choose a day in the future.'])
    expect(await delay(addDays(today(), 366))).toEqual([409, 'Please choose a day within a year.'])
    await delay(addDays(today(), 20))
    expect((await delay(addDays(today(), 20)))[1]).toMatch(/^It’s already promised for /)
    await cancel([`${ORDER}-1`, `${ORDER}-2`])
    expect(await delay(addDays(today(), 30))).toEqual([409, 'Order 100001 has nothing left to ship.'])
  })

  test('without consent a delay without a day is to be cancelled and refunded once the time is over', async () => {
    await delay(null)
    const { answer_by } = (await get()).delay ?? {}
    expect(answer_by).toBe(addDays(today(), 30))
    shop.passTime(30 * DAY_MS)
    expect(await todayOf()).toMatchObject({ orders: { overdue: 0 }, unanswered: [] })
    shop.passTime(DAY_MS)
    expect((await todayOf()).unanswered).toMatchObject([{ order_id: ORDER, answer_by }])
    expect((await todayOf(await signInAs(shop, 'helper'))).unanswered).toEqual([])
    expect((await get()).delay?.pay_back_by).not.toBeNull()
    expect(await answer(await tokenOf(), 'wait')).toEqual([200, undefined])
    expect((await todayOf()).unanswered).toEqual([])
    const { delay: after, events } = await get()
    expect([after?.agreed, events[0]?.text]).toEqual([true, 'Agreed to wait'])
    expect(await answer(await tokenOf(), 'cancel')).toEqual([200, undefined])
  })

  onBoth('an undo withdraws the email, or corrects it once it has left, and the link is dead', async () => {
    const undo = async () =>
      (await owner().call(adminAudit.undoChange, { id: (await get()).events[0]?.undo_id })).statusCode
    await delay(addDays(today(), 5))
    expect(await undo()).toBe(200)
    expect(await mails('delay')).toEqual([])
    expect(await get()).toMatchObject({
      promised_on: today(),
      estimated_delivery_date: addDays(today(), 7),
      delay: null,
    })
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

  onBoth('an order without an email address, or that left, has no notice', async () => {
    await shop.store.database.updateTable('orders').set({ email: '' }).execute()
    expect((await get()).delay_problem).toMatch(/no email address. Call the shopper/)
    await shop.store.database.updateTable('orders').set({ shipped_by: 'own_delivery' }).execute()
    expect((await get()).delay_problem).toBe('Order 100001 has already left the shop.')
  })
})
