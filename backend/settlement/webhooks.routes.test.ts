import { randomUUID } from 'node:crypto'
import { DAY_MS } from '@shop/contract/durations'
import { beforeEach, describe, expect, test } from 'vitest'
import { eachPlacingShop, sharedGateway } from '../../tests/gateway/placing-hooks.ts'
import { KEYS } from '../../tests/gateway/start-gateway.ts'
import type { WorkerContext } from '../checkout/place-order.ts'
import { createPayments } from '../payments/gateway/create-payments.ts'
import { inTransaction } from '../platform/database/database.ts'
import { buildAuthorization } from '../testing/payments/build-authorization.ts'
import { BOTH_ENGINES } from '../testing/servers/engines.ts'
import { untilWaiting } from '../testing/servers/until-waiting.ts'
import { openTestShop } from '../testing/test-shop.ts'
import { testsOn } from '../testing/tests-on.ts'
import { storeDispute } from './gateway-events.repository.ts'
import { settleDueEvents } from './gateway-events.ts'

const FOREIGN = { ...KEYS, merchantId: 'foreign', publicKey: 'foreign-public', privateKey: 'foreign-private' }
const PATH = '/api/webhooks/braintree'

const gateway = sharedGateway()

describe.each(BOTH_ENGINES)('a webhook of Braintree on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const shop = eachPlacingShop(engine, gateway, 50)
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
    await worker.payments.capture({ operationId: randomUUID(), reference, transactionId: id, cents: 15_800 })
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
    const elsewhere = await createPayments({ braintree: FOREIGN }, () => {}).authorize(buildAuthorization({ nonce }))
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

  test('about a retrieval says that the bank asks for papers, and not that it takes money back', async () => {
    const { id } = await place()
    await gateway.dispute({
      transactionId: id,
      id: 'r1',
      kind: 'retrieval',
      status: 'open',
      cents: 15_800,
      replyBy: '2026-12-10',
    })
    await send(await gateway.notify({ kind: 'dispute_opened', id, disputeId: 'r1' }))
    await settleDueEvents(worker)
    const texts = (await rows('outbox')).flatMap((mail) => ('text' in mail ? [mail.text] : []))
    expect(texts.filter((text) => text?.includes('is asking for documents about $158.00'))).toHaveLength(1)
  })

  test('about a dispute tells the family once, and counts as paid back when it is lost', async () => {
    const { id, reference } = await place()
    await worker.payments.capture({ operationId: randomUUID(), reference, transactionId: id, cents: 15_800 })
    await gateway.settle({ id })
    const dispute = { transactionId: id, id: 'd1', status: 'open', cents: 15_800, replyBy: '2026-12-10' }
    await gateway.dispute(dispute)
    await send(await gateway.notify({ kind: 'dispute_opened', id, disputeId: 'd1' }))
    await settleDueEvents(worker)
    expect(await rows('payments')).toMatchObject([{ captured_cents: 15_800, refunded_cents: 0 }])
    await gateway.dispute({ ...dispute, status: 'lost' })
    await send(await gateway.notify({ kind: 'dispute_lost', id, disputeId: 'd1' }))
    await settleDueEvents(worker)
    expect(await rows('disputes')).toMatchObject([{ dispute_id: 'd1', state: 'lost', amount_cents: 15_800 }])
    expect(await rows('payments')).toMatchObject([{ captured_cents: 15_800, refunded_cents: 15_800 }])
    const alerts = (await rows('outbox')).filter((mail) => 'kind' in mail && mail.kind === 'payment-alert')
    expect(alerts).toMatchObject([
      { recipient: 'family@shop.example', text: expect.stringContaining('has reversed $158.00 for') },
    ])
  })

  test('about a refund that failed leads to its sale, which counts as paid back no more', async () => {
    const { id, reference } = await place()
    const cents = 15_800
    await worker.payments.capture({ operationId: randomUUID(), reference, transactionId: id, cents })
    await gateway.settle({ id })
    const refund = await worker.payments.refund({ operationId: randomUUID(), reference, transactionId: id, cents })
    const creditId = refund.outcome === 'done' ? refund.transaction.id : ''
    await send(await gateway.notify({ kind: 'transaction_settled', id }))
    await settleDueEvents(worker)
    expect(await rows('payments')).toMatchObject([{ state: 'settled', refunded_cents: cents }])
    await gateway.settle({ id: creditId, status: 'settlement_declined' })
    await send(await gateway.notify({ kind: 'refund_failed', id: creditId }))
    await settleDueEvents(worker)
    expect(await rows('payments')).toMatchObject([{ state: 'settled', captured_cents: cents, refunded_cents: 0 }])
    expect(await rows('gateway_events')).toMatchObject([{ state: 'done' }, { state: 'done' }])
  })

  onBoth('a dispute that several nodes store at the same time is new to one of them', async () => {
    const values = { id: 'd7', kind: 'chargeback', reason: 'fraud', status: 'open', cents: 15_800, replyBy: null }
    const row = { ...values, reference: '200001-abcdef', order_id: '200001', now: shop.clock() }
    const { store } = shop
    const another = () => inTransaction(store.database, (trx) => storeDispute(trx, row))
    const [first, others] = await inTransaction(store.database, async (trx) => {
      const isNew = await storeDispute(trx, row)
      const stored = Promise.all([another(), another(), another()])
      await untilWaiting(store, stored)
      // In a list, since a promise would be waited for within the transaction.
      return [isNew, stored] as const
    })
    expect([first, ...(await others)]).toEqual([true, false, false, false])
  })

  test('about an order that is not known is looked up for a day', async () => {
    const { id } = await place()
    const event = await gateway.notify({ kind: 'transaction_settled', id })
    await shop.store.database.deleteFrom('payments').execute()
    await shop.store.database.deleteFrom('placements').execute()
    await send(event)
    await settleDueEvents(worker)
    expect(await rows('gateway_events')).toMatchObject([{ state: 'due' }])
    shop.passTime(2 * DAY_MS)
    await settleDueEvents(worker)
    expect(await rows('gateway_events')).toMatchObject([{ state: 'given_up' }])
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
