import { type AdminOrder, adminOrders } from '@shop/contract/orders/admin'
import type { OrderFilter } from '@shop/contract/orders/admin-values'
import { adminShipping, type DueFilter } from '@shop/contract/orders/shipping'
import { adminTakenOrders } from '@shop/contract/orders/taken-orders'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../app/call.ts'
import { callQuery, pagesQuery } from '../app/query-client.ts'

/** Every query of orders; a change of one refreshes them all. */
export const ORDERS_KEY: readonly string[] = ['orders']

/** Orders by filter and search, newest first, a page at a time. */
export const ordersQuery = (filter: OrderFilter, q: string) =>
  pagesQuery([...ORDERS_KEY, 'list', filter, q], (after, signal) =>
    call(adminOrders.listAdminOrders, { query: { filter, q, after } }, signal),
  )

/**
 * An order with its items and history. Read again every few seconds while a mail about it or its money is on its way, and twice
 * a minute while it can be paid by a link.
 */
export const orderQuery = (orderId: string) =>
  queryOptions({
    queryKey: [...ORDERS_KEY, 'one', orderId],
    queryFn: ({ signal }) => call(adminOrders.getAdminOrder, { params: { order_id: orderId } }, signal),
    refetchInterval: ({ state: { data } }) => (data === undefined ? false : refetchIntervalMs(data)),
  })

export const dueQuery = (due: DueFilter) =>
  callQuery([...ORDERS_KEY, 'due', due], adminShipping.listDueOrders, { query: { due } })

export const termsQuery = callQuery([...ORDERS_KEY, 'terms'], adminTakenOrders.getOrderTerms, {})

/** Milliseconds until an order is fetched again; `false` where nothing is expected. */
export function refetchIntervalMs(order: AdminOrder): number | false {
  if (isUnderWay(order)) return 3000
  return order.pay_link?.state === 'valid' ? 30_000 : false
}

function isUnderWay({ has_mail_server, events, card_payment, pay_link }: AdminOrder): boolean {
  if (pay_link?.state === 'checking') return true
  // What failed once is tried again after minutes or hours.
  const isAsked = card_payment?.operations.some(({ state, last_error }) => state === 'due' && last_error === null)
  const hasMail = events.some(({ mails }) => mails.some(({ delivery }) => delivery === 'waiting'))
  return isAsked === true || (has_mail_server && hasMail)
}
