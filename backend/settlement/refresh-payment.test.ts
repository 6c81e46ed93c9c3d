import { describe, expect, test } from 'vitest'
import { lostAnswersOn } from '../../tests/gateway/shops/lost-answers.ts'
import { settleDueEvents } from './gateway-events.ts'

describe('a payment that is looked at again', () => {
  const { gateway, shop, rows, place, saleOf, capture, notify } = lostAnswersOn('sqlite')

  test('about a retrieval says that the bank asks for papers, and not that it takes money back', async () => {
    const { reference } = await place()
    const id = (await saleOf(reference))?.id ?? ''
    await gateway.dispute({
      transactionId: id,
      id: 'r1',
      kind: 'retrieval',
      status: 'open',
      cents: 15_800,
      replyBy: '2026-12-10',
    })
    await notify({ kind: 'dispute_opened', id, disputeId: 'r1' })
    await settleDueEvents(shop.worker)
    const texts = (await rows('outbox')).flatMap((mail) => ('text' in mail ? [mail.text] : []))
    expect(texts.filter((text) => text?.includes('is asking for documents about $158.00'))).toHaveLength(1)
  })

  test('about a dispute tells the family once, and counts as refunded when it is lost', async () => {
    const { reference } = await place()
    const id = await capture(reference, 15_800)
    await gateway.settle({ id })
    const dispute = { transactionId: id, id: 'd1', status: 'open', cents: 15_800, replyBy: '2026-12-10' }
    await gateway.dispute(dispute)
    await notify({ kind: 'dispute_opened', id, disputeId: 'd1' })
    await settleDueEvents(shop.worker)
    expect(await rows('payments')).toMatchObject([{ captured_cents: 15_800, refunded_cents: 0 }])
    await gateway.dispute({ ...dispute, status: 'lost' })
    await notify({ kind: 'dispute_lost', id, disputeId: 'd1' })
    await settleDueEvents(shop.worker)
    expect(await rows('disputes')).toMatchObject([{ dispute_id: 'd1', state: 'lost', amount_cents: 15_800 }])
    expect(await rows('payments')).toMatchObject([{ captured_cents: 15_800, refunded_cents: 15_800 }])
    const alerts = (await rows('outbox')).filter((mail) => 'kind' in mail && mail.kind === 'payment-alert')
    expect(alerts).toMatchObject([
      { recipient: 'family@shop.example', text: expect.stringContaining('has reversed $158.00 for') },
    ])
  })
})
