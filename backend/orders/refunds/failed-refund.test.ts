import { beforeEach, expect, test } from 'vitest'
import { insertRefunds } from '../../books/ledger/refunds.repository.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { placeOrder } from '../../testing/orders/orders.ts'
import { eachTestStore } from '../../testing/test-hooks.ts'
import { findOrder, updateItems, updateOrder } from '../orders.repository.ts'
import type { OrderStatus } from '../orders.tables.ts'
import { reopenRefunded } from './failed-refund.ts'

const opened = eachTestStore('sqlite')
const AT = '2026-11-20T10:00:00.000Z'
const EARLIER = '2026-11-19T10:00:00.000Z'
const REFUNDED = { order_status: 'refunded', tracking_number: '1Z' } as const

beforeEach(() => placeOrder(opened.store.database))

/** Marks items as refunded by a refund that failed; returns the order's status and those of its items after. */
async function fail(
  order: { order_status: OrderStatus; tracking_number?: string; delivered_on?: string },
  changes: { refunded_at?: string; isCancelled?: boolean }[],
) {
  const { database } = opened.store
  await inTransaction(database, async (trx) => {
    await updateOrder(trx, '100001', order)
    const items = changes.map(({ refunded_at = AT, isCancelled = false }, index) => ({
      ...{ order_item_id: `100001-${index + 1}`, refund_status: 'refunded' as const, refunded_at },
      ...(isCancelled ? { cancellation_status: 'cancelled' as const } : {}),
    }))
    await updateItems(trx, items)
    const refund = { refund_id: '100001-R1', order_id: '100001', amount_cents: 100, note: '', refunded_at: AT }
    await insertRefunds(trx, [{ ...refund, operation_id: 'failed', return_id: null }])
    await reopenRefunded(trx, 'failed')
  })
  const found = await findOrder(database, '100001')
  return [found?.order_status, found?.items.map(({ refund_status }) => refund_status)]
}

test('items of an order that has left can be refunded again, and it is as it was before', async () => {
  expect(await fail(REFUNDED, [{}, {}])).toEqual(['shipped', [null, null]])
})

test('one that was delivered is delivered again', async () => {
  expect(await fail({ ...REFUNDED, delivered_on: '2026-11-18' }, [{}, {}])).toEqual(['delivered', [null, null]])
})

test('items that were cancelled can be refunded again; the order stays cancelled', async () => {
  const cancelled = { isCancelled: true }
  expect(await fail({ order_status: 'refunded' }, [cancelled, cancelled])).toEqual(['cancelled', [null, null]])
})

test('an item that was neither cancelled nor shipped stays marked as not to be shipped', async () => {
  expect(await fail({ order_status: 'processing' }, [{}, { isCancelled: true }])).toEqual([
    'processing',
    ['refunded', null],
  ])
})

test('items of another refund stay refunded', async () => {
  expect(await fail({ order_status: 'shipped' }, [{}, { refunded_at: EARLIER }])).toEqual([
    'shipped',
    [null, 'refunded'],
  ])
})

test('a refund that no order knows changes nothing', async () => {
  await inTransaction(opened.store.database, (trx) => reopenRefunded(trx, 'unknown'))
  expect(await findOrder(opened.store.database, '100001')).toMatchObject({ order_status: 'processing', version: 0 })
})
