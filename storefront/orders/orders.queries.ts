import type { Person } from '@shop/contract/accounts/calls'
import { orderCalls } from '@shop/contract/orders/calls'
import { queryOptions } from '@tanstack/react-query'
import { ownerOf, personalKey } from '../accounts/personal-data.ts'
import type { Visitor } from '../accounts/session-store.ts'
import type { Api } from '../data/api.tsx'

/** The details that an order is looked up by (R24). */
export type Lookup = Person & { orderId: string }

/** The signed-in customer's own orders (R25). */
export function ordersQuery(api: Api, visitor: Visitor) {
  const customerId = visitor.user?.customer_id ?? ''
  return queryOptions({
    queryKey: personalKey(ownerOf(visitor), 'orders'),
    queryFn: ({ signal }) =>
      api.call(orderCalls.listOrders, { query: { customerId } }, { token: visitor.token, signal }),
    enabled: visitor.user !== null,
  })
}

/** A search for an order; numbered, so a repeated search is a new query. */
export type Search = { lookup: Lookup; number: number }

const EMPTY_LOOKUP: Lookup = { orderId: '', firstName: '', lastName: '', email: '' }

/**
 * One order; `null` when not found. If a refetch of a found order finds nothing, that is an error, so the order
 * stays visible. The names are only sent in the call, never part of a page's URL.
 */
export function orderQuery(api: Api, visitor: Visitor, search: Search | null) {
  const query = search?.lookup ?? EMPTY_LOOKUP
  return queryOptions({
    queryKey: personalKey(ownerOf(visitor), 'order', search),
    queryFn: async ({ signal, client, queryKey }) => {
      const order = await api.call(orderCalls.findOrder, { query }, { token: visitor.token, signal })
      if (order === null && client.getQueryData(queryKey)) throw new Error('an order that was found is not found again')
      return order
    },
    enabled: search !== null,
  })
}
