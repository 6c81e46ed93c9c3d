import { type Client, createClient } from '@shop/contract/client'
import { createContext, type ReactNode, useContext } from 'react'

/** How the storefront calls the backend: the typed client, and the base address of pictures. */
export type Api = { call: Client; baseUrl: string }

const ApiContext = createContext<Api | null>(null)

export function ApiProvider({ api, children }: { api: Api; children: ReactNode }) {
  return <ApiContext value={api}>{children}</ApiContext>
}

/** The calls of the shop; on the server they run in process. */
export function useApi(): Api {
  const api = useContext(ApiContext)
  if (api === null) throw new Error('useApi needs an ApiProvider above it')
  return api
}

/** Milliseconds after which a call counts as failed. */
const TIMEOUT_MS = 30_000

/** The browser's API. `baseUrl` came with the page (R1). */
export function browserApi(baseUrl: string, timeoutMs: number = TIMEOUT_MS): Api {
  const send = (url: string, init: RequestInit) => {
    const ended = AbortSignal.timeout(timeoutMs)
    return fetch(url, { ...init, signal: init.signal ? AbortSignal.any([init.signal, ended]) : ended })
  }
  return { baseUrl, call: createClient(baseUrl, send) }
}
