import { type Client, createClient } from '@shop/contract/client'
import { createContext, type ReactNode, useContext } from 'react'

/** How the storefront reaches the backend: the typed caller, and the base address that pictures are served from. */
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

/** The longest a visitor waits for an answer before it counts as none, in milliseconds. */
const TIMEOUT_MS = 30_000

/** The api of the browser. `baseUrl` came with the page (R1). */
export function browserApi(baseUrl: string, timeoutMs: number = TIMEOUT_MS): Api {
  const send = (url: string, init: RequestInit) => {
    const ended = AbortSignal.timeout(timeoutMs)
    return fetch(url, { ...init, signal: init.signal ? AbortSignal.any([init.signal, ended]) : ended })
  }
  return { baseUrl, call: createClient(baseUrl, send) }
}
