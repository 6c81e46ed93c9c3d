import { orderCalls } from '@shop/contract/orders/calls'
import { returnCalls } from '@shop/contract/returns/calls'
import { describe, expect, test } from 'vitest'
import { cardOrdersOf } from '../../tests/gateway/shops/card-orders.ts'
import { updateOrder } from '../orders/orders.repository.ts'
import { insertReturn } from '../orders/returns.repository.ts'
import { inTransaction } from '../platform/database/database.ts'
import { localDay } from '../platform/lib/days/local-day.ts'
import { reconcile } from './reconcile.ts'
import { returnedAlert } from './reject-returned.ts'
import { countPaymentTasks } from './tasks/payment-tasks.repository.ts'

describe('money that does not arrive', () => {
  const orders = cardOrdersOf('sqlite')
  const compare = () => reconcile(orders.shop().worker, new Date(0))
  const failedToday = async () => {
    const { store, clock } = orders.shop()
    return (await countPaymentTasks(store.database, clock()))?.failed ?? 0
  }
  const alerts = async () => (await orders.mails('payment-alert')).map(({ text }) => text)
  async function makeRefund(orderId: string, cents: number): Promise<void> {
    await orders.makeRefund(orderId, cents)
    orders.shop().passTime(60_000)
    await orders.settle()
  }

  test('a charge that the bank does not pay is told once, and stands in Today', async () => {
    const orderId = await orders.place()
    await orders.charge(orderId, { isSettled: false })
    await orders.gateway().settle({ status: 'settlement_declined' })
    await compare()
    await compare()
    expect(await orders.operations('capture')).toMatchObject([{ state: 'rejected', last_error: 'settlement_declined' }])
    expect(await orders.get(orderId)).toMatchObject({ card_payment: { state: 'failed', captured_cents: 0 } })
    expect(await failedToday()).toBe(1)
    expect(await alerts()).toEqual([
      expect.stringContaining(`Order # ${orderId}: the bank didn’t pay the $158.00 you charged.`),
    ])
    expect(orders.shop().logged()).toContain('a charge or refund did not go through')
  })

  test('a refund that fails later is told once, and that of the same amount before it stays done', async () => {
    const orderId = await orders.place()
    await orders.charge(orderId)
    await makeRefund(orderId, 500)
    await orders.gateway().settle()
    await makeRefund(orderId, 500)
    await orders.gateway().settle({ status: 'settlement_declined' })
    await compare()
    await compare()
    const refunds = await orders.operations('refund')
    expect(refunds.map(({ state }) => state).sort()).toEqual(['done', 'rejected'])
    expect((await orders.get(orderId)).card_payment).toMatchObject({ refunded_cents: 500 })
    expect(await failedToday()).toBe(1)
    expect(await alerts()).toEqual([expect.stringContaining(`Order # ${orderId}: the refund of $5.00 didn’t arrive`)])
  })

  test('a refund that is made again after it failed is not taken for the one that failed', async () => {
    const orderId = await orders.place()
    await orders.charge(orderId)
    await makeRefund(orderId, 500)
    await orders.gateway().settle({ status: 'settlement_declined' })
    await compare()
    await makeRefund(orderId, 500)
    await orders.gateway().settle()
    await compare()
    const refunds = await orders.operations('refund')
    expect(refunds.map(({ state }) => state).sort()).toEqual(['done', 'rejected'])
    expect(await failedToday()).toBe(0)
    expect(await alerts()).toHaveLength(1)
  })

  test('a return whose refund fails is no longer refunded, neither for its shopper nor for the family', async () => {
    const { store, call, buildBody } = orders.shop()
    const { customer } = await buildBody()
    const orderId = await orders.place()
    await orders.charge(orderId)
    await orders.ship(orderId)
    const [clock, { database }] = [orders.shop().clock, store]
    await inTransaction(database, (trx) =>
      updateOrder(trx, orderId, { order_status: 'delivered', delivered_on: localDay(clock()) }),
    )
    const { items } = await orders.get(orderId)
    const goods = items.map(({ order_item_id, quantity }) => ({ order_item_id, quantity }))
    const asked = {
      return_id: `${orderId}-RMA1`,
      order_id: orderId,
      reason: 'Changed My Mind',
      details: '',
      answer: '',
    }
    await inTransaction(database, (trx) =>
      insertReturn(trx, { ...asked, return_state: 'received', asked_at: clock().toISOString(), items: goods }),
    )
    const { firstName, lastName, email } = customer
    const query = { firstName, lastName, email, orderId }
    const seen = async () => {
      const order = await call(orderCalls.findOrder, { query })
      const { returns } = await call(returnCalls.getOrderReturns, { query })
      return [
        order?.order_status,
        order?.items.map(({ refund_status }) => refund_status),
        returns.map(({ state }) => state),
      ]
    }
    const before = ['delivered', items.map(() => null), ['received']]
    expect(await seen()).toEqual(before)
    await makeRefund(orderId, 15_800)
    expect(await seen()).toEqual(['refunded', items.map(() => 'refunded'), ['paid_back']])
    await orders.gateway().settle({ status: 'settlement_declined' })
    await compare()
    expect(await seen()).toEqual(before)
    await makeRefund(orderId, 15_800)
    expect(await seen()).toEqual(['refunded', items.map(() => 'refunded'), ['paid_back']])
  })
})

test('what the family reads has separators of thousands', () => {
  expect(returnedAlert('100001', { kind: 'capture', amount_cents: 150_000 })).toContain('didn’t pay the $1,500.00')
})
