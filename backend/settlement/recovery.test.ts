import { randomUUID } from 'node:crypto'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@shop/contract/durations'
import { describe, expect } from 'vitest'
import type { OpenShop } from '../../tests/gateway/open-placing-shop.ts'
import { eachPlacingShop, sharedGateway } from '../../tests/gateway/placing-hooks.ts'
import { completePlacement } from '../checkout/complete-placement.ts'
import { findDeclineAlarm, findPlacement } from '../checkout/placements.repository.ts'
import { buildOrder } from '../orders/build-order.ts'
import { insertOrders, lockOrderNumbers } from '../orders/orders.repository.ts'
import type { VoidRequest } from '../payments/gateway/payments.ts'
import { insertOperation, insertVoid } from '../payments/ledger/payments.repository.ts'
import { inTransaction } from '../platform/database/database.ts'
import { BOTH_ENGINES } from '../testing/servers/engines.ts'
import { untilWaiting } from '../testing/servers/until-waiting.ts'
import { testsOn } from '../testing/tests-on.ts'
import { settleDueEvents } from './gateway-events.ts'
import { settleDueOperations } from './payment-worker.ts'
import { reconcile } from './reconcile.ts'
import { refreshPayment } from './refresh-payment.ts'

const SALE = 'POST .*/transactions'

describe.each(BOTH_ENGINES)('payments on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const gateway = sharedGateway()
  const shop = eachPlacingShop(engine, gateway, 5)

  const settle = () => settleDueOperations(shop.worker)
  const rows = (table: 'orders' | 'placements' | 'payments' | 'payment_operations' | 'outbox' | 'placing_brake') =>
    shop.store.database.selectFrom(table).selectAll().execute()
  const ask = (key: string) => shop.app.inject(`/api/placeOrder/${key}`)
  const mails = async () =>
    (await shop.store.database.selectFrom('outbox').selectAll().execute()).map(({ recipient, subject }) => [
      recipient,
      subject,
    ])

  async function place(changes?: Parameters<OpenShop['buildBody']>[0]) {
    const body = await shop.buildBody(changes)
    const response = await shop.place(body)
    const placement = await findPlacement(shop.store.database, body.key)
    return { key: body.key, response, reference: placement?.reference ?? '', orderId: placement?.order_id ?? '' }
  }
  /** An order is placed whose answer is lost. */
  async function placeUnanswered(changes?: Parameters<OpenShop['buildBody']>[0]) {
    await gateway.fail({ match: SALE, answer: 'cut' })
    const placed = await place(changes)
    expect(placed.response.statusCode).toBe(202)
    return placed
  }
  const saleOf = async (wanted: string) =>
    (await gateway.transactions()).find(({ orderId, type }) => orderId === wanted && type === 'sale')
  async function found(reference: string) {
    const result = await shop.worker.payments.find(reference)
    if (result.outcome !== 'done') throw new Error('not found')
    return result.transactions
  }
  async function add(kind: 'capture' | 'void' | 'refund', reference: string, amount_cents: number): Promise<string> {
    const now = shop.clock()
    return inTransaction(shop.store.database, (trx) =>
      insertOperation(trx, { reference, kind, amount_cents, state: 'due', now }),
    )
  }
  const operation = (id: string) =>
    shop.store.database
      .selectFrom('payment_operations')
      .selectAll()
      .where('operation_id', '=', id)
      .executeTakeFirstOrThrow()
  async function capture(reference: string, cents: number): Promise<string> {
    const { id = '' } = (await saleOf(reference)) ?? {}
    await shop.worker.payments.capture({ operationId: randomUUID(), reference, transactionId: id, cents })
    return id
  }

  async function expectVoided(reference: string, orderId: string): Promise<void> {
    await settle()
    await settle()
    expect((await saleOf(reference))?.status).toBe('voided')
    expect(await rows('payments')).toEqual([])
    expect(await rows('placements')).toMatchObject([{ state: 'abandoned' }])
    const stock = await shop.store.database
      .selectFrom('products')
      .select('stock_quantity')
      .where('product_id', '=', '101')
      .executeTakeFirstOrThrow()
    expect(stock.stock_quantity).toBe(5)
    const alerts = (await shop.store.database.selectFrom('outbox').selectAll().execute()).filter(
      ({ kind }) => kind === 'payment-alert',
    )
    expect(alerts).toHaveLength(1)
    expect(alerts[0]?.text).toContain(`The order ${orderId} was not placed`)
    expect(shop.logged()).toContain('a placement can become no order')
  }

  test('an authorization in another currency is voided, and the family is told', async () => {
    await gateway.set({ currency: 'CAD' })
    const { reference, orderId, key } = await place()
    await expectVoided(reference, orderId)
    expect((await ask(key)).json()).toMatchObject({ error: 'conflict' })
  })

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

  test('a placement that cannot be stored as an order for ten minutes is voided, and shopper and family are told', async () => {
    const { reference, orderId, key } = await placeUnanswered()
    // An import has used its number.
    const who = { first_name: 'Eve', last_name: 'Moneypenny', email: 'eve@mail.example' }
    const imported = buildOrder({ ...who, order_id: orderId, order_date: '2026-11-01', items: [] })
    await inTransaction(shop.store.database, (trx) => insertOrders(trx, [imported]))
    await settle()
    expect((await ask(key)).statusCode).toBe(202)
    expect(shop.logged()).toContain('a placement could not be completed')
    shop.passTime(11 * MINUTE_MS)
    await expectVoided(reference, orderId)
    expect(await mails()).toContainEqual(['ada@mail.example', `Your order # ${orderId} wasn’t placed`])
  })

  test('a placement of which nothing is found for ten minutes is told to its shopper, whose page asks no more', async () => {
    await gateway.fail({ match: SALE, answer: 'cut', commit: false })
    const { orderId } = await place()
    await settle()
    expect(await mails()).toEqual([])
    shop.passTime(11 * MINUTE_MS)
    await settle()
    expect(await mails()).toEqual([['ada@mail.example', `Your order # ${orderId} wasn’t placed`]])
  })

  onBoth('a stored placement that cannot be read becomes no order, and its payment is voided', async () => {
    const { reference } = await placeUnanswered()
    await shop.store.database.updateTable('placements').set({ draft: '{"quote":{}}' }).execute()
    await settle()
    await settle()
    expect((await saleOf(reference))?.status).toBe('voided')
    expect(await rows('orders')).toEqual([])
  })

  test('a held payment without an order is voided once, however often it is found', async () => {
    const { reference } = await placeUnanswered()
    const transactions = await found(reference)
    await shop.store.database.updateTable('placements').set({ state: 'abandoned' }).execute()
    const since = new Date(shop.clock().getTime() - HOUR_MS)
    await Promise.all([
      ...Array.from({ length: 3 }, () => refreshPayment(shop.worker, reference, transactions)),
      ...Array.from({ length: 2 }, () => reconcile(shop.worker, since)),
      ...transactions.map((sale) => completePlacement(shop.worker, reference, sale)),
    ])
    const voids = (await rows('payment_operations')).filter(
      (row) => 'kind' in row && row.kind === 'void' && row.reference === reference,
    )
    expect(voids).toHaveLength(1)
  })

  test('a payment that was charged after its placement had ended is left to a person', async () => {
    const { reference } = await placeUnanswered()
    await capture(reference, 15_800)
    await shop.store.database.updateTable('placements').set({ state: 'abandoned' }).execute()
    for (const sale of await found(reference)) expect(await completePlacement(shop.worker, reference, sale)).toBe(false)
    expect((await rows('payment_operations')).filter((row) => 'kind' in row && row.kind === 'void')).toEqual([])
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
        await insertVoid(trx, reference, 15_800, shop.clock())
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
    const payload = new URLSearchParams(await gateway.notify({ kind: 'transaction_settled', id })).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    await shop.app.inject({ method: 'POST', url: '/api/webhooks/braintree', headers, payload })
    const closed_until = new Date(shop.clock().getTime() + 30 * MINUTE_MS).toISOString()
    await shop.store.database.updateTable('placing_brake').set({ closed_until }).execute()
    expect(await findDeclineAlarm(shop.store.database, shop.clock())).toBe(closed_until)
    shop.passTime(-HOUR_MS)
    expect(await settle()).toBe(1)
    expect((await ask(key)).json()).toMatchObject({ status: 'placed' })
    expect(await settleDueEvents(shop.worker)).toBe(1)
    expect((await place()).response.statusCode).toBe(200)
  })

  test('nodes whose clocks are minutes apart do not look up without end', async () => {
    const { reference } = await placeUnanswered()
    const { id = '' } = (await saleOf(reference)) ?? {}
    const payload = new URLSearchParams(await gateway.notify({ kind: 'transaction_settled', id })).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    await shop.app.inject({ method: 'POST', url: '/api/webhooks/braintree', headers, payload })
    await gateway.fail({ match: '', answer: { status: 503 }, times: 20 })
    let calls = 0
    const clock = () => new Date(shop.clock().getTime() + (calls++ % 3 === 0 ? 5 * MINUTE_MS : 0))
    expect(await settleDueEvents({ ...shop.worker, clock })).toBe(1)
    await gateway.clear()
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

  test.each([
    ['open', 'chargeback'],
    ['disputed', 'chargeback'],
    ['under_review', 'chargeback'],
    ['won', 'pre_arbitration'],
    ['expired', 'retrieval'],
  ])('a dispute that is %s, a %s, takes nothing back', async (status, kind) => {
    const { reference } = await place()
    const transactionId = await capture(reference, 15_800)
    await gateway.settle({ id: transactionId })
    await gateway.dispute({ transactionId, id: randomUUID(), kind, status, cents: 15_800, replyBy: '2026-12-10' })
    await refreshPayment(shop.worker, reference, await found(reference))
    expect(await rows('payments')).toMatchObject([{ captured_cents: 15_800, refunded_cents: 0 }])
  })

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

  test('a void after the money has settled is not sent, and the money is refunded', async () => {
    const { reference } = await place()
    await gateway.settle({ id: await capture(reference, 10_000) })
    const id = await add('void', reference, 15_800)
    await gateway.clear()
    await Promise.all([settle(), settle()])
    await settle()
    expect(await operation(id)).toMatchObject({ state: 'withdrawn', last_error: 'settled' })
    expect((await gateway.requests()).filter(({ path }) => path.endsWith('/void'))).toEqual([])
    expect(await rows('payments')).toMatchObject([{ state: 'settled', captured_cents: 10_000, refunded_cents: 10_000 }])
    expect((await rows('payment_operations')).filter((row) => 'kind' in row && row.kind === 'refund')).toHaveLength(1)
  })

  onBoth('a void that the gateway refuses, since the bank settles at that moment, becomes a refund', async () => {
    const { reference } = await place()
    const transactionId = await capture(reference, 15_800)
    const id = await add('void', reference, 15_800)
    const { payments } = shop.worker
    const settledMeanwhile = async (request: VoidRequest) => {
      await gateway.settle({ id: transactionId })
      return payments.void(request)
    }
    await settleDueOperations({ ...shop.worker, payments: { ...payments, void: settledMeanwhile } })
    expect(await operation(id)).toMatchObject({ state: 'withdrawn', last_error: 'settled' })
    expect(await rows('payments')).toMatchObject([{ state: 'settled', refunded_cents: 15_800 }])
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

  test('a look that began before another one does not take a payment back', async () => {
    const { reference } = await place()
    const authorized = await found(reference)
    const id = await capture(reference, 15_800)
    const submitted = await found(reference)
    await gateway.settle({ id })
    await shop.worker.payments.refund({ operationId: randomUUID(), reference, transactionId: id, cents: 1000 })
    const settled = await found(reference)
    await refreshPayment(shop.worker, reference, settled)
    for (const older of [authorized, submitted, settled.filter(({ kind }) => kind === 'sale')])
      await refreshPayment(shop.worker, reference, older)
    expect(await rows('payments')).toMatchObject([{ state: 'settled', captured_cents: 15_800, refunded_cents: 1000 }])
  })

  test('a refund that fails later is paid back no more', async () => {
    const { reference } = await place()
    const id = await capture(reference, 15_800)
    await gateway.settle({ id })
    await shop.worker.payments.refund({ operationId: randomUUID(), reference, transactionId: id, cents: 1000 })
    await refreshPayment(shop.worker, reference, await found(reference))
    await gateway.settle({ status: 'settlement_declined' })
    await refreshPayment(shop.worker, reference, await found(reference))
    expect(await rows('payments')).toMatchObject([{ state: 'settled', refunded_cents: 0 }])
  })
})
