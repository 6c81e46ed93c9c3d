import type { Call, CallRequest, RequestOf } from '@shop/contract/http/call'
import {
  infiniteQueryOptions,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query'
import { AdminCallError, call, isUnanswered } from './call.ts'
import { sessionExpiry } from './session.ts'

/** Milliseconds that data is considered fresh. */
const STALE_TIME_MS = 15_000
const MAX_RETRY_DELAY_MS = 10_000

/**
 * Cache of queries and pending changes. A query is retried twice without a connection; a change is kept until the shop
 * responds.
 */
export function createQueryClient(): QueryClient {
  const notice = (error: unknown) => {
    noticeExpiry(error)
    // An owner has changed what a helper may do: navigation and pages follow.
    if (error instanceof AdminCallError && error.status === 403)
      void client.invalidateQueries({ queryKey: ['session'] })
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: notice }),
    mutationCache: new MutationCache({ onError: notice }),
    defaultOptions: {
      queries: { staleTime: STALE_TIME_MS, retry: (count, error) => isUnanswered(error) && count < 2 },
      mutations: {
        retry: (_count, error) => isUnanswered(error),
        retryDelay: (count) => Math.min(1000 * 2 ** count, MAX_RETRY_DELAY_MS),
      },
    },
  })
  return client
}

/** The session expired: the user signs in in a dialog, and the page stays as it is. */
function noticeExpiry(error: unknown): void {
  if (error instanceof AdminCallError && error.status === 401) sessionExpiry.notice()
}

/** The one of this page, which loaders of routes ask for what their page shows before its code is there. */
export const queryClient = createQueryClient()

export const callQuery = <E extends Call>(queryKey: QueryKey, endpoint: E, request: RequestOf<E> & CallRequest) =>
  queryOptions({ queryKey, queryFn: ({ signal }) => call(endpoint, request, signal) })

/** A query of a list that comes in pages; `load` is given what the page before said is `next`, empty for the first one. */
export const pagesQuery = <Page extends { next: string | null }>(
  queryKey: QueryKey,
  load: (after: string | undefined, signal: AbortSignal) => Promise<Page>,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => load(pageParam === '' ? undefined : pageParam, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
