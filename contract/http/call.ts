export type CallRequest = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

/** A call as browsers make it. Parts only for the backend are in `schemas.ts`, which browsers never load. */
export type Call<Result = unknown, Request = unknown> = {
  method: 'GET' | 'POST'
  /** Below the backend's base address; parameters are written `:name`. */
  path: `/${string}`
  bearer?: 'required' | 'optional'
  /** Tells whether a 2xx response is an error (R45); by default every 2xx response is parsed. */
  isError?: (body: unknown) => boolean
  /** Parses the response of any backend (R1, R3), or throws. `baseUrl` is used for picture URLs. */
  parse: (body: unknown, baseUrl?: string) => Result
  request?: Request
}

export type RequestOf<C> = C extends Call<unknown, infer Request> ? Request & CallRequest : never
export type ResultOf<C> = C extends Call<infer Result> ? Result : never

type Options = Pick<Call, 'bearer' | 'isError'>

export function get<Result, Request = unknown>(
  path: Call['path'],
  parse: Call<Result>['parse'],
  options?: Options,
): Call<Result, Request> {
  return { method: 'GET', path, parse, ...options }
}

export function post<Result, Request = unknown>(
  path: Call['path'],
  parse: Call<Result>['parse'],
  options?: Options,
): Call<Result, Request> {
  return { method: 'POST', path, parse, ...options }
}

export function requestPath(path: string, params: Record<string, unknown>, query: Record<string, unknown>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  const text = search.toString()
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  return text === '' ? filled : `${filled}?${text}`
}
