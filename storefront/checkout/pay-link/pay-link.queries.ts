import { payLinkCalls } from '@shop/contract/pay-links/calls'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../data/api.tsx'

/** Milliseconds between looks while a payment is checked. */
const LOOK_INTERVAL_MS = 4000

/** The order of a payment link; looked at again while it is not known whether a card was charged. */
export function payLinkQuery(api: Api, token: string) {
  return queryOptions({
    queryKey: ['pay-link', token],
    queryFn: ({ signal }) => api.call(payLinkCalls.showPayLink, { body: { token } }, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'checking' ? LOOK_INTERVAL_MS : false),
  })
}
