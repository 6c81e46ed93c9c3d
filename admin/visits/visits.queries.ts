import { listVisitsEndpoint, type VISIT_PERIODS } from '@shop/contract/admin/visits'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../app/call.ts'

export type Period = (typeof VISIT_PERIODS)[number]

/** Views by day and by page. */
export const visitsQuery = (days: Period) =>
  queryOptions({
    queryKey: ['visits', days],
    queryFn: ({ signal }) => call(listVisitsEndpoint, { query: { days } }, signal),
  })
