import { CALL_TIMEOUT_MS, type Client, createClient } from '@shop/contract/http/client'
import { CallError } from '@shop/contract/http/errors'
import { QueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'

/** How the storefront calls the backend: the typed client, and the base address of pictures. */
export type Api = { call: Client; baseUrl: string }

const ApiContext = createContext<Api | null>(null)

export function ApiProvider({ api, children }: { api: Api; children: ReactNode }) {
  return <ApiContext value={api}>{children}</ApiContext>
}

export function useApi(): Api {
  const api = useContext(ApiContext)
  if (api === null) throw new Error('useApi needs an ApiProvider above it')
  return api
}

/** The browser's API. `baseUrl` came with the page (R1). */
export function browserApi(baseUrl: string, timeoutMs: number = CALL_TIMEOUT_MS): Api {
  const send = (url: string, init: RequestInit) =>
    fetch(url, { ...init, signal: abortedBy(init.signal ?? null, AbortSignal.timeout(timeoutMs)) })
  return { baseUrl, call: createClient(baseUrl, send) }
}

/** Aborted as soon as one of the signals is; `AbortSignal.any` is newer than the oldest browsers that the shop works in (R56). */
function abortedBy(...signals: (AbortSignal | null)[]): AbortSignal {
  const either = new AbortController()
  for (const signal of signals) {
    const abort = () => either.abort(signal?.reason)
    if (signal?.aborted) abort()
    signal?.addEventListener('abort', abort)
  }
  return either.signal
}

/**
 * Data that came with the page is shown at once and refreshed in the background (R5), so it is stale from the start. A
 * call without a response, or with an error of the shop, is repeated once, after a second; refusals are final.
 *
 * @param retries 0 on the server, whose page does not wait: the browser tries again
 */
export function createQueryClient({ retries }: { retries: 0 | 1 } = { retries: 1 }): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 0,
        refetchOnWindowFocus: false,
        // Failed queries are retried once the network is back.
        refetchOnReconnect: true,
        retry: (failures, error) =>
          failures < retries && error instanceof CallError && (error.kind === 'network' || error.status >= 500),
        retryDelay: 1000,
        networkMode: 'always',
      },
      mutations: {
        networkMode: 'always',
        // What was sent, such as a password, is not kept.
        gcTime: 0,
        onError: (error) => console.info('A call failed', error),
      },
    },
  })
}
