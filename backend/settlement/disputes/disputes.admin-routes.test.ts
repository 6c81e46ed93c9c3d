import { randomUUID } from 'node:crypto'
import { adminDisputes } from '@shop/contract/payments/disputes'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest'
import { type OpenShop, openPlacingShop } from '../../../tests/gateway/shops/open-placing-shop.ts'
import { type Gateway, startGateway } from '../../../tests/gateway/start-gateway.ts'
import { storeText } from '../../mail/texts/mail-texts.repository.ts'
import { markDelivered } from '../../orders/fulfilment/mark-delivered.ts'
import { shipOrder } from '../../orders/fulfilment/ship-order.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { localDay } from '../../platform/lib/days/local-day.ts'
import { type AdminVisitor, signInAs } from '../../testing/admin-visitor.ts'
import { BOTH_ENGINES } from '../../testing/servers/engines.ts'
import { testsOn } from '../../testing/tests-on.ts'
import { refreshPayment } from '../refresh-payment.ts'

let gateway: Gateway
beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway.stop())

describe.each(BOTH_ENGINES)('disputes on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  let shop: OpenShop
  let owner: AdminVisitor
  beforeEach(async () => {
    shop = await openPlacingShop(engine, gateway)
    owner = await signInAs(shop, 'owner')
  })
  afterEach(() => shop.close())

  const list = async (after?: string) =>
    (
      await owner.call({ ...adminDisputes.listDisputes, path: `/api/admin/disputes${after ? `?after=${after}` : ''}` })
    ).json()
  const one = (id: string, by = owner) => by.call({ ...adminDisputes.getDispute, path: `/api/admin/disputes/${id}` })

  /** An order that was charged, sent and disputed. */
  async function disputeOne(): Promise<{ orderId: string; reference: string }> {
    const { orderId } = (await shop.place(await shop.buildBody())).json().order
    const payment = await shop.store.database.selectFrom('payments').selectAll().executeTakeFirstOrThrow()
    const { reference, gateway_id: transactionId } = payment
    const by = { database: shop.store.database, clock: shop.clock, actor: 'owner@shop.example' }
    await shop.worker.payments.capture({
      provider: 'braintree',
      operationId: randomUUID(),
      reference,
      transactionId,
      cents: 15_800,
    })
    await gateway.settle({ id: transactionId })
    await shipOrder(by, { order_id: orderId, tracking_number: '1Z999AA10123456784', version: null })
    await markDelivered(by, { order_id: orderId, delivered_on: localDay(shop.clock()), version: null })
    await gateway.dispute({ transactionId, id: 'd1', status: 'open', cents: 15_800, replyBy: '2026-12-10' })
    const found = await shop.worker.payments.find({ provider: 'braintree', reference, transactionId })
    if (found.outcome !== 'done') throw new Error('not found')
    await refreshPayment(shop.worker, reference, found.transactions)
    return { orderId, reference }
  }

  test('are listed with amount, reason, state and deadline', async () => {
    const { orderId, reference } = await disputeOne()
    expect(await list()).toEqual({
      disputes: [
        {
          id: 'd1',
          provider: 'braintree',
          reference,
          order_id: orderId,
          amount_cents: 15_800,
          kind: 'chargeback',
          reason: 'fraud',
          state: 'open',
          reply_by: '2026-12-10',
          opened_at: expect.stringMatching(/^\d{4}-/),
        },
      ],
      next: null,
    })
  })

  test('come with what proves the order: address, delivery, emails, items and what was done', async () => {
    const { orderId } = await disputeOne()
    const { proof } = (await one('d1')).json()
    for (const part of [
      `Order # ${orderId}`,
      'ada@mail.example, 503 555 0100',
      'Visa ending in 1111',
      'charged $158.00; refunded $0.00',
      '$79.00 each',
      '12 MAIN ST\nAPT 4\nPORTLAND, OR 97201',
      'Tracking number 1Z999AA10123456784 (UPS)\nhttps://',
      'Delivered on 2',
      `UTC: Your order # ${orderId}`,
      'What happened',
    ]) {
      expect(proof).toContain(part)
    }
    expect(proof).not.toContain('4111')
  })

  test('prove that the shopper was told, whatever words the family gave the email', async () => {
    await inTransaction(shop.store.database, async (trx) => {
      await storeText(trx, 'order_confirmed', { version: 1, words: { subject: 'Thank you!', body: 'We pack it now.' } })
      await storeText(trx, 'shipped', { version: 1, words: { subject: 'On its way', body: '{tracking}' } })
    })
    await disputeOne()
    const { proof } = (await one('d1')).json()
    expect(proof).toContain('UTC: Thank you!')
    expect(proof).toContain('UTC: On its way')
  })

  onBoth('of a payment without an order have no proof, and an unknown one is said to be none', async () => {
    const { reference } = await disputeOne()
    const { database } = shop.store
    await database.updateTable('payments').set({ order_id: reference }).execute()
    await database.updateTable('disputes').set({ order_id: reference }).execute()
    expect((await one('d1')).json()).toMatchObject({ dispute: { order_id: null }, proof: null })
    expect((await one('d2')).json()).toMatchObject({ error: 'not_found', message: 'There is no dispute d2.' })
    expect((await list()).disputes).toMatchObject([{ order_id: null }])
  })

  test('are only for owners', async () => {
    await disputeOne()
    expect((await one('d1', await signInAs(shop, 'helper'))).statusCode).toBe(403)
  })

  test('are listed by pages, the newest first', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => ({
      ...{ dispute_id: `d${100 + index}`, reference: '1-abcdef', order_id: '1', amount_cents: 1, state: 'won' },
      ...{ reply_by: null, kind: null, reason: null, opened_at: '2026-11-01T00:00:00.000Z' },
    }))
    await shop.store.database.insertInto('disputes').values(rows).execute()
    const first = await list()
    const second = await list(first.next)
    const ids = [...first.disputes, ...second.disputes].map(({ id }: { id: string }) => id)
    expect(ids).toEqual(rows.map(({ dispute_id }) => dispute_id).toReversed())
    expect(second.next).toBeNull()
  })
})
