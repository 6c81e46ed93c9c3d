import { requestPath } from '@shop/contract/http/call'
import { type AdminOrder, adminOrders } from '@shop/contract/orders/admin'
import { adminShipping } from '@shop/contract/orders/shipping'
import { beforeEach } from 'vitest'
import { localDay } from '../../platform/lib/days/local-day.ts'
import { type AdminVisitor, signInAs } from '../admin-visitor.ts'
import type { Engine } from '../servers/engines.ts'
import { eachTestShop } from '../test-hooks.ts'
import { callsOfOrders } from './order-calls.ts'

/** A shop with stopped time for each test, and a helper who ships its orders. */
export function ordersToShipOf(engine: Engine) {
  const shop = eachTestShop(engine)
  const { place } = callsOfOrders(() => shop)
  let visitor: AdminVisitor
  beforeEach(async () => {
    visitor = await signInAs(shop, 'helper')
    shop.stopTime()
  })
  const call: AdminVisitor['call'] = (...request) => visitor.call(...request)
  return {
    shop,
    place,
    helper: { call },
    today: () => localDay(shop.clock()),
    by: () => ({ database: shop.store.database, clock: shop.clock, actor: 'command' }),
    due: async (filter = 'today') =>
      (await call({ method: 'GET', path: `${adminShipping.listDueOrders.path}?due=${filter}` })).json(),
    numbersOf: (orders: readonly { order_id: string }[]) => orders.map(({ order_id }) => order_id),
    get: async (orderId: string) => {
      const path = requestPath(adminOrders.getAdminOrder.path, { order_id: orderId }, {})
      return (await call({ method: 'GET', path })).json<AdminOrder>()
    },
  }
}
