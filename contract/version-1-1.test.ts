import { expect, test } from 'vitest'
import { adminOrders } from './orders/admin.ts'
import { ORDER_FILTERS } from './orders/admin-values.ts'
import { adminPaymentTasks } from './payments/tasks.ts'
import { RETURN_STATES, returnCalls } from './returns/calls.ts'
import { adminToday } from './today/admin.ts'

// Answers of version 1.1. An update has nodes and open pages of both versions, so each reads what the other sends.

const TODAY = {
  inquiries: { waiting: 1, oldest_at: '2026-11-20T10:00:00Z' },
  orders: { to_ship: 2, overdue: 1, to_pay_back: 3, returns: 1 },
  unanswered: [{ order_id: '200123', answer_by: '2026-11-20', pay_back_by: '2026-12-01' }],
  mails: { failed: 0, waiting: 2 },
  goods: { sold_out: 1, low: 0 },
  planned: [{ product_name: 'Campus', at: '2026-12-01T10:00:00Z', local: '2026-12-01 05:00', problem: null }],
  findings: [{ code: 'old_backup', severity: 'warning', text: 'Old', remedy: 'Back up' }],
  payments: {
    ...{ unmatched: 0, failed: 1, held: { soon: 1, now: 0 }, checking: 0 },
    disputes: { open: 1, reply_by: '2026-12-10' },
    alarm_until: null,
  },
  backup: { succeeded_at: '2026-11-30T02:00:00Z', failed_at: null },
}

const LISTED_ORDER = {
  ...{ order_id: '200123', order_date: '2026-11-02', name: 'Ada Byron', email: 'ada@shop.example', phone: null },
  ...{
    payment: null,
    channel: 'online',
    status: 'cancelled',
    total_cents: 15_800,
    to_pay_back: true,
    to_charge: false,
  },
}

const RETURN = {
  return_id: 'A',
  state: 'paid_back',
  reason: 'Changed My Mind',
  items: [{ order_item_id: '1-1', quantity: 1 }],
}

const ORDER = {
  ...{ order_id: '1', order_date: '2026-11-02', first_name: 'Ada', last_name: 'Byron', email: 'ada@shop.example' },
  ...{ channel: 'online', phone: null, state: null, shipped_by: null, delivered_on: null, payment: null, version: 0 },
  ...{ status: 'processing', order_status: 'processing', goods_cents: 7900, discount_code: null, discount_cents: 0 },
  ...{ delivery_name: null, delivery_cents: 0, tax_cents: 0, delivery_taxed: false, paid_cents: 7900 },
  ...{ refunded_cents: 0, left_cents: 7900, unpaid_items: [], tracking_number: null, parcels: [] },
  ...{ estimated_delivery_date: null, promised_on: '2026-11-04', is_overdue: true, delay_problem: null },
  delay: { ship_by: '2026-12-01', answer_by: '2026-11-09', agreed: false, pay_back_by: '2026-11-18' },
  ...{ to_pay_back: true, to_charge: false, delivery_address: null, address: null, label_problem: null },
  ...{ ship_problem: null, hold_reason: null, cancel_problem: null, card_payment: null, pay_link: null },
  ...{ pay_link_problem: null, payment_problem: null, has_mail_server: true },
  items: [
    {
      ...{ order_item_id: '1-1', product_id: '101', product_name: 'Campus', price_cents: 7900, discount_cents: 0 },
      ...{ quantity: 1, image_url: null, cancellation_status: 'cancelled', refund_status: null },
      ...{ cancellation_reason: null, cancellation_details: null },
    },
  ],
  returns: [{ ...RETURN, details: '', answer: '', label_path: null }],
  events: [{ at: '2026-11-02', actor: null, text: 'Ordered', undo_id: null, mails: [] }],
  shop: { name: 'Packwright', email: 'help@shop.example', postal_address: '' },
}

// The server sends what these schemas contain, so a field that is parsed is also sent to a page of 1.1.
test.each([
  ['Today', adminToday.getToday, TODAY],
  ['the list of orders', adminOrders.listAdminOrders, { orders: [LISTED_ORDER], next: null }],
  ['the page of an order', adminOrders.getAdminOrder, ORDER],
])('%s has every field of version 1.1, under its name', (_page, { parse }, answer) => {
  expect(parse(answer)).toMatchObject(answer)
})

test('a refunded return is shown, whichever of the versions sends it', () => {
  const parsed = returnCalls.getOrderReturns.parse({ returns: [RETURN] })
  expect(parsed.returns).toMatchObject([RETURN])
  expect(RETURN_STATES).toEqual(['asked', 'accepted', 'declined', 'received', 'paid_back'])
})

test('filters and the refund of a payment without an order have the addresses of version 1.1', () => {
  expect(ORDER_FILTERS).toEqual(['to_ship', 'on_its_way', 'to_pay_back', 'returns', 'all'])
  expect(adminPaymentTasks.refundUnmatched.path).toBe('/api/admin/payments/:reference/pay-back')
})
