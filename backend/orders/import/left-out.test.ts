import { expect, test } from 'vitest'
import { leftOutReason } from './left-out.ts'

test.each([
  ...['Payment declined', 'Payment error', 'Awaiting bank transfer', 'Awaiting check payment', 'Pending PayPal'],
  ...['Invoice sent', 'Payment review', 'On backorder (not paid)', 'Past due', 'Pending payment (Klarna)'],
  ...['holded', 'fraud', 'Suspected Fraud', 'Chargeback', 'Quote', 'spam', 'Deleted', 'Test'],
  ...['wc-on-hold', 'wc-failed', 'Checkout draft', 'PARTIALLY_PAID', 'Declined', 'Waiting for deposit'],
])('an order that is marked “%s” is left out', (word) => {
  const reason = `it is marked “${word}”, but imported orders count as paid`
  expect([leftOutReason({ order_status: word }), leftOutReason({ financial_status: word })]).toEqual([reason, reason])
  expect(leftOutReason({ order_status: word, cancelled_at: '2025-03-01' })).toBeNull()
})

test.each([
  ...['Payment accepted', 'Paid', 'Awaiting shipment', 'Awaiting pickup', 'Pending fulfillment', 'Backordered'],
  ...['Delivery attempt failed', 'On backorder (paid)', 'Payment received', 'Invoice paid', 'Processing', 'Voided'],
  ...['Awaiting fulfillment, payment received', 'Awaiting shipment (paid by PayPal)'],
  ...['Pending pickup, payment accepted', 'Awaiting delivery confirmation'],
])('an order that is marked “%s” is imported', (word) => {
  expect(leftOutReason({ order_status: word })).toBeNull()
})
