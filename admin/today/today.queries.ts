import { getTodayEndpoint } from '@shop/contract/admin/today'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../app/call.ts'

/** What waits in the shop; refetched every minute. */
export const todayQuery = queryOptions({
  queryKey: ['today'],
  queryFn: ({ signal }) => call(getTodayEndpoint, {}, signal),
  refetchInterval: 60_000,
})
