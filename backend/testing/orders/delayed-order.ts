import { delayedOrderCalls } from '@shop/contract/delays/calls'
import { requestPath } from '@shop/contract/http/call'
import { type AdminOrder, adminOrders } from '@shop/contract/orders/admin'
import { adminOrderDelays } from '@shop/contract/orders/admin-delays'
import { adminToday, type Today } from '@shop/contract/today/admin'
import { beforeEach } from 'vitest'
import { addDays, localDay } from '../../platform/lib/days/local-day.ts'
import { type AdminVisitor, signInAs } from '../admin-visitor.ts'
import type { Engine } from '../servers/engines.ts'
import { eachTestShop } from '../test-hooks.ts'
import { callsOfOrders } from './order-calls.ts'

export const ORDER = '100001'

/** Order 100001 promised for today, its delay notices, and their links. */
export function delayedOrderOf(engine: Engine) {
  const shop = eachTestShop(engine)
  const { place, cancel, findOrder } = callsOfOrders(() => shop)
  let owner: AdminVisitor
  let today: string
  beforeEach(async () => {
    owner = await signInAs(shop, 'owner')
    today = localDay(shop.clock())
    await place({ ship_by: today, estimated_delivery_date: addDays(today, 7) })
  })

  const send = ({ method, path }: { method: 'GET' | 'POST'; path: string }, body?: unknown, by = owner) =>
    by.call({ method, path: requestPath(path, { order_id: ORDER }, {}) }, body)
  const get = async () => (await send(adminOrders.getAdminOrder)).json<AdminOrder>()
  const mails = (kind: string) =>
    shop.store.database.selectFrom('outbox').selectAll().where('kind', '=', kind).orderBy('created_at').execute()
  return {
    shop,
    place,
    cancel,
    findOrder,
    owner: () => owner,
    today: () => today,
    send,
    get,
    mails,
    /** Returns status and message. */
    delay: async (ship_by: string | null, by = owner) => {
      const { version } = await get()
      const response = await send(adminOrderDelays.sendDelayNotice, { ship_by, version }, by)
      return [response.statusCode, response.json().message]
    },
    tokenOf: async () => /#token=([\w-]{43})/.exec((await mails('delay')).at(-1)?.text ?? '')?.[1] ?? '',
    open: async (token: string) => {
      const url = delayedOrderCalls.getDelayedOrder.path
      return (await shop.app.inject({ method: 'POST', url, payload: { token } })).json()
    },
    answer: async (token: string, given: 'cancel' | 'wait') => {
      const payload = { token, answer: given }
      const response = await shop.app.inject({ method: 'POST', url: delayedOrderCalls.answerDelay.path, payload })
      return [response.statusCode, response.json().message]
    },
    todayOf: async (by = owner) => (await by.call(adminToday.getToday)).json<Today>(),
  }
}
