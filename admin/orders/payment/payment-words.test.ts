import type { CardPayment, PaymentOperation } from '@shop/contract/payments/card-payment'
import { expect, test } from 'vitest'
import { CARD_PAYMENT } from '../../testing/sample-order.ts'
import { formatTime } from '../../ui/time.ts'
import { describeDispute, describeOperation, describePayment, releasedOf } from './payment-words.ts'

const NOW = Date.parse('2026-11-03T10:00:00Z')

test.each<[CardPayment['state'], string, RegExp]>([
  ['authorized', 'Reserved', /not charged yet.*ends/],
  ['submitted', 'Charged', /on its way to your bank/],
  ['settled', 'Charged', /in your bank account/],
  ['voided', 'Released', /Nothing was charged/],
  ['expired', 'Expired', /can’t charge the card/],
  ['failed', 'Not paid', /didn’t pay/],
])('a payment that is %s is said to be %s', (state, badge, text) => {
  expect(describePayment({ ...CARD_PAYMENT, state }, NOW)).toMatchObject({ badge, text: expect.stringMatching(text) })
})

test('a reservation that has ended is said to have, before the gateway says so', () => {
  expect(describePayment({ ...CARD_PAYMENT, expires_at: '2026-11-03T09:59:59Z' }, NOW).badge).toBe('Expired')
  expect(describePayment({ ...CARD_PAYMENT, expires_at: null }, NOW).text).not.toContain('ends')
})

test.each<[CardPayment['state'], number, number]>([
  ['authorized', 0, 0],
  ['submitted', 15_800, 0],
  ['settled', 10_691, 5109],
  ['voided', 0, 15_800],
  ['expired', 0, 15_800],
  ['failed', 15_800, 0],
])('of a reservation that is %s with %i charged, %i is released', (state, captured_cents, released) => {
  expect(releasedOf({ ...CARD_PAYMENT, state, captured_cents })).toBe(released)
})

const REFUND: PaymentOperation = {
  id: 'o1',
  kind: 'refund',
  amount_cents: 1250,
  state: 'due',
  created_at: '2026-11-03T10:00:00Z',
  next_attempt_at: '2026-11-03T16:00:00Z',
  last_error: null,
  finished_at: null,
}
const AT = formatTime(REFUND.next_attempt_at)

test.each<[string, Partial<PaymentOperation>, string, string]>([
  ['waits', {}, 'Waiting', `We’ll send it to the gateway ${AT}.`],
  [
    'waits for the bank',
    { last_error: 'unsettled' },
    'Waiting',
    `The bank settles the charge overnight and hasn’t done so yet. We’ll try again ${AT}.`,
  ],
  [
    'failed for another reason',
    { last_error: 'Error: hang up' },
    'Waiting',
    `The gateway says: Error: hang up. We’ll try again ${AT}.`,
  ],
  [
    'is at a gateway that the shop has no keys of',
    { state: 'rejected', last_error: 'provider' },
    'Failed',
    'The shop isn’t set up with this payment’s gateway. Nothing was refunded.',
  ],
  [
    'is refused',
    { state: 'rejected', last_error: 'amount' },
    'Failed',
    'That’s more than what’s left. Nothing was refunded.',
  ],
  [
    'did not arrive',
    { state: 'rejected', last_error: 'refund_failed' },
    'Failed',
    'The shopper’s bank rejected the refund, so you have the money again. Nothing was refunded.',
  ],
  ['is undone', { state: 'withdrawn' }, 'Cancelled', 'Undone before we asked the gateway.'],
  [
    'came too late for its bank',
    { state: 'withdrawn', last_error: 'settled' },
    'Cancelled',
    'The bank had already settled the charge, so it is refunded instead.',
  ],
  ['is made', { state: 'done', finished_at: REFUND.next_attempt_at }, 'Done', AT],
])('a refund that %s is said to', (_what, change, badge, text) => {
  expect(describeOperation({ ...REFUND, ...change })).toMatchObject({ name: 'Refund', badge, text })
})

test.each([
  ['chargeback', 'lost', 'Disputed: $79.00, lost. It counts as refunded.'],
  ['chargeback', 'auto_accepted', 'Disputed: $79.00, auto accepted. It counts as refunded.'],
  ['chargeback', 'expired', 'Disputed: $79.00, expired. It counts as refunded.'],
  ['retrieval', 'expired', 'Disputed: $79.00, expired.'],
  ['chargeback', 'open', 'Disputed: $79.00, open. Answer it by Dec 10, 2026.'],
])('a %s that is %s: %s', (kind, state, sentence) => {
  const said = describeDispute({ kind, state, amount_cents: 7900, reply_by: '2026-12-10' })
  expect(said.replaceAll('\u00a0', ' ')).toBe(sentence)
})
