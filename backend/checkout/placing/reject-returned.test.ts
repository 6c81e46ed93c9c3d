import { describe, expect, test } from 'vitest'
import { cardOrdersOf } from '../../../tests/gateway/card-orders.ts'
import { BOTH_ENGINES } from '../../testing/engines.ts'
import { countPaymentTasks } from '../payment-tasks/payment-tasks.repository.ts'
import { reconcile } from './reconcile.ts'

describe.each(BOTH_ENGINES)('money that does not arrive, on %s', (engine) => {
  const orders = cardOrdersOf(engine)
  const compare = () => reconcile(orders.shop().worker, new Date(0))
  const failedToday = async () => {
    const { store, clock } = orders.shop()
    return (await countPaymentTasks(store.database, clock()))?.failed ?? 0
  }
  const alerts = async () => (await orders.mails('payment-alert')).map(({ text }) => text)
  async function payBack(orderId: string, cents: number): Promise<void> {
    await orders.payBack(orderId, cents)
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
      expect.stringContaining(`Order # ${orderId}: the bank did not pay the $158.00 that were charged.`),
    ])
    expect(orders.shop().logged()).toContain('what was charged or paid back did not arrive')
  })

  test('a refund that fails later is told once, and that of the same amount before it stays done', async () => {
    const orderId = await orders.place()
    await orders.charge(orderId)
    await payBack(orderId, 500)
    await orders.gateway().settle()
    await payBack(orderId, 500)
    await orders.gateway().settle({ status: 'settlement_declined' })
    await compare()
    await compare()
    const refunds = await orders.operations('refund')
    expect(refunds.map(({ state }) => state).sort()).toEqual(['done', 'rejected'])
    expect((await orders.get(orderId)).card_payment).toMatchObject({ refunded_cents: 500 })
    expect(await failedToday()).toBe(1)
    expect(await alerts()).toEqual([
      expect.stringContaining(`Order # ${orderId}: the $5.00 that were paid back did not arrive`),
    ])
  })

  test('a refund that is made again after it failed is not taken for the one that failed', async () => {
    const orderId = await orders.place()
    await orders.charge(orderId)
    await payBack(orderId, 500)
    await orders.gateway().settle({ status: 'settlement_declined' })
    await compare()
    await payBack(orderId, 500)
    await orders.gateway().settle()
    await compare()
    const refunds = await orders.operations('refund')
    expect(refunds.map(({ state }) => state).sort()).toEqual(['done', 'rejected'])
    expect(await failedToday()).toBe(0)
    expect(await alerts()).toHaveLength(1)
  })
})
