import { randomUUID } from 'node:crypto'
import { DAY_MS, MINUTE_MS } from '@shop/contract/durations'
import { describe, expect, test } from 'vitest'
import { lostAnswersOn } from '../../tests/gateway/shops/lost-answers.ts'
import { settleDueEvents } from './gateway-events.ts'

describe('a webhook of Braintree', () => {
  const { gateway, shop, rows, place, placeUnanswered, saleOf, capture, notify } = lostAnswersOn('sqlite')

  test('nodes whose clocks are minutes apart do not look up without end', async () => {
    const { reference } = await placeUnanswered()
    const { id = '' } = (await saleOf(reference)) ?? {}
    await notify({ kind: 'transaction_settled', id })
    await gateway.fail({ match: '', answer: { status: 503 }, times: 20 })
    let calls = 0
    const clock = () => new Date(shop.clock().getTime() + (calls++ % 3 === 0 ? 5 * MINUTE_MS : 0))
    expect(await settleDueEvents({ ...shop.worker, clock })).toBe(1)
    await gateway.clear()
  })

  test('about a refund that failed leads to its sale, which no longer counts as refunded', async () => {
    const { reference } = await place()
    const cents = 15_800
    const id = await capture(reference, cents)
    await gateway.settle({ id })
    const refund = await shop.worker.payments.refund({
      provider: 'braintree',
      operationId: randomUUID(),
      reference,
      transactionId: id,
      cents,
    })
    const creditId = refund.outcome === 'done' ? refund.transaction.id : ''
    await notify({ kind: 'transaction_settled', id })
    await settleDueEvents(shop.worker)
    expect(await rows('payments')).toMatchObject([{ state: 'settled', refunded_cents: cents }])
    await gateway.settle({ id: creditId, status: 'settlement_declined' })
    await notify({ kind: 'refund_failed', id: creditId })
    await settleDueEvents(shop.worker)
    expect(await rows('payments')).toMatchObject([{ state: 'settled', captured_cents: cents, refunded_cents: 0 }])
    expect(await rows('gateway_events')).toMatchObject([{ state: 'done' }, { state: 'done' }])
  })

  test('about an order that is not known is looked up for a day', async () => {
    const { reference } = await place()
    await shop.store.database.deleteFrom('payments').execute()
    await shop.store.database.deleteFrom('placements').execute()
    await notify({ kind: 'transaction_settled', id: (await saleOf(reference))?.id ?? '' })
    await settleDueEvents(shop.worker)
    expect(await rows('gateway_events')).toMatchObject([{ state: 'due' }])
    shop.passTime(2 * DAY_MS)
    await settleDueEvents(shop.worker)
    expect(await rows('gateway_events')).toMatchObject([{ state: 'given_up' }])
  })
})
