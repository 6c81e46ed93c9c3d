import { listAuditEndpoint } from '@shop/contract/admin/audit'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../app/call.ts'
import { timesOfDay } from './times-of-day.ts'

/** Empty strings mean no filter. */
export type AuditFilter = { day: string; actor: string }

/** Changes by day and actor, newest first, in pages. */
export const auditQuery = ({ day, actor }: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', day, actor],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        ...timesOfDay(day),
        ...(actor === '' ? {} : { actor }),
        ...(pageParam === 0 ? {} : { before: pageParam }),
      }
      return call(listAuditEndpoint, { query }, signal)
    },
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  })
