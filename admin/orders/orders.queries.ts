import { type AdminOrder, adminOrders, type OrderFilter } from '@shop/contract/admin/orders'
import { adminTakenOrders } from '@shop/contract/admin/taken-orders'
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

/** An order with its items and history. Read again every few seconds while a mail about it is on its way. */
export const orderQuery = (orderId: string) =>
  queryOptions({
    queryKey: [...ORDERS_KEY, 'one', orderId],
    queryFn: ({ signal }) => call(adminOrders.getAdminOrder, { params: { order_id: orderId } }, signal),
    refetchInterval: ({ state: { data } }) => (data !== undefined && hasMailOnItsWay(data) ? 3000 : false),
  })

/** What delivery and sales tax cost, for an order that is entered by hand. */
export const termsQuery = callQuery([...ORDERS_KEY, 'terms'], adminTakenOrders.getOrderTerms, {})

function hasMailOnItsWay({ has_mail_server, events }: AdminOrder): boolean {
  return has_mail_server && events.some(({ mails }) => mails.some(({ delivery }) => delivery === 'waiting'))
}
