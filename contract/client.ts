import type { AnswerOf, Endpoint, RequestOf } from './endpoint.ts'
import { CallError, serverMessage } from './errors.ts'

/** What the client needs to know of `fetch`; server rendering and tests bring their own that stays in process. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export type CallOptions = { token?: string | null; signal?: AbortSignal; keepalive?: boolean }

export type Client = <E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E> & LooseRequest,
  options?: CallOptions,
) => Promise<AnswerOf<E>>

type LooseRequest = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/**
 * A typed caller of the contract's endpoints. It speaks HTTP only: it sends, reads, and throws a `CallError`.
 * @param baseUrl the backend's base address, empty for the same origin (R1)
 */
export function createClient(baseUrl: string, send: Fetch): Client {
  return async (endpoint, request, options = {}) => {
    const { params = {}, query = {}, body } = request
    const response = await answerOf(send, `${baseUrl}${pathOf(endpoint.path, params)}${searchOf(query)}`, {
      method: endpoint.method,
      headers: headersOf(body, options.token ?? null),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(options.signal ? { signal: options.signal } : {}),
      ...(options.keepalive ? { keepalive: true } : {}),
    })
    const json = await bodyOf(response)
    if (!response.ok) {
      throw new CallError('status', `${endpoint.method} ${endpoint.path} answered ${response.status}`, {
        status: response.status,
        shown: serverMessage(json),
        retryAfter: secondsOf(response.headers.get('retry-after')),
      })
    }
    // `read` is declared by the very endpoint whose answer type is returned here.
    return endpoint.read(json) as AnswerOf<typeof endpoint>
  }
}

async function answerOf(send: Fetch, url: string, init: RequestInit): Promise<Response> {
  try {
    return await send(url, init)
  } catch (cause) {
    if (init.signal?.aborted) throw cause
    throw new CallError('network', 'no answer', { status: 0, shown: null, retryAfter: null }, { cause })
  }
}

/** The parsed body; `undefined` when it is no JSON, which each endpoint's `read` then judges. */
async function bodyOf(response: Response): Promise<unknown> {
  try {
    const text = await response.text()
    return text === '' ? null : JSON.parse(text)
  } catch {
    return undefined
  }
}

function pathOf(path: string, params: Record<string, unknown>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
}

function searchOf(query: Record<string, unknown>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

function headersOf(body: unknown, token: string | null): Record<string, string> {
  return {
    accept: 'application/json',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  }
}

function secondsOf(retryAfter: string | null): number | null {
  const seconds = Number(retryAfter ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds : null
}
