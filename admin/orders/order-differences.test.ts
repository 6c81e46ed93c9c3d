import type { AdminOrder } from '@shop/contract/admin/orders'
import { expect, test } from 'vitest'
import { ITEM, ORDER } from '../testing/sample-order.ts'
import { differencesOf } from './order-dialog.tsx'

test('what somebody else has done to an order is shown side by side, and nothing else', () => {
  expect(differencesOf(ORDER, ORDER)).toEqual([])
  const shipped: AdminOrder = { ...ORDER, status: 'shipped', tracking_number: '1Z9', version: 1 }
  expect(differencesOf(ORDER, shipped)).toEqual([
    { label: 'Status', was: 'processing', is: 'shipped' },
    { label: 'Tracking number', was: 'None', is: '1Z9' },
  ])
  expect(differencesOf(ORDER, { ...ORDER, delivery_address: '12 Main St\nOakland', version: 1 })).toEqual([
    { label: 'Delivery address', was: 'None', is: '12 Main St\nOakland' },
  ])
  const paidBack: AdminOrder = {
    ...ORDER,
    refunded_cents: 1250,
    items: [{ ...ITEM, cancellation_status: 'cancelled', refund_status: 'refunded' }],
    events: [{ at: '2026-11-03', actor: 'Ada', text: 'Paid back $12.50', undo_id: 1, mails: [] }, ...ORDER.events],
  }
  expect(differencesOf(ORDER, paidBack)).toEqual([
    { label: 'Paid back', was: '$0.00', is: '$12.50' },
    { label: '2 × Campus', was: 'open', is: 'cancelled, paid back' },
    { label: 'Last event', was: 'Ordered', is: 'Paid back $12.50' },
  ])
})
