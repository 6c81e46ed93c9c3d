import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { AdminCallError } from './call.ts'
import { sessionExpiry } from './session-expiry.ts'

/** How long what was read counts as fresh, in milliseconds. */
const FRESH_FOR = 15_000
const LONGEST_DELAY = 10_000

/**
 * What the admin has read, and what it is sending. A read is repeated twice after a lost connection; a change is kept
 * until the shop has answered it.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: noticeExpiry }),
    mutationCache: new MutationCache({ onError: noticeExpiry }),
    defaultOptions: {
      queries: { staleTime: FRESH_FOR, retry: (count, error) => isConnectionError(error) && count < 2 },
      mutations: {
        retry: (_count, error) => isConnectionError(error),
        retryDelay: (count) => Math.min(1000 * 2 ** count, LONGEST_DELAY),
      },
    },
  })
}

/** No answer came, or a proxy in front says that the shop is away: worth another try. */
function isConnectionError(error: unknown): boolean {
  return error instanceof AdminCallError && (error.status === 0 || error.status === 502 || error.status === 504)
}

/** The session has ended while somebody worked: they sign in over the page, which stays as it is. */
function noticeExpiry(error: unknown): void {
  if (error instanceof AdminCallError && error.status === 401) sessionExpiry.notice()
}
