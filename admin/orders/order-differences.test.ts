import type { AdminOrder } from '@shop/contract/admin/orders'
import { expect, test } from 'vitest'
import { differencesOf } from './order-differences.ts'

const ITEM: AdminOrder['items'][number] = {
  order_item_id: '1-1',
  product_id: '101',
  product_name: 'Campus',
  price_cents: 7900,
  quantity: 2,
  image_url: null,
  cancellation_status: null,
  refund_status: null,
  cancellation_reason: null,
  cancellation_details: null,
}
const ORDER: AdminOrder = {
  order_id: '1',
  order_date: '2026-11-02',
  first_name: 'Ada',
  last_name: 'Byron',
  email: 'ada@shop.example',
  channel: 'online',
  status: 'processing',
  goods_cents: 15_800,
  delivery_cents: 0,
  tax_cents: 0,
  paid_cents: 15_800,
  refunded_cents: 0,
  tracking_number: null,
  carrier: null,
  estimated_delivery_date: null,
  to_pay_back: false,
  ship_problem: null,
  cancel_problem: null,
  items: [ITEM],
  events: [{ at: '2026-11-02', actor: null, text: 'Ordered', undo_id: null, mails: [] }],
  has_mail_server: true,
  shop: { name: 'Packwright', email: 'help@shop.example' },
  delivery_address: null,
  version: 0,
}

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
