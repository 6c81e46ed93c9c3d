import { asCount } from './coercion.ts'
import type { Endpoint, RequestOf, ResultOf } from './endpoint.ts'
import { CallError, serverMessage } from './errors.ts'
import { requestPath } from './request-path.ts'

/** The part of `fetch` that the client uses; server rendering and tests pass one that calls in process. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

type CallOptions = { token?: string | null; signal?: AbortSignal; keepalive?: boolean }

export type Client = <E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E> & LooseRequest,
  options?: CallOptions,
) => Promise<ResultOf<E>>

type LooseRequest = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/**
 * A typed caller of the contract's endpoints. It only speaks HTTP: it sends, parses, and throws a `CallError`.
 * @param baseUrl the backend's base address, empty for the same origin (R1)
 */
export function createClient(baseUrl: string, send: Fetch): Client {
  return async (endpoint, request, options = {}) => {
    const { params = {}, query = {}, body } = request
    const response = await fetchResponse(send, `${baseUrl}${requestPath(endpoint.path, params, query)}`, {
      method: endpoint.method,
      headers: headersOf(body, options.token ?? null),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(options.signal ? { signal: options.signal } : {}),
      ...(options.keepalive ? { keepalive: true } : {}),
    })
    const json = await parseBody(response, options.signal)
    if (!response.ok || endpoint.isError?.(json)) {
      throw new CallError(
        'status',
        `${endpoint.method} ${endpoint.path} responded ${response.status}${response.ok ? ' with an error' : ''}`,
        {
          status: response.status,
          serverMessage: serverMessage(json),
          retryAfter: asCount(response.headers.get('retry-after')),
        },
      )
    }
    return parseResponse(endpoint, json, { status: response.status, baseUrl })
  }
}

type Origin = { status: number; baseUrl: string }

function parseResponse<E extends Endpoint>(endpoint: E, json: unknown, { status, baseUrl }: Origin): ResultOf<E> {
  try {
    // `parse` belongs to the endpoint whose result type is returned here.
    return endpoint.parse(json, baseUrl) as ResultOf<E>
  } catch (cause) {
    // An `InvalidProductError` has a text of its own for the shopper (R6).
    if (!(cause instanceof TypeError)) throw cause
    const message = `${endpoint.method} ${endpoint.path}: ${cause.message}`
    throw new CallError('parse', message, { status, serverMessage: null, retryAfter: null }, { cause })
  }
}

async function fetchResponse(send: Fetch, url: string, init: RequestInit): Promise<Response> {
  try {
    return await send(url, init)
  } catch (cause) {
    throw networkError(cause, init.signal)
  }
}

/** The parsed body; `undefined` when it is not JSON, which `parse` handles. Throws when the response is truncated. */
async function parseBody(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  const text = await response.text().catch((cause: unknown) => {
    throw networkError(cause, signal)
  })
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return undefined
  }
}

function networkError(cause: unknown, signal: AbortSignal | null | undefined): unknown {
  if (signal?.aborted) return cause
  return new CallError('network', 'no response', { status: 0, serverMessage: null, retryAfter: null }, { cause })
}

function headersOf(body: unknown, token: string | null): Record<string, string> {
  return {
    accept: 'application/json',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  }
}
