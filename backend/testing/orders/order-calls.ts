import { accountCalls } from '@shop/contract/accounts/calls'
import { orderCalls } from '@shop/contract/orders/calls'
import type { OrderDraft } from '../../orders/build-order.ts'
import type { TestShop } from '../test-shop.ts'
import { JOSE, placeOrder } from './orders.ts'

const CANCELLATION = { cancellationReason: 'Changed My Mind', cancellationJustification: 'I found one at home.' }

/** Calls on the shop that is open when they are made. */
export function callsOfOrders(openShop: () => TestShop) {
  return {
    place: (overrides: Partial<OrderDraft> = {}) => placeOrder(openShop().store.database, overrides),
    findOrder: (orderId: string, person: Partial<typeof JOSE> = {}, token: string | null = null) =>
      openShop().call(orderCalls.findOrder, { query: { orderId, ...JOSE, ...person } }, { token }),
    cancel: (itemsToCancel: (string | number)[], body: Record<string, unknown> = {}, remoteAddress?: string) =>
      openShop().app.inject({
        method: 'POST',
        ...(remoteAddress === undefined ? {} : { remoteAddress }),
        url: orderCalls.cancelOrder.path,
        payload: { ...JOSE, orderId: '100001', orderDetails: {}, itemsToCancel, ...CANCELLATION, ...body },
      }),
    signUp: (email: string) =>
      openShop().call(accountCalls.signUp, {
        body: { firstName: 'Sam', lastName: 'Shopper', email, loginId: email, password: 'backpack40' },
      }),
  }
}
