import { catalogCalls } from '@shop/contract/catalog/calls'
import { requestPath } from '@shop/contract/http/call'
import { type AdminOrder, adminOrders } from '@shop/contract/orders/admin'
import { type ReturnItem, returnCalls } from '@shop/contract/returns/calls'
import { adminToday, type Today } from '@shop/contract/today/admin'
import { beforeAll } from 'vitest'
import { addDays, localDay } from '../../platform/lib/days/local-day.ts'
import { type AdminVisitor, signInAs } from '../admin-visitor.ts'
import { sharedTestShop } from '../test-hooks.ts'
import { callsOfOrders } from './order-calls.ts'
import { JOSE } from './orders.ts'

export const PDF = Buffer.from('%PDF-1.7\nprepaid label')

type Call = { method: 'GET' | 'POST'; path: string }

/** A shop with delivered orders, and calls to return them. */
export function returnedOrders() {
  const shop = sharedTestShop('sqlite')
  let owner: AdminVisitor
  let helper: AdminVisitor
  beforeAll(async () => {
    shop.stopTime()
    owner = await signInAs(shop, 'owner')
    helper = await signInAs(shop, 'helper')
  })
  const { place } = callsOfOrders(() => shop)
  const daysAgo = (days: number) => addDays(localDay(shop.clock()), -days)
  const send = (by: AdminVisitor, { method, path }: Call, orderId: string, body?: Record<string, unknown>) =>
    by.call({ method, path: requestPath(path, { order_id: orderId, return_id: `${orderId}-RMA1` }, {}) }, body)
  const get = async (orderId: string) => (await send(owner, adminOrders.getAdminOrder, orderId)).json<AdminOrder>()
  return {
    shop,
    owner: () => owner,
    helper: () => helper,
    daysAgo,
    arrive: (order_id: string, days = 10) =>
      place({
        ...{ order_id, order_status: 'delivered', tracking_number: '1Z9' },
        ...{ order_date: daysAgo(days + 3), delivered_on: daysAgo(days) },
      }),
    ask: (orderId: string, items: ReturnItem[], more: Record<string, unknown> = {}) =>
      shop.app.inject({
        method: 'POST',
        url: returnCalls.askToReturn.path,
        payload: { ...JOSE, orderId, items, reason: 'Changed My Mind', details: '', ...more },
      }),
    one: (orderId: string, quantity = 1) => [{ order_item_id: `${orderId}-1`, quantity }],
    returnsOf: (orderId: string) => shop.call(returnCalls.getOrderReturns, { query: { orderId, ...JOSE } }),
    send,
    get,
    /** Changes the order in its current version. */
    change: async (by: AdminVisitor, endpoint: Call, orderId: string, body: Record<string, unknown>) =>
      send(by, endpoint, orderId, { version: (await get(orderId)).version, ...body }),
    mailsOf: async (orderId: string) =>
      (
        await shop.store.database.selectFrom('outbox').select(['kind', 'recipient', 'text', 'subject']).execute()
      ).filter(({ subject }) => subject.includes(orderId)),
    stockOf: async (id: string) =>
      (await shop.call(catalogCalls.getProduct, { params: { product_id: id } })).stock_quantity ?? 0,
    /** Returns that wait for the family. */
    waiting: async () => (await owner.call(adminToday.getToday)).json<Today>().orders.returns,
  }
}
