import { randomUUID } from 'node:crypto'
import { DAY_MS } from '@shop/contract/durations'
import { beforeEach, describe, expect, test } from 'vitest'
import { eachPlacingShop, sharedGateway } from '../../tests/gateway/shops/placing-hooks.ts'
import { findPlacement } from '../checkout/placements.repository.ts'
import { settleDueEvents } from './gateway-events.ts'
import { settleDueOperations } from './payment-worker.ts'
import { reconcile } from './reconcile.ts'
import { listFailed } from './tasks/payment-tasks.repository.ts'
import { attachPayment, refundUnmatched } from './tasks/solve-unmatched.ts'

const SALE = 'POST [^ ]*/transactions '

describe('a second sale under the reference of an order', () => {
  const gateway = sharedGateway()
  const shop = eachPlacingShop('sqlite', gateway, 50)
  let reference: string
  let orderId: string

  beforeEach(async () => {
    const body = await shop.buildBody()
    await shop.place(body)
    const placement = await findPlacement(shop.store.database, body.key)
    reference = placement?.reference ?? ''
    orderId = placement?.order_id ?? ''
  })

  /** Compares only this order: the gateway is shared by all tests. */
  const compare = (days = 1) => {
    const { payments } = shop.worker
    const listSince = async (time: Date) => {
      const listed = await payments.listSince(time)
      return listed.outcome !== 'done'
        ? listed
        : { ...listed, transactions: listed.transactions.filter((found) => found.reference === reference) }
    }
    const since = new Date(shop.clock().getTime() - days * DAY_MS)
    return reconcile({ ...shop.worker, payments: { ...payments, listSince } }, since)
  }
  const owner = () => ({ database: shop.store.database, clock: shop.clock, actor: 'owner@shop.example' })
  const settle = () => settleDueOperations(shop.worker)
  const payments = () => shop.store.database.selectFrom('payments').selectAll().orderBy('reference').execute()
  const operations = () => shop.store.database.selectFrom('payment_operations').selectAll().execute()
  const movements = () => shop.store.database.selectFrom('payment_movements').selectAll().execute()
  const own = async () => (await payments()).find((row) => row.reference === reference)
  const statusOf = async (id: string) => (await gateway.transactions([reference])).find((row) => row.id === id)?.status
  async function charge(): Promise<string> {
    const { gateway_id: transactionId = '' } = (await own()) ?? {}
    await shop.worker.payments.capture({
      provider: 'braintree',
      operationId: randomUUID(),
      reference,
      transactionId,
      cents: 15_800,
    })
    await gateway.settle({ id: transactionId })
    await compare()
    return transactionId
  }
  async function notify(id: string): Promise<void> {
    const payload = new URLSearchParams(await gateway.notify({ kind: 'transaction_settled', id })).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    await shop.app.inject({ method: 'POST', url: '/api/webhooks/braintree', headers, payload })
    await settleDueEvents(shop.worker)
  }

  test('that is charged is told every night until somebody has decided, and is refunded by hand', async () => {
    await charge()
    const second = await gateway.charge({ reference, cents: 15_800 })
    for (let night = 0; night < 2; night += 1) {
      expect((await compare()).alerts).toEqual([
        `$158.00 was charged a second time for order # ${orderId} (transaction ${second}). Refund it, or link it to an order, under Payments in the admin.`,
      ])
    }
    expect(await own()).toMatchObject({ captured_cents: 15_800, refunded_cents: 0 })
    expect((await movements()).map(({ amount_cents }) => amount_cents)).toEqual([15_800, 15_800])
    const key = `${reference}.${second}`
    await refundUnmatched(owner(), key)
    await settle()
    const refunds = (await gateway.transactions([reference])).filter(({ type }) => type === 'credit')
    expect(refunds).toMatchObject([{ refundedId: second, cents: 15_800 }])
    expect((await compare()).alerts).toEqual([])
    expect(await own()).toMatchObject({ captured_cents: 15_800, refunded_cents: 0 })
  })

  test('that is charged is known at the webhook about it already', async () => {
    await notify(await gateway.charge({ reference, cents: 5000 }))
    expect(await payments()).toMatchObject([
      { reference, state: 'authorized', captured_cents: 0 },
      { state: 'settled', captured_cents: 5000 },
    ])
  })

  test('that is only authorized is released, and the order keeps its own', async () => {
    const second = await gateway.charge({ reference, cents: 15_800, status: 'authorized' })
    expect(await compare()).toMatchObject({ voided: 1, alerts: [] })
    await settle()
    expect(await compare()).toMatchObject({ voided: 0, alerts: [] })
    expect(await statusOf(second)).toBe('voided')
    expect(await own()).toMatchObject({ state: 'authorized' })
  })

  test('that is charged before it is released is listed', async () => {
    const second = await gateway.charge({ reference, cents: 15_800, status: 'authorized' })
    await compare()
    await gateway.move({ id: second, status: 'settled' })
    await settle()
    expect(await listFailed(shop.store.database, 10)).toEqual([])
    expect((await compare()).alerts).toEqual([expect.stringContaining('a second time')])
  })

  test('that replaces a reservation which has expired is listed, and can be said to pay the order', async () => {
    const { gateway_id: id = '' } = (await own()) ?? {}
    await gateway.move({ id, status: 'authorization_expired' })
    shop.passTime(12 * DAY_MS)
    await gateway.set({ clockAhead: 12 * DAY_MS })
    const second = await gateway.charge({ reference, cents: 15_800 })
    expect((await compare()).alerts).toEqual([expect.stringContaining(`transaction ${second}`)])
    expect(await own()).toMatchObject({ order_id: orderId, gateway_id: id, state: 'expired', captured_cents: 0 })
    await attachPayment(owner(), `${reference}.${second}`, orderId)
    expect((await compare()).alerts).toEqual([])
    expect(await payments()).toMatchObject([
      { order_id: reference, state: 'expired' },
      { order_id: orderId, gateway_id: second, state: 'settled' },
    ])
  })

  test('and its refund are told from those of the order', async () => {
    const first = await charge()
    const second = await gateway.charge({ reference, cents: 15_800 })
    await compare()
    const request = { operationId: randomUUID(), reference, cents: 4000 }
    await shop.worker.payments.refund({ provider: 'braintree', ...request, transactionId: second })
    await compare()
    expect(await payments()).toMatchObject([
      { gateway_id: first, refunded_cents: 0 },
      { gateway_id: second, refunded_cents: 4000 },
    ])
  })

  test('is released or listed too where the answer to the first was lost', async () => {
    await gateway.fail({ match: SALE, answer: 'cut' })
    const body = await shop.buildBody()
    expect((await shop.place(body)).statusCode).toBe(202)
    reference = (await findPlacement(shop.store.database, body.key))?.reference ?? ''
    const [first] = await gateway.transactions([reference])
    const second = await gateway.charge({ reference, cents: 15_800, status: 'authorized' })
    await settle()
    await settle()
    expect(await own()).toMatchObject({ gateway_id: first?.id, state: 'authorized' })
    expect(await statusOf(second)).toBe('voided')
    expect(await statusOf(first?.id ?? '')).toBe('authorized')
  })

  test('and a third one are settled each by itself, also without an order', async () => {
    const others = await Promise.all(
      ['authorized', 'authorized', 'settled'].map((status) => gateway.charge({ reference, cents: 15_800, status })),
    )
    for (const table of ['payments', 'placements', 'payment_operations', 'orders'] as const)
      await shop.store.database.deleteFrom(table).execute()
    expect(await compare()).toMatchObject({ voided: 3, alerts: [expect.stringContaining('second time')] })
    await settle()
    expect(await Promise.all(others.map(statusOf))).toEqual(['voided', 'voided', 'settled'])
    expect((await operations()).map(({ state }) => state)).toEqual(['done', 'done', 'done'])
  })

  test('in another currency is told, and nothing of it is stored', async () => {
    await gateway.set({ currency: 'CAD' })
    const second = await gateway.charge({ reference, cents: 15_800 })
    expect((await compare()).alerts).toEqual([expect.stringContaining(`CAD 158.00`)])
    expect((await compare()).alerts).toEqual([expect.stringContaining(second)])
    expect(await payments()).toHaveLength(1)
  })
})
