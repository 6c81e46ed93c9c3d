import { CALL_TIMEOUT_MS, type Client, createClient } from '@shop/contract/client'
import { CallError } from '@shop/contract/errors'
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
  const send = (url: string, init: RequestInit) => {
    const ended = AbortSignal.timeout(timeoutMs)
    return fetch(url, { ...init, signal: init.signal ? AbortSignal.any([init.signal, ended]) : ended })
  }
  return { baseUrl, call: createClient(baseUrl, send) }
}

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
