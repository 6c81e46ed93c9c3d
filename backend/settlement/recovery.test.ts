import { randomUUID } from 'node:crypto'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@shop/contract/durations'
import { describe, expect } from 'vitest'
import { lostAnswersOn, SALE } from '../../tests/gateway/shops/lost-answers.ts'
import { findDeclineAlarm } from '../checkout/placements.repository.ts'
import { lockOrderNumbers } from '../orders/orders.repository.ts'
import { insertVoid } from '../payments/ledger/payments.repository.ts'
import { inTransaction } from '../platform/database/database.ts'
import { BOTH_ENGINES } from '../testing/servers/engines.ts'
import { untilWaiting } from '../testing/servers/until-waiting.ts'
import { testsOn } from '../testing/tests-on.ts'
import { settleDueEvents } from './gateway-events.ts'
import { reconcile } from './reconcile.ts'

describe.each(BOTH_ENGINES)('payments on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const { gateway, shop, settle, rows, ask, place, placeUnanswered, saleOf, add, operation, capture, notify } =
    lostAnswersOn(engine)

  test('an authorization in another currency does not keep the nightly comparison from the others', async () => {
    await gateway.set({ currency: 'CAD' })
    const { reference } = await place()
    await gateway.set({ currency: 'USD' })
    const other = await placeUnanswered()
    const since = new Date(shop.clock().getTime() - HOUR_MS)
    await reconcile(shop.worker, since)
    await settle()
    expect((await saleOf(reference))?.status).toBe('voided')
    expect(await rows('payments')).toMatchObject([{ reference: other.reference, state: 'authorized' }])
  })

  onBoth(
    'a payment without an order whose void another has asked for is not voided again by comparisons that waited for it',
    async () => {
      const { store } = shop
      const { reference } = await place()
      for (const table of ['payments', 'placements', 'payment_operations', 'orders'] as const)
        await store.database.deleteFrom(table).execute()
      const since = new Date(shop.clock().getTime() - HOUR_MS)
      const [others] = await inTransaction(store.database, async (trx) => {
        await lockOrderNumbers(trx)
        await insertVoid(trx, { provider: 'braintree', authorizedCents: 15_800 }, reference, shop.clock())
        const compared = Promise.all(Array.from({ length: 4 }, () => reconcile(shop.worker, since)))
        await untilWaiting(store, compared)
        // In a list, since a promise would be waited for within the transaction.
        return [compared]
      })
      await others
      const voids = store.database.selectFrom('payment_operations').selectAll().where('reference', '=', reference)
      expect(await voids.execute()).toHaveLength(1)
    },
  )

  onBoth('a clock that was an hour ahead and is set right stops neither looks nor webhooks nor placing', async () => {
    shop.passTime(HOUR_MS)
    const { key, reference } = await placeUnanswered()
    await gateway.fail({ match: 'advanced_search', answer: { status: 503 }, times: 1 })
    await settle()
    const { id = '' } = (await saleOf(reference)) ?? {}
    await notify({ kind: 'transaction_settled', id })
    const closed_until = new Date(shop.clock().getTime() + 30 * MINUTE_MS).toISOString()
    await shop.store.database.updateTable('placing_brake').set({ closed_until }).execute()
    expect(await findDeclineAlarm(shop.store.database, shop.clock())).toBe(closed_until)
    shop.passTime(-HOUR_MS)
    expect(await settle()).toBe(1)
    expect((await ask(key)).json()).toMatchObject({ status: 'placed' })
    expect(await settleDueEvents(shop.worker)).toBe(1)
    expect((await place()).response.statusCode).toBe(200)
  })

  test('a capture that fell due while the clock was an hour ahead is made once it is set right', async () => {
    const { reference } = await place()
    shop.passTime(HOUR_MS)
    const id = await add('capture', reference, 15_800)
    shop.passTime(-HOUR_MS)
    expect(await settle()).toBe(1)
    expect(await operation(id)).toMatchObject({ state: 'done' })
  })

  test('a capture that is held for a moment is not made earlier by a node whose clock is minutes behind', async () => {
    const { reference } = await place()
    shop.passTime(5 * MINUTE_MS)
    const id = await add('capture', reference, 15_800)
    shop.passTime(-5 * MINUTE_MS)
    expect(await settle()).toBe(0)
    expect(await operation(id)).toMatchObject({ state: 'due', attempts: 0 })
  })

  test('an authorization that was not found is given up in time although the clock was set back', async () => {
    shop.passTime(HOUR_MS)
    await gateway.fail({ match: SALE, answer: 'cut', commit: false })
    const { key } = await place()
    shop.passTime(-HOUR_MS)
    for (let look = 0; look < 45; look += 1) {
      await settle()
      shop.passTime(16_000)
    }
    expect((await ask(key)).statusCode).toBe(409)
  })

  test.each([
    ['a capture of nothing', 'capture', 0, 'amount'],
    ['a capture of a cent more than is authorized', 'capture', 15_801, 'amount'],
    ['a refund before anything was captured', 'refund', 100, 'state'],
  ] as const)('%s is not sent', async (_what, kind, cents, reason) => {
    const { reference } = await place()
    const id = await add(kind, reference, cents)
    await gateway.clear()
    await settle()
    expect(await operation(id)).toMatchObject({ state: 'rejected', last_error: reason })
    expect((await gateway.requests()).filter(({ method }) => method !== 'GET')).toEqual([])
    expect(await rows('payments')).toMatchObject([{ state: 'authorized', captured_cents: 0 }])
    expect(shop.logged()).toContain('a payment does not allow what was asked for')
  })

  test.each([
    ['of nothing', 0, 'amount'],
    ['of a cent more than was captured', 10_001, 'amount'],
  ])('a refund %s is not sent', async (_what, cents, reason) => {
    const { reference } = await place()
    await gateway.settle({ id: await capture(reference, 10_000) })
    const id = await add('refund', reference, cents)
    await gateway.clear()
    await settle()
    expect(await operation(id)).toMatchObject({ state: 'rejected', last_error: reason })
    expect((await gateway.requests()).filter(({ method }) => method !== 'GET')).toEqual([])
  })

  test.each([['lost'], ['accepted'], ['auto_accepted'], ['expired']])(
    'a refund after a dispute that is %s is not sent',
    async (status) => {
      const { reference } = await place()
      const transactionId = await capture(reference, 15_800)
      await gateway.settle({ id: transactionId })
      await gateway.dispute({ transactionId, id: randomUUID(), status, cents: 15_800, replyBy: '2026-12-10' })
      const id = await add('refund', reference, 100)
      await settle()
      expect(await operation(id)).toMatchObject({ state: 'rejected', last_error: 'amount' })
      expect(await rows('payments')).toMatchObject([{ refunded_cents: 15_800 }])
    },
  )

  onBoth('two refunds of everything at the same time are one', async () => {
    const { reference } = await place()
    await gateway.settle({ id: await capture(reference, 15_800) })
    const ids = [await add('refund', reference, 15_800), await add('refund', reference, 15_800)]
    await Promise.all([settle(), settle()])
    const states = await Promise.all(ids.map(async (id) => (await operation(id)).state))
    expect(states.sort()).toEqual(['done', 'rejected'])
    const refunds = (await gateway.transactions()).filter((row) => row.type === 'credit' && row.orderId === reference)
    expect(refunds).toHaveLength(1)
  })

  test('a capture of an authorization that has expired is not sent, and the payment says so', async () => {
    const { reference } = await place()
    await gateway.set({ clockAhead: 8 * DAY_MS })
    const id = await add('capture', reference, 15_800)
    await gateway.clear()
    await settle()
    expect(await operation(id)).toMatchObject({ state: 'rejected', last_error: 'expired' })
    expect((await gateway.requests()).filter(({ method }) => method !== 'GET')).toEqual([])
    expect(await rows('payments')).toMatchObject([{ state: 'expired' }])
  })

  test('looks that fail are in the log, a line for each cause', async () => {
    await placeUnanswered()
    for (const [status, times] of [
      [401, 2],
      [503, 1],
    ] as const) {
      await gateway.fail({ match: 'advanced_search', answer: { status }, times })
      for (let time = 0; time < times; time += 1) {
        await settle()
        shop.passTime(16_000)
      }
    }
    const lines = shop
      .logged()
      .split('\n')
      .filter((line) => line.includes('a payment is to be looked at again'))
    expect(lines.map((line) => JSON.parse(line).reason)).toEqual(['keys', expect.stringContaining('rror')])
  })

  onBoth('a decline that only the worker learns of counts for the alarm', async () => {
    await shop.store.database.updateTable('products').set({ stock_quantity: 100, price_cents: 200_100 }).execute()
    const cart = { items: [{ product_id: '101', quantity: 1, price: 2001 }], total: 2001 }
    for (let index = 0; index < 20; index += 1) {
      await gateway.fail({ match: SALE, answer: 'cut' })
      const payload = await shop.buildBody(cart)
      await shop.app.inject({ method: 'POST', url: '/api/placeOrder', payload, remoteAddress: `10.0.0.${index}` })
    }
    await settle()
    expect(await findDeclineAlarm(shop.store.database, shop.clock())).not.toBeNull()
  })
})
