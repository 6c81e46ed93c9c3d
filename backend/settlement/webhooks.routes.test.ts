import { randomUUID } from 'node:crypto'
import { DAY_MS } from '@shop/contract/durations'
import { beforeEach, describe, expect, test } from 'vitest'
import { eachPlacingShop, sharedGateway } from '../../tests/gateway/shops/placing-hooks.ts'
import { KEYS } from '../../tests/gateway/start-gateway.ts'
import type { WorkerContext } from '../checkout/place-order.ts'
import { createPayments } from '../payments/create-payments.ts'
import { buildAuthorization } from '../testing/payments/build-authorization.ts'
import { openTestShop } from '../testing/test-shop.ts'
import { settleDueEvents } from './gateway-events.ts'

const FOREIGN = { ...KEYS, merchantId: 'foreign', publicKey: 'foreign-public', privateKey: 'foreign-private' }
const PATH = '/api/webhooks/braintree'

const gateway = sharedGateway()

describe('a webhook of Braintree', () => {
  const shop = eachPlacingShop('sqlite', gateway, 50)
  let worker: WorkerContext
  beforeEach(() => {
    worker = shop.worker
  })

  async function place(): Promise<{ id: string; reference: string }> {
    expect((await shop.place(await shop.buildBody())).statusCode).toBe(200)
    const payment = await shop.store.database.selectFrom('payments').selectAll().executeTakeFirstOrThrow()
    return { id: payment.gateway_id, reference: payment.reference }
  }

  const send = (fields: Record<string, string>) =>
    shop.app.inject({
      method: 'POST',
      url: PATH,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    })
  const rows = (table: 'payments' | 'disputes' | 'gateway_events' | 'outbox') =>
    shop.store.database.selectFrom(table).selectAll().execute()

  test('is stored once, and leads to a look at the gateway', async () => {
    const { id, reference } = await place()
    await worker.payments.capture({
      provider: 'braintree',
      operationId: randomUUID(),
      reference,
      transactionId: id,
      cents: 15_800,
    })
    await gateway.settle({ id })
    const event = await gateway.notify({ kind: 'transaction_settled', id })
    for (let time = 0; time < 3; time += 1) expect((await send(event)).statusCode).toBe(200)
    expect(await rows('gateway_events')).toMatchObject([{ kind: 'transaction_settled', state: 'due' }])
    expect(await settleDueEvents(worker)).toBe(1)
    expect(await rows('payments')).toMatchObject([{ state: 'settled', captured_cents: 15_800 }])
    expect(await settleDueEvents(worker)).toBe(0)
  })

  test('that is sent again after a year is neither stored nor looked up once more', async () => {
    const { id } = await place()
    const event = await gateway.notify({ kind: 'transaction_settled', id })
    await send(event)
    await settleDueEvents(worker)
    const known = await rows('gateway_events')
    shop.passTime(366 * DAY_MS)
    await gateway.clear()
    expect((await send(event)).statusCode).toBe(200)
    expect(await settleDueEvents(worker)).toBe(0)
    expect([await rows('gateway_events'), await gateway.requests()]).toEqual([known, []])
  })

  test('that is forged, or signed with the keys of another shop, is refused and stored nowhere', async () => {
    const { id } = await place()
    const event = await gateway.notify({ kind: 'transaction_settled', id })
    const forged = { ...event, bt_payload: `${event.bt_payload.slice(0, -5)}AAAA\n` }
    const nonce = await gateway.nonce({ merchant: FOREIGN.merchantId })
    const elsewhere = await createPayments({ gateways: [FOREIGN] }, () => {}).authorize(buildAuthorization({ nonce }))
    const paid = elsewhere.outcome === 'done' ? elsewhere.transaction.id : ''
    const foreign = await gateway.notify({ kind: 'transaction_settled', id: paid })
    for (const fields of [
      foreign,
      forged,
      { ...event, bt_signature: 'other|00' },
      { bt_payload: event.bt_payload },
      {},
    ]) {
      expect((await send(fields as Record<string, string>)).statusCode).toBe(400)
    }
    expect(await rows('gateway_events')).toEqual([])
    expect(shop.logged()).toContain('a webhook was refused')
  })

  test('that is forged counts, and the 31st of an address in a minute is refused as too many', async () => {
    const statuses: number[] = []
    for (let sent = 0; sent < 31; sent += 1) statuses.push((await send({ bt_payload: 'forged' })).statusCode)
    expect(statuses).toEqual([...Array<number>(30).fill(400), 429])
  })

  test("'s address proves to be the shop's by the answer to a challenge", async () => {
    const response = await shop.app.inject(`${PATH}?bt_challenge=20f9f8ed05f77439fe955c977e4c8a53`)
    expect(response.statusCode).toBe(200)
    expect(response.body).toMatch(/^\w+\|[0-9a-f]{40}$/)
    expect((await shop.app.inject(`${PATH}?bt_challenge=<script>`)).statusCode).toBe(400)
  })
})

test('without keys there is no address for webhooks', async () => {
  const shop = await openTestShop('sqlite')
  expect((await shop.app.inject({ method: 'POST', url: PATH, payload: {} })).statusCode).toBe(404)
  await shop.close()
})
