import { randomUUID } from 'node:crypto'
import { DAY_MS, HOUR_MS } from '@shop/contract/durations'
import { afterEach, beforeEach, describe, expect } from 'vitest'
import { type OpenShop, openPlacingShop } from '../../tests/gateway/shops/open-placing-shop.ts'
import { type Gateway, startGateway } from '../../tests/gateway/start-gateway.ts'
import { skipLostNumbers } from '../checkout/placements.repository.ts'
import { BOTH_ENGINES } from '../testing/servers/engines.ts'
import { testsOn } from '../testing/tests-on.ts'
import { settleDueOperations } from './payment-worker.ts'
import { reconcile } from './reconcile.ts'

describe.each(BOTH_ENGINES)('comparing the payments with the gateway on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  let gateway: Gateway
  let shop: OpenShop
  // One for each test: it compares everything that the gateway made.
  beforeEach(async () => {
    gateway = await startGateway()
    shop = await openPlacingShop(engine, gateway)
    await shop.store.database.updateTable('products').set({ stock_quantity: 50 }).execute()
  })
  afterEach(async () => {
    await shop.close()
    await gateway.stop()
  })

  const compare = () => reconcile(shop.worker, new Date(shop.clock().getTime() - HOUR_MS))
  async function place(): Promise<string> {
    const response = await shop.place(await shop.buildBody())
    return response.json().order?.orderId ?? response.json().number
  }
  /** Removes the order, as in a database that was restored from before it. */
  async function forget(orderId: string): Promise<void> {
    const { database } = shop.store
    const { reference } = await paymentOf(orderId)
    await database.deleteFrom('payments').where('order_id', '=', orderId).execute()
    await database.deleteFrom('placements').where('order_id', '=', orderId).execute()
    await database.deleteFrom('payment_operations').where('reference', '=', reference).execute()
    await database.deleteFrom('orders').where('order_id', '=', orderId).execute()
  }
  const paymentOf = (orderId: string) =>
    shop.store.database.selectFrom('payments').selectAll().where('order_id', '=', orderId).executeTakeFirstOrThrow()
  const statusOf = async (reference: string) =>
    (await gateway.transactions()).find((transaction) => transaction.orderId === reference)?.status

  test('finds nothing to do where both agree', async () => {
    await place()
    expect(await compare()).toMatchObject({ placed: 0, voided: 0, updated: 0, alerts: [] })
  })

  onBoth('an authorization whose order was lost is voided once, and its number is not given out again', async () => {
    const orderId = await place()
    const { reference } = await paymentOf(orderId)
    await forget(orderId)
    await shop.store.database
      .updateTable('counters')
      .set({ value: 200_000 })
      .where('name', '=', 'order_number')
      .execute()
    expect(await compare()).toMatchObject({ voided: 1, alerts: [] })
    expect(await compare()).toMatchObject({ voided: 0 })
    await settleDueOperations(shop.worker)
    expect(await statusOf(reference)).toBe('voided')
    expect(Number(await place())).toBeGreaterThan(Number(orderId))
  })

  test('more authorizations without an order than a night voids are told, and are voided by hand', async () => {
    for (let count = 0; count < 3; count += 1) await forget(await place())
    const nightly = () => reconcile(shop.worker, new Date(shop.clock().getTime() - HOUR_MS), 2)
    expect(await nightly()).toMatchObject({
      voided: 2,
      alerts: [expect.stringContaining('One more reservation has no order')],
    })
    expect(await compare()).toMatchObject({ voided: 1, alerts: [] })
    expect(await nightly()).toMatchObject({ voided: 0, alerts: [] })
  })

  test('numbers of orders that a restored backup lacks are not given out before the comparison either', async () => {
    const { database } = shop.store
    const kept = await place()
    const lost = await place()
    await forget(lost)
    await database
      .updateTable('counters')
      .set({ value: Number(kept) })
      .where('name', '=', 'order_number')
      .execute()
    expect(await skipLostNumbers(database)).toBe(true)
    expect(Number(await place())).toBeGreaterThan(Number(lost))
  })

  test('money that was captured without an order is left for the family to decide', async () => {
    const orderId = await place()
    const { reference, gateway_id } = await paymentOf(orderId)
    await shop.worker.payments.capture({
      provider: 'braintree',
      operationId: randomUUID(),
      reference,
      transactionId: gateway_id,
      cents: 15_800,
    })
    await forget(orderId)
    const { alerts } = await compare()
    expect(alerts).toEqual([expect.stringMatching(/^\$158\.00 was charged as \d+-\w{6}, but there is no such order/)])
  })

  onBoth('a placement whose answer was lost becomes an order', async () => {
    await gateway.fail({ match: 'POST .*/transactions', answer: 'cut' })
    await place()
    expect(await compare()).toMatchObject({ placed: 1 })
    expect(await shop.store.database.selectFrom('placements').select('state').execute()).toEqual([{ state: 'placed' }])
  })

  test('captures and settlements at the gateway are taken over', async () => {
    const orderId = await place()
    const { reference, gateway_id } = await paymentOf(orderId)
    await shop.worker.payments.capture({
      provider: 'braintree',
      operationId: randomUUID(),
      reference,
      transactionId: gateway_id,
      cents: 10_000,
    })
    await gateway.settle({ id: gateway_id })
    expect(await compare()).toMatchObject({ updated: 1 })
    expect(await paymentOf(orderId)).toMatchObject({ state: 'settled', captured_cents: 10_000 })
  })

  test('a refund that failed is taken over also when its sale is older than what is compared', async () => {
    await gateway.set({ clockAhead: -11 * DAY_MS })
    const orderId = await place()
    const { reference, gateway_id: transactionId } = await paymentOf(orderId)
    const request = { reference, transactionId, cents: 15_800 }
    await shop.worker.payments.capture({ provider: 'braintree', ...request, operationId: randomUUID() })
    await gateway.settle()
    await gateway.set({ clockAhead: 0 })
    await shop.worker.payments.refund({ provider: 'braintree', ...request, operationId: randomUUID() })
    expect(await compare()).toMatchObject({ updated: 1, alerts: [] })
    expect(await paymentOf(orderId)).toMatchObject({ state: 'settled', refunded_cents: 15_800 })
    await gateway.settle({ status: 'settlement_declined' })
    expect(await compare()).toMatchObject({ updated: 1, alerts: [] })
    expect(await paymentOf(orderId)).toMatchObject({ state: 'settled', captured_cents: 15_800, refunded_cents: 0 })
  })

  test('a gateway that cannot be asked is said so, and nothing is changed', async () => {
    await place()
    await gateway.fail({ match: 'advanced_search', answer: { status: 503 }, times: 10 })
    await expect(compare()).rejects.toThrow('could not be asked')
  })
})
