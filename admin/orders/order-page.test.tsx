import type { AdminOrder } from '@shop/contract/orders/admin'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CHANGE_KEY } from '../app/changes/changes.ts'
import { CARD_PAYMENT, ITEM, ORDER } from '../testing/sample-order.ts'
import { describeItemState, totalAfterCancellations } from './items-section.tsx'
import { findDifferences, laterWithoutDifference, useOrderBase } from './order-dialog.tsx'
import { orderQuery, refetchIntervalMs } from './orders.queries.ts'
import { holdLine, promiseLine } from './shipping/delay-form.tsx'
import { chargeHintOf, shipLabelsOf } from './shipping/ship-form.tsx'

test('what somebody else has done to an order is shown side by side, and nothing else', () => {
  expect(findDifferences(ORDER, ORDER)).toEqual([])
  const shipped: AdminOrder = { ...ORDER, status: 'shipped', tracking_number: '1Z9', version: 1 }
  expect(findDifferences(ORDER, shipped)).toEqual([
    { label: 'Status', was: 'processing', is: 'shipped' },
    { label: 'Tracking number', was: 'None', is: '1Z9' },
  ])
  expect(findDifferences(ORDER, { ...ORDER, delivery_address: '12 Main St\nOakland', version: 1 })).toEqual([
    { label: 'Delivery address', was: 'None', is: '12 Main St\nOakland' },
  ])
  const refunded: AdminOrder = {
    ...ORDER,
    refunded_cents: 1250,
    items: [{ ...ITEM, cancellation_status: 'cancelled', refund_status: 'refunded' }],
    events: [{ at: '2026-11-03', actor: 'Ada', text: 'Refunded $12.50', undo_id: 1, mails: [] }, ...ORDER.events],
  }
  expect(findDifferences(ORDER, refunded)).toEqual([
    { label: 'Refunded', was: '$0.00', is: '$12.50' },
    { label: '2 × Campus', was: 'open', is: 'cancelled, refunded' },
    { label: 'Last event', was: 'Ordered', is: 'Refunded $12.50' },
  ])
})

test('a line says how many pieces it had when somebody else has changed some of them', () => {
  const [one, rest] = [
    { ...ITEM, quantity: 1 },
    { ...ITEM, order_item_id: 'rest', quantity: 1 },
  ]
  expect(findDifferences(ORDER, { ...ORDER, items: [{ ...one, cancellation_status: 'cancelled' }, rest] })).toEqual([
    { label: 'Campus', was: '2 open', is: '1 cancelled' },
    { label: '1 × Campus', was: 'None', is: 'open' },
  ])
  expect(findDifferences(ORDER, { ...ORDER, items: [one, rest] })[0]).toEqual({
    label: 'Campus',
    was: '2 open',
    is: '1 open',
  })
})

const NOT_SHIPPED = { order_id: '100001', tracking_number: null, order_status: 'processing' } as const

test.each([
  ['tracked', { confirm: 'Ship', done: 'Order #\u00a0100001 shipped' }],
  ['picked_up', { confirm: 'Record the pickup', done: 'Order #\u00a0100001 picked up' }],
] as const)('an order that leaves as %s is said to do so', (way, labels) => {
  expect(shipLabelsOf(NOT_SHIPPED, way)).toMatchObject(labels)
})

test('the form to ship an order that is paid by card says what the card is charged', () => {
  const paid: AdminOrder = { ...ORDER, card_payment: CARD_PAYMENT }
  const cancelled = { ...ITEM, order_item_id: '1-2', cancellation_status: 'cancelled' } as const
  const hint = 'Ten seconds later the card is charged $158.00.'
  expect(chargeHintOf(paid)).toBe(hint)
  expect(chargeHintOf({ ...paid, goods_cents: 31_600, items: [ITEM, cancelled] })).toBe(hint)
  expect(chargeHintOf({ ...paid, card_payment: { ...CARD_PAYMENT, state: 'settled' } })).toBeNull()
  expect(chargeHintOf(ORDER)).toBeNull()
})

test('the page follows a payment by a link that can be used, and no other', () => {
  const link = { amount_cents: 15_800, created_at: '2026-11-02T10:00:00Z', expires_at: '2026-11-09T10:00:00Z' }
  const states = ['valid', 'checking', 'paid', 'expired', 'withdrawn'] as const
  expect(states.map((state) => refetchIntervalMs({ ...ORDER, pay_link: { ...link, state } }))).toEqual([
    30_000,
    3000,
    ...[false, false, false],
  ])
  expect(refetchIntervalMs(ORDER)).toBe(false)
})

test('the rest of a partly cancelled order stands beside what was ordered', () => {
  const cancelled = { ...ITEM, order_item_id: '1-2', cancellation_status: 'cancelled' } as const
  const order: AdminOrder = { ...ORDER, goods_cents: 31_600, paid_cents: 31_600, items: [ITEM, cancelled] }
  expect(totalAfterCancellations(order)).toEqual([['Total after cancellations', 15_800]])
  expect(totalAfterCancellations(ORDER)).toEqual([])
  expect(totalAfterCancellations({ ...ORDER, items: [cancelled] })).toEqual([])
})

test.each([
  ['Changed my mind', 'Cancelled: Changed my mind.'],
  ['The last one has a torn seam.', 'Cancelled: The last one has a torn seam.'],
  [null, 'Cancelled.'],
])('a cancelled item says why, with one full stop: %s', (cancellation_reason, text) => {
  expect(describeItemState({ ...ITEM, cancellation_status: 'cancelled', cancellation_reason })).toBe(text)
})

test('the day until which an order ships is shown while it waits, also where no email can name another', () => {
  const line = 'Ships by Nov\u00a04,\u00a02026'
  expect(promiseLine(ORDER)).toBe(line)
  const delay_problem = 'Order 1 has no email address. Call the shopper, and note what you agreed on.'
  const mailless: AdminOrder = { ...ORDER, email: '', delay_problem }
  expect(promiseLine(mailless)).toBe(line)
  expect(promiseLine({ ...ORDER, order_status: 'shipped' })).toBeNull()
})

test('a delayed order gives the reason for its hold once', () => {
  const delay = { ship_by: '2026-12-01', answer_by: '2026-11-09', agreed: false, pay_back_by: '2026-11-18' }
  const hold_reason =
    'Order 1 is delayed, and the shopper did not agree to wait: cancel it and refund it by Nov 18, 2026.'
  const unanswered: AdminOrder = { ...ORDER, delay, hold_reason }
  expect(promiseLine(unanswered)).toContain('The shopper did not agree to wait: cancel and refund by')
  expect(holdLine(unanswered)).toBeNull()
  // Where there is no line about the promise, the reason stands.
  expect(holdLine({ ...unanswered, order_status: 'shipped' })).toBe(hold_reason)
  const unpaid: AdminOrder = { ...unanswered, payment: 'unpaid', hold_reason: 'Order 1 is not paid yet.' }
  expect(holdLine(unpaid)).toBe('Order 1 is not paid yet.')
})

const NOTED: AdminOrder = { ...ORDER, version: 1 }

/** Returns the order that a form starts from. The page passes on `order`; the cache has it with a note of one's own. */
function baseOf(order: AdminOrder, { isNoteUnderWay }: { isNoteUnderWay: boolean }): string {
  const queryClient = new QueryClient()
  queryClient.setQueryData(orderQuery(order.order_id).queryKey, NOTED)
  const note = queryClient
    .getMutationCache()
    .build(queryClient, { mutationKey: CHANGE_KEY, mutationFn: async () => {} })
  if (isNoteUnderWay) void note.execute(undefined)
  return renderToString(
    <QueryClientProvider client={queryClient}>
      <Probe order={order} />
    </QueryClientProvider>,
  )
}

test('a form goes on with a later version in which nothing differs, and is held back by any other', () => {
  // Marked as delivered and taken back, together with other orders.
  const again: AdminOrder = { ...NOTED, version: 3 }
  expect(laterWithoutDifference(NOTED, again)).toBe(again)
  const note = { at: '2026-11-03', actor: 'Ada', text: 'Note: rings twice', undo_id: 1, mails: [] }
  const others: Partial<AdminOrder>[] = [
    { delivered_on: '2026-11-05' },
    { last_name: 'Lovelace' },
    { card_payment: CARD_PAYMENT },
    // An event of an earlier day that came later, such as an arrival that was marked together with others.
    { events: [...NOTED.events, { ...note, at: '2026-11-01' }] },
  ]
  for (const other of others) expect(laterWithoutDifference(NOTED, { ...again, ...other })).toBe(NOTED)
})

function Probe({ order }: { order: AdminOrder }) {
  const { base, hasNewer, isSettled } = useOrderBase(order)
  return JSON.stringify([base.version, hasNewer, isSettled])
}

test('a note of one’s own that the page has not shown yet is not taken for somebody else’s', () => {
  expect(baseOf(ORDER, { isNoteUnderWay: false })).toBe('[1,false,true]')
  expect(baseOf(NOTED, { isNoteUnderWay: false })).toBe('[1,false,true]')
})

test('a form is not settled while a note of one’s own is under way', () => {
  expect(baseOf(ORDER, { isNoteUnderWay: true })).toBe('[1,false,false]')
})
