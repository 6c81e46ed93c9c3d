import { expect, test } from 'vitest'
import type { StoredOrder } from '../../orders/orders.repository.ts'
import { placeOrder } from '../../testing/orders/orders.ts'
import { eachTestStore } from '../../testing/test-hooks.ts'
import { disputeProof } from './dispute-proof.ts'

const opened = eachTestStore('sqlite')

async function proofOf(changes: Partial<StoredOrder> = {}, more: Partial<Parameters<typeof disputeProof>[0]> = {}) {
  const order = { ...(await placeOrder(opened.store.database, { discount_code: 'FALL' })), ...changes }
  const state = { order, refunds: [], notes: [], payment: null, returns: [], delays: [], payLink: null }
  return disputeProof({ state, payment: null, events: [], mails: [], ...more })
}

test('the sums of a proof are those that the shopper paid, with the code that took something off', async () => {
  const proof = await proofOf({ discount_cents: 1000, total_cents: 26_200, delivery_cents: 599, tax_cents: 2327 })
  expect(proof).toContain(
    'Products $272.00, discount code FALL -$10.00, delivery $5.99, sales tax $23.27, total $291.26',
  )
  expect(proof).toContain('2 × Campus Slim Backpack, Blue, $79.00 each')
})

test('a parcel has its carrier and link, what was handed over says so, and what has not left has no such part', async () => {
  const shipped = await proofOf({ tracking_number: '1Z999AA10123456784', delivered_on: '2026-11-09' })
  expect(shipped).toMatch(/Tracking number 1Z999AA10123456784 \(UPS\)\nhttps:.*\nDelivered on 2026-11-09/)
  await opened.store.database.deleteFrom('orders').execute()
  expect(await proofOf({ shipped_by: 'picked_up' })).toContain('Shipment and delivery\nPicked up by the shopper')
  await opened.store.database.deleteFrom('orders').execute()
  expect(await proofOf()).not.toContain('Shipment and delivery')
})

test('what happened is told from the first to the last, and an email that was not sent is not taken for a sent one', async () => {
  const event = (at: string, text: string) => ({ at, text, actor: null, undo_id: null, mails: [] })
  const proof = await proofOf(
    {},
    {
      events: [event('2026-11-05T10:00:00.000Z', 'Shipped'), event('2026-11-02', 'Ordered')],
      mails: [
        { subject: 'Thank you', created_at: '2026-11-02T09:00:00.000Z', sent_at: '2026-11-02T09:01:00.000Z' },
        { subject: 'On its way', created_at: '2026-11-05T10:00:00.000Z', sent_at: null },
      ],
    },
  )
  expect(proof).toContain('What happened\n2026-11-02: Ordered\n2026-11-05 10:00 UTC: Shipped')
  expect(proof).toContain(
    'Emails to the shopper\n2026-11-02 09:01 UTC: Thank you\n2026-11-05 10:00 UTC: On its way (not sent)',
  )
})
