import { getAccountEndpoint } from '@shop/contract/own-account'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../data/api.tsx'
import { ownerOf, personalKey } from './personal-data.ts'
import type { Visitor } from './session-store.ts'

/** The signed-in customer's own account. */
export function accountQuery(api: Api, visitor: Visitor) {
  return queryOptions({
    queryKey: personalKey(ownerOf(visitor), 'account'),
    queryFn: ({ signal }) => api.call(getAccountEndpoint, {}, { token: visitor.token, signal }),
    enabled: visitor.user !== null,
  })
}
