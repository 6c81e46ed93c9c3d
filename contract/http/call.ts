export type CallRequest = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

/**
 * A call as browsers make it. What only the backend needs of it is in a file that the shopper's browser never loads:
 * `orders.schemas.ts` has that of the calls in `orders.ts`.
 */
export type Call<Result = unknown, Request = unknown> = {
  method: 'GET' | 'POST'
  /** Path below the backend's base address; parameters are written `:name`. */
  path: `/${string}`
  bearer?: 'required' | 'optional'
  /** Tells whether a 2xx response is an error (R45); by default every 2xx response is parsed. */
  isError?: (body: unknown) => boolean
  /**
   * Reads the response of any backend (R1, R3), and throws when it cannot. `baseUrl` is the backend's base address, used
   * for picture URLs.
   */
  parse: (body: unknown, baseUrl?: string) => Result
  /** The type of what is sent; it has no value. */
  request?: Request
}

export type RequestOf<C> = C extends Call<unknown, infer Request> ? Request & CallRequest : never
export type ResultOf<C> = C extends Call<infer Result> ? Result : never

type Options = Pick<Call, 'bearer' | 'isError'>

/** A call that reads, by the types of its result and of what is sent. */
export function get<Result, Request = unknown>(
  path: Call['path'],
  parse: Call<Result>['parse'],
  options?: Options,
): Call<Result, Request> {
  return { method: 'GET', path, parse, ...options }
}

/** Defines a call that changes something. */
export function post<Result, Request = unknown>(
  path: Call['path'],
  parse: Call<Result>['parse'],
  options?: Options,
): Call<Result, Request> {
  return { method: 'POST', path, parse, ...options }
}

/** A call's path with its parameters filled in and its query appended; `undefined` values are omitted. */
export function requestPath(path: string, params: Record<string, unknown>, query: Record<string, unknown>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  const text = search.toString()
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  return text === '' ? filled : `${filled}?${text}`
}
