import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { MAIL_HOLD_MS } from '@shop/contract/mail/admin'
import { adminOrders } from '@shop/contract/orders/admin'
import { describe, expect } from 'vitest'
import { cardOrdersOf } from '../../tests/gateway/shops/card-orders.ts'
import { reconcile } from '../settlement/reconcile.ts'
import { signInAs } from '../testing/admin-visitor.ts'
import { callsOfOrders } from '../testing/orders/order-calls.ts'
import { BOTH_ENGINES } from '../testing/servers/engines.ts'
import { testsOn } from '../testing/tests-on.ts'
import { ordersCsv } from './page/orders-csv.ts'

describe.each(BOTH_ENGINES)('the card payment of an order on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const orders = cardOrdersOf(engine)
  const { shop, gateway, call, get, settle, referenceOf, operations } = orders
  const { place, charge, makeRefund, lastEvent } = orders
  /** Reads the refunded amount from the list of all orders. */
  async function refundedColumn(): Promise<string | undefined> {
    const period = { from: '2000-01-01', to: '2999-12-31' }
    const csv = await text(ordersCsv(shop().store.database, period, 'orders'))
    const [names = '', row = ''] = csv.split('\r\n')
    return row.split(',').at(names.split(',').indexOf('paid_back') - names.split(',').length)
  }

  test('an order shows the card payment that the gateway knows, and one without a payment shows none', async () => {
    const { card_payment } = await get(await place())
    expect(card_payment).toMatchObject({
      state: 'authorized',
      card: { brand: 'Visa', last_four: '1111' },
      authorized_cents: 15_800,
      captured_cents: 0,
      expires_at: expect.stringMatching(/^20/),
      operations: [{ kind: 'authorize', state: 'done', amount_cents: 15_800 }],
    })
    await callsOfOrders(shop).place({ order_id: '310001' })
    expect((await get('310001')).card_payment).toBeNull()
  })

  test('an order whose answer from the gateway was lost says in its history that it was completed later', async () => {
    await gateway().fail({ match: 'POST .*/transactions', answer: 'cut' })
    const answer = await shop().place(await shop().buildBody())
    expect(answer.statusCode).toBe(202)
    await settle()
    const { number } = answer.json()
    expect((await get(number)).events.map(({ text }) => text)).toEqual(['Completed after an interruption', 'Ordered'])
    expect(shop().logged()).toContain('its placement is completed')
    expect((await get(await place())).events.map(({ text }) => text)).toEqual(['Ordered'])
  })

  test('a payment that is not captured yet is not refunded', async () => {
    const orderId = await place()
    const message = `Nothing has been charged for order ${orderId} yet. Cancel what’s not wanted, and it won’t be charged.`
    expect(await makeRefund(orderId, 100)).toEqual([409, message])
  })

  test('no more is refunded than was charged, and nothing by a helper; the email is not shown then either', async () => {
    const orderId = await place()
    await charge(orderId, { cents: 10_000 })
    const preview = { change: 'refund', amount_cents: 10_001, item_ids: [], note: '' }
    const shown = await call(adminOrders.previewOrderMail, orderId, preview)
    expect([shown.statusCode, shown.json().message]).toEqual([
      409,
      `At most $100.00 of order ${orderId} can be refunded.`,
    ])
    expect(await makeRefund(orderId, 10_001)).toEqual([409, `At most $100.00 of order ${orderId} can be refunded.`])
    expect(await makeRefund(orderId, 0)).toEqual([400, expect.any(String)])
    const helper = await signInAs(shop(), 'helper')
    expect(await makeRefund(orderId, 100, {}, helper)).toEqual([403, expect.any(String)])
    expect(await operations('refund')).toEqual([])
    expect(await makeRefund(orderId, 10_000)).toEqual([200, undefined])
    const refused = `Everything that was paid for order ${orderId} is already refunded.`
    expect(await makeRefund(orderId, 1)).toEqual([409, refused])
  })

  onBoth('two refunds of everything at the same time are one', async () => {
    const orderId = await place()
    await charge(orderId)
    const { version } = await get(orderId)
    const answers = await Promise.all([1, 2, 3].map(() => makeRefund(orderId, 15_800, { version })))
    expect(answers.map(([status]) => status).sort()).toEqual([200, 409, 409])
    shop().passTime(MAIL_HOLD_MS)
    await settle()
    expect(await operations('refund')).toMatchObject([{ state: 'done', amount_cents: 15_800 }])
  })

  test('nothing is refunded after a dispute that was lost', async () => {
    const orderId = await place()
    await charge(orderId)
    const [sale] = await gateway().transactions([await referenceOf(orderId)])
    const dispute = { id: randomUUID(), status: 'lost', cents: 15_800, replyBy: '2026-12-10' }
    await gateway().dispute({ transactionId: sale?.id ?? '', ...dispute })
    await reconcile(shop().worker, new Date(0))
    expect(await makeRefund(orderId, 1)).toEqual([
      409,
      `Everything that was paid for order ${orderId} is already refunded.`,
    ])
  })

  test('a payment whose dispute is open is refunded only if that is confirmed, since the bank may take it back, too', async () => {
    const orderId = await place()
    await charge(orderId)
    const [sale] = await gateway().transactions([await referenceOf(orderId)])
    const dispute = { id: randomUUID(), status: 'open', cents: 15_800, replyBy: '2026-12-10' }
    await gateway().dispute({ transactionId: sale?.id ?? '', ...dispute })
    await reconcile(shop().worker, new Date(0))
    const preview = { change: 'refund', amount_cents: 100, item_ids: [], note: '' }
    const shown = await call(adminOrders.previewOrderMail, orderId, preview)
    const message = expect.stringMatching(/pay twice\. Confirm/)
    expect([shown.statusCode, shown.json().details]).toEqual([409, [{ field: 'despite_dispute', message }]])
    expect(await makeRefund(orderId, 100)).toEqual([409, message])
    expect(await makeRefund(orderId, 100, { despite_dispute: true })).toEqual([200, undefined])
  })

  test('a full void becomes one refund if the payment has settled', async () => {
    const orderId = await place()
    await charge(orderId, { isSettled: false })
    expect(await makeRefund(orderId, 15_800)).toEqual([200, undefined])
    await gateway().settle()
    shop().passTime(MAIL_HOLD_MS)
    await settle()
    expect(await get(orderId)).toMatchObject({
      ...{ status: 'refunded', refunded_cents: 15_800 },
      card_payment: {
        ...{ state: 'settled', refunded_cents: 15_800, waiting_cents: 0 },
        operations: [{ kind: 'refund', state: 'done' }, { kind: 'void', state: 'withdrawn' }, {}, {}],
      },
    })
    expect(await refundedColumn()).toBe('158.00')
  })

  test('a refund that failed is in no sum, and the amount can be refunded again', async () => {
    const orderId = await place()
    await charge(orderId)
    await makeRefund(orderId, 5800)
    await shop()
      .store.database.updateTable('payment_operations')
      .set({ state: 'rejected', last_error: 'invalid' })
      .where('kind', '=', 'refund')
      .execute()
    expect(await get(orderId)).toMatchObject({ refunded_cents: 0 })
    expect((await lastEvent(orderId))?.text).toBe('Refunded $58.00. The gateway refused it, so nothing was refunded')
    expect(await refundedColumn()).toBe('0.00')
    expect(await makeRefund(orderId, 15_800)).toEqual([200, undefined])
    expect(await get(orderId)).toMatchObject({ refunded_cents: 15_800 })
    expect(await refundedColumn()).toBe('158.00')
  })
})
