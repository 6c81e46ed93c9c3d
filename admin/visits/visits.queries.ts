import { getDemandEndpoint } from '@shop/contract/admin/demand'
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

/** What shoppers want: presses by product and by day, and searches that found nothing. */
export const demandQuery = (days: Period) =>
  queryOptions({
    queryKey: ['demand', days],
    queryFn: ({ signal }) => call(getDemandEndpoint, { query: { days } }, signal),
  })
