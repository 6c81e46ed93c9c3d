import { CallError } from '@shop/contract/errors'
import { QueryClient } from '@tanstack/react-query'

/**
 * What came with the page is shown at once and refreshed in the background (R5): data is stale from the start. A call
 * that got no answer is tried once more; a refusal is final.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 0,
        refetchOnWindowFocus: false,
        // What failed on a train is there once the line is.
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
