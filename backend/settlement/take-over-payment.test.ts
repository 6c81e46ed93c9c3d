import { randomUUID } from 'node:crypto'
import { HOUR_MS } from '@shop/contract/durations'
import { describe, expect, test } from 'vitest'
import { lostAnswersOn } from '../../tests/gateway/shops/lost-answers.ts'
import { reconcile } from './reconcile.ts'
import { refreshPayment } from './refresh-payment.ts'

describe('what the gateway says of a payment', () => {
  const { gateway, shop, settle, rows, place, saleOf, found, add, capture } = lostAnswersOn('sqlite')

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

  test('a look that began before another one does not take a payment back', async () => {
    const { reference } = await place()
    const authorized = await found(reference)
    const id = await capture(reference, 15_800)
    const submitted = await found(reference)
    await gateway.settle({ id })
    await shop.worker.payments.refund({
      provider: 'braintree',
      operationId: randomUUID(),
      reference,
      transactionId: id,
      cents: 1000,
    })
    const settled = await found(reference)
    await refreshPayment(shop.worker, reference, settled)
    for (const older of [authorized, submitted, settled.filter(({ kind }) => kind === 'sale')])
      await refreshPayment(shop.worker, reference, older)
    expect(await rows('payments')).toMatchObject([{ state: 'settled', captured_cents: 15_800, refunded_cents: 1000 }])
  })

  test('a refund that fails later no longer counts as refunded', async () => {
    const { reference } = await place()
    const id = await capture(reference, 15_800)
    await gateway.settle({ id })
    await shop.worker.payments.refund({
      provider: 'braintree',
      operationId: randomUUID(),
      reference,
      transactionId: id,
      cents: 1000,
    })
    await refreshPayment(shop.worker, reference, await found(reference))
    await gateway.settle({ status: 'settlement_declined' })
    await refreshPayment(shop.worker, reference, await found(reference))
    expect(await rows('payments')).toMatchObject([{ state: 'settled', refunded_cents: 0 }])
  })

  test('an answer with the id of another payment is healed at the next look, and the order is charged', async () => {
    await place()
    const [other] = await shop.store.database.selectFrom('payments').select('gateway_id').execute()
    const { reference } = await place()
    const payment = shop.store.database.selectFrom('payments').selectAll().where('reference', '=', reference)
    const own = (await saleOf(reference))?.id
    await shop.store.database
      .updateTable('payments')
      .set({ gateway_id: other?.gateway_id ?? '' })
      .where('reference', '=', reference)
      .execute()
    await add('capture', reference, 15_800)
    await settle()
    expect(await payment.execute()).toMatchObject([{ gateway_id: own, state: 'submitted', captured_cents: 15_800 }])
  })

  test('an answer with the id of another payment is healed by the comparison of a night, which releases nothing', async () => {
    const { reference } = await place()
    const own = (await saleOf(reference))?.id
    await shop.store.database.updateTable('payments').set({ gateway_id: 'unknown1' }).execute()
    const since = new Date(shop.clock().getTime() - HOUR_MS)
    const transactions = await found(reference)
    const listSince = async () => ({ outcome: 'done', transactions }) as const
    const context = { ...shop.worker, payments: { ...shop.worker.payments, listSince } }
    expect(await reconcile(context, since)).toMatchObject({ voided: 0, alerts: [] })
    expect(await rows('payments')).toMatchObject([{ gateway_id: own, state: 'authorized' }])
  })
})
