import { adminShipping } from '@shop/contract/orders/shipping'
import { describe, expect, test } from 'vitest'
import { cardOrdersOf } from '../../../tests/gateway/shops/card-orders.ts'
import { addDays } from '../../platform/lib/days/local-day.ts'
import { ordersToShipOf } from '../../testing/orders/orders-to-ship.ts'
import { BOTH_ENGINES } from '../../testing/servers/engines.ts'
import { testsOn } from '../../testing/tests-on.ts'
import { sendDelayNotice } from '../delays/delay-order.ts'
import { shipOrder } from './ship-order.ts'

describe.each(BOTH_ENGINES)('what is to go out on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const { shop, place, today, by, due, numbersOf, get } = ordersToShipOf(engine)

  onBoth(
    'is what was promised for today or before, the most overdue first, without what has left or is nothing to ship',
    async () => {
      await place({ order_id: '1', order_date: today(), ship_by: today() })
      await place({ order_id: '2', order_date: today(), ship_by: addDays(today(), -3) })
      await place({ order_id: '3', order_date: addDays(today(), -40) })
      await place({ order_id: '4', order_date: today(), ship_by: addDays(today(), 1) })
      await place({ order_id: '5', order_date: today() })
      await place({ order_id: '6', order_date: today(), ship_by: today(), order_status: 'shipped' })
      const item = { product_id: '101', product_name: 'Campus', price_cents: 7900, quantity: 2, image_file: null }
      const items = [item, { ...item, cancellation_status: 'cancelled' as const }]
      await place({ order_id: '7', order_date: today(), ship_by: addDays(today(), -1), items })
      const listed = await due()
      expect(numbersOf(listed.orders)).toEqual(['3', '2', '7', '1'])
      expect(listed).toMatchObject({ waiting: [], has_more: false, shop: { name: expect.any(String) } })
      expect(listed.orders[2]).toMatchObject({
        promised_on: addDays(today(), -1),
        is_overdue: true,
        items: [{ order_item_id: '7-1', quantity: 2, product_name: 'Campus' }],
      })
      expect(listed.orders[3].is_overdue).toBe(false)
      expect(numbersOf((await due('all')).orders)).toEqual(['3', '2', '7', '1', '4', '5'])
    },
  )

  test('has what is not paid, or delayed without a day, apart with the reason', async () => {
    await place({ order_id: '1', ship_by: addDays(today(), -1), payment: 'unpaid' })
    await place({ order_id: '2', ship_by: today() })
    await place({ order_id: '3', ship_by: today() })
    await sendDelayNotice({ ...by(), settings: shop.settings }, { order_id: '2', ship_by: null, version: null })
    const { orders, waiting } = await due()
    expect(numbersOf(orders)).toEqual(['3'])
    expect(waiting.map(({ problem }: { problem: string }) => problem)).toEqual([
      'Order 1 is not paid yet. You can still ship it.',
      'Order 2 is delayed, with no new date yet. You can still ship it.',
    ])
    for (const { order_id, problem } of waiting) {
      expect(await get(order_id)).toMatchObject({ ship_problem: null, hold_reason: problem })
    }
    await shipOrder(by(), { order_id: '1', tracking_number: '1Z999AA10123456784', version: null })
    expect((await get('1')).hold_reason).toBeNull()
    expect((await get('3')).hold_reason).toBeNull()
  })
})

describe('what is to go out and paid by card', () => {
  const { shop, owner, place } = cardOrdersOf('sqlite')

  test('waits where its reservation has ended', async () => {
    const orderId = await place()
    await shop().store.database.updateTable('payments').set({ state: 'expired' }).execute()
    const list = async () =>
      (await owner().call({ method: 'GET', path: `${adminShipping.listDueOrders.path}?due=all` })).json()
    expect(await list()).toMatchObject({
      orders: [],
      waiting: [{ order_id: orderId, problem: expect.stringContaining('has ended, so nothing can be charged') }],
    })
  })
})
