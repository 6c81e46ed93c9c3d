import { expect, test } from 'vitest'
import type { AuditEntry } from '../../admin/audit/audit.repository.ts'
import { buildOrder } from '../build-order.ts'
import { factsOf, moneyAndNote, piecesLine, describe as sentenceOf } from './history-sentences.ts'

const ITEM = { product_id: '101', product_name: 'Bag', price_cents: 7900, quantity: 2, image_file: null }
const ORDER = buildOrder({
  ...{ order_id: '100001', order_date: '2026-11-02', first_name: 'Ada', last_name: 'Byron', email: '' },
  items: [ITEM, { ...ITEM, product_name: 'Pouch', quantity: 1 }],
})
const say = (action: string, before: AuditEntry['before'], after: AuditEntry['after']) =>
  sentenceOf(
    { id: 1, at: '', undoes: null, actor: 'ada', action, subject: { kind: 'order', id: '100001' }, before, after },
    ORDER,
  )
const LINES = [{ order_item_id: '100001-1' }, { order_item_id: '100001-2' }]

test.each([
  ['order.shipped', null, { order_status: 'shipped', tracking_number: '1Z' }, 'Shipped, tracking number 1Z'],
  ['order.shipped', null, { order_status: 'shipped', shipped_by: 'picked_up' }, 'Picked up'],
  ['order.shipment_taken_back', null, { order_status: 'processing' }, 'Not shipped after all'],
  ['orders.shipped', null, { tracking_number: '1Z' }, 'Shipped, tracking number 1Z, from a file of tracking numbers'],
  ['order.delivered', null, { order_status: 'delivered', delivered_on: '2026-11-09' }, 'Delivered on Nov 9, 2026'],
  ['order.delivered', null, { order_status: 'shipped' }, 'Not delivered after all'],
  ['order.delayed', null, { notice: { ship_by: null, answer_by: null } }, 'Delay notice: no date yet'],
  ['order.delayed', null, { notice: null }, 'Not delayed after all'],
  ['order.pay_link_sent', null, { amount_cents: 0 }, 'Payment link sent for $0.00'],
  ['order.pay_link_sent', null, { amount_cents: null }, 'Payment link undone'],
  ['order.payment_recorded', null, { payment: null }, 'Payment unknown'],
  ['order.noted', 'Call her', null, 'Note removed: Call her'],
  ['order.return_received', null, { return_state: 'accepted' }, 'Return not received after all'],
  ['order.return_declined', null, { return_state: 'declined', answer: 'Worn' }, 'Return declined (Worn)'],
  ['order.of_a_later_version', null, null, 'order.of_a_later_version'],
])('%s from %j to %j is told as a sentence', (action, before, after, sentence) => {
  expect(say(action, before, after)).toBe(sentence)
})

test('a refund and a cancellation name their pieces, and their undo what was before', () => {
  const refund = { refund_id: 'r', amount_cents: 500, note: 'Scratch' }
  expect(say('order.refunded', null, { refund, items: LINES })).toBe('Refunded $5.00 for 2 × Bag, 1 × Pouch (Scratch)')
  expect(say('order.refunded', { refund }, { refund: null })).toBe('Refund undone: $5.00')
  const cancelled = { ...LINES[0], quantity: 1, cancellation_status: 'cancelled', cancellation_reason: 'Gone' }
  const open = { ...cancelled, cancellation_status: null, cancellation_reason: null }
  expect(say('order.cancelled', { items: [open] }, { items: [cancelled] })).toBe(
    'Cancelled by the shop: 1 × Bag (Gone)',
  )
  expect(say('order.cancelled', { items: [cancelled] }, { items: [open] })).toBe(
    'Not cancelled after all: 1 × Bag (Gone)',
  )
})

test('units of a product are counted together, and an amount without units or a note stands by itself', () => {
  expect(piecesLine([ITEM, { ...ITEM, product_name: 'Pouch' }, ITEM])).toBe('4 × Bag, 2 × Pouch')
  expect(moneyAndNote({ amount_cents: 500, note: '' }, '')).toBe('$5.00')
})

test('an entry of an earlier version may be a text, or hold what nothing is known of', () => {
  expect([factsOf('Call her'), factsOf({ tracking_number: 5 }), factsOf(null)]).toEqual([{ note: 'Call her' }, {}, {}])
})
