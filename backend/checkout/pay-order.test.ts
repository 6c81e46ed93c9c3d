import { dueFor } from '@shop/contract/order-money'
import { expect, test } from 'vitest'
import { cancelByShop } from '../orders/cancellation/cancel-by-shop.ts'
import { findOrder } from '../orders/orders.repository.ts'
import { inTransaction } from '../platform/database/database.ts'
import { placeOrder } from '../testing/orders/orders.ts'
import { eachTestStore } from '../testing/test-hooks.ts'
import { payOrder } from './pay-order.ts'

const opened = eachTestStore('sqlite')
const pay = (total_cents: number, orderId = '100001') =>
  inTransaction(opened.store.database, (trx) => payOrder(trx, orderId, { total_cents }))
const paymentOf = async (orderId: string) => (await findOrder(opened.store.database, orderId))?.payment

test('an order is paid by card with what it comes to, or with more, and not with a cent less', async () => {
  const { total } = dueFor(await placeOrder(opened.store.database, { payment: 'unpaid' }))
  await placeOrder(opened.store.database, { order_id: '100002', payment: 'unpaid' })
  expect([await pay(total - 1), await paymentOf('100001')]).toEqual(['it has changed since', 'unpaid'])
  expect(await pay(total)).toMatchObject({ order_id: '100001' })
  expect(await pay(total + 1, '100002')).toMatchObject({ order_id: '100002' })
  expect([await paymentOf('100001'), await paymentOf('100002')]).toEqual(['card', 'card'])
})

test('an order that is gone, was paid or was cancelled is not paid by card, and the reason is said', async () => {
  const { database } = opened.store
  await placeOrder(database, { payment: 'cash' })
  await placeOrder(database, { order_id: '100002', payment: 'unpaid' })
  const by = { database, clock: () => new Date(), actor: 'owner@shop.example' }
  await cancelByShop(by, { order_id: '100002', item_ids: [], reason: 'Gone', version: null })
  expect([await pay(99_999, '100009'), await pay(99_999), await pay(99_999, '100002')]).toEqual([
    'the order no longer exists',
    'it has since been paid in another way',
    'it has since been cancelled',
  ])
})
