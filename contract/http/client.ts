import { type Call, type CallRequest, requestPath } from './call.ts'
import { asCount } from './coercion.ts'
import { CallError, serverMessage } from './errors.ts'

/** The part of `fetch` that the client uses; server rendering and tests pass one that calls in process. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

type CallOptions = {
  token?: string | null
  signal?: AbortSignal | undefined
  keepalive?: boolean
  headers?: Readonly<Record<string, string>>
}

export type Client = <Result, Request>(
  call: Call<Result, Request>,
  request: NoInfer<Request> & CallRequest,
  options?: CallOptions,
) => Promise<Result>

export const CALL_TIMEOUT_MS = 30_000

/** Creates a client that throws `CallError`. `baseUrl` is the backend's address, empty for the same origin (R1). */
export function createClient(baseUrl: string, send: Fetch): Client {
  return async (call, request, options = {}) => {
    const { params = {}, query = {}, body } = request
    const response = await fetchResponse(send, `${baseUrl}${requestPath(call.path, params, query)}`, {
      method: call.method,
      headers: { ...headersOf(body, options.token ?? null), ...options.headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(options.signal ? { signal: options.signal } : {}),
      keepalive: options.keepalive ?? false,
    })
    const json = await parseBody(response, options.signal)
    if (!response.ok || call.isError?.(json)) {
      throw new CallError(
        'status',
        `${call.method} ${call.path} responded ${response.status}${response.ok ? ' with an error' : ''}`,
        {
          status: response.status,
          serverMessage: serverMessage(json),
          retryAfter: asCount(response.headers.get('retry-after')),
          body: json,
        },
      )
    }
    return parseResponse(call, json, { status: response.status, baseUrl })
  }
}

type Origin = { status: number; baseUrl: string }

function parseResponse<Result>(call: Call<Result>, json: unknown, { status, baseUrl }: Origin): Result {
  try {
    return call.parse(json, baseUrl)
  } catch (cause) {
    // An `InvalidProductError` has a text of its own for the shopper (R6).
    if (!(cause instanceof TypeError)) throw cause
    const message = `${call.method} ${call.path}: ${cause.message}`
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

/** The parsed body; `null` for an empty one, `undefined` for one that isn't JSON. Throws when it is truncated. */
async function parseBody(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  const text = await response.text().catch((cause: unknown) => {
    throw networkError(cause, signal)
  })
  try {
    return text.trim() === '' ? null : JSON.parse(text)
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
