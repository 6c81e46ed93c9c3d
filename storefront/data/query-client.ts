import { CallError } from '@shop/contract/errors'
import { QueryClient } from '@tanstack/react-query'

/**
 * Data that came with the page is shown at once and refreshed in the background (R5), so it is stale from the start. A
 * call without a response is retried once; error responses are final.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 0,
        refetchOnWindowFocus: false,
        // Failed queries are retried once the network is back.
        refetchOnReconnect: true,
        retry: (failures, error) =>
          failures < 1 && error instanceof CallError && (error.kind === 'network' || error.status >= 500),
        retryDelay: 400,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}
