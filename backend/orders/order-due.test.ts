import { dueFor, isUnpaidItem } from '@shop/contract/order-money'
import { expect, test } from 'vitest'
import { buildOrder, type ItemDraft, type OrderDraft } from './build-order.ts'
import { nothingDue, paidNotice, refundableFor } from './order-due.ts'

const BAG = { product_id: '101', product_name: 'Campus', price_cents: 1000, quantity: 1, image_file: null }
const CANCELLED: ItemDraft = { ...BAG, cancellation_status: 'cancelled', cancelled_at: '2026-11-03T10:00:00.000Z' }
const build = (overrides: Partial<OrderDraft> = {}) =>
  buildOrder({
    ...{ order_id: '1', order_date: '2026-11-02', first_name: 'Ada', last_name: 'Byron', email: '' },
    ...{ items: [BAG, BAG], tax_cents: 200, delivery_cents: 500 },
    ...overrides,
  })
const leftAfter = (order: ReturnType<typeof build>, ...amounts: number[]) => {
  const refund = { refund_id: '1-R1', order_id: '1', note: '', refunded_at: '', operation_id: null, return_id: null }
  const refunds = amounts.map((amount_cents) => ({ ...refund, amount_cents, failed: false }))
  return refundableFor({ order, payment: null, refunds })
}

test('the amount due is the goods that are not cancelled, their share of the tax, and the delivery', () => {
  expect(dueFor(build()).total).toBe(2000 + 200 + 500)
  expect(dueFor(build({ items: [BAG, CANCELLED] })).total).toBe(1000 + 100 + 500)
  expect(dueFor(build({ items: [CANCELLED, CANCELLED] })).total).toBe(0)
})

test('an order has nothing left to pay when it was refunded, or when all of it is cancelled', () => {
  expect(nothingDue(build())).toBeNull()
  expect(nothingDue(build({ order_status: 'refunded' }))).toBe('Order 1 was refunded.')
  expect(nothingDue(build({ items: [CANCELLED] }))).toBe('Order 1 has nothing left to pay.')
})

test('an item was not paid when it was cancelled before the order was recorded as paid, or at that moment', () => {
  const isUnpaid = (paid_at: string | null, item: ItemDraft = CANCELLED) => {
    const order = build({ paid_at, items: [item] })
    return order.items.map((one) => isUnpaidItem({ order, payment: null }, one))
  }
  expect(isUnpaid('2026-11-03T10:00:00.001Z')).toEqual([true])
  expect(isUnpaid('2026-11-03T10:00:00.000Z')).toEqual([true])
  expect(isUnpaid('2026-11-03T09:59:59.999Z')).toEqual([false])
  expect(isUnpaid(null)).toEqual([false])
  expect(isUnpaid('2026-11-04T00:00:00.000Z', BAG)).toEqual([false])
})

test('items cancelled before the payment are not left to refund, items cancelled later are; never less than nothing', () => {
  const items = [BAG, CANCELLED]
  expect(leftAfter(build({ items, paid_at: '2026-11-04T00:00:00.000Z' }))).toBe(1000 + 100 + 500)
  expect(leftAfter(build({ items, paid_at: '2026-11-01T00:00:00.000Z' }))).toBe(2000 + 200 + 500)
  expect(leftAfter(build(), 700)).toBe(2000)
  expect(leftAfter(build(), 9999)).toBe(0)
})

test('the shopper reads whether the card is charged or the amount is reserved', () => {
  expect(paidNotice(true)).toBe('We’ve charged your card for the total.')
  expect(paidNotice(false)).toContain('We’ve placed a hold on your card for the total')
})
