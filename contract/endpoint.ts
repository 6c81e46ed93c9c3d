import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'

type Schema = z.ZodMiniType
type MaybeSchema = Schema | undefined

/**
 * One call. The backend's route, the typed client and the tests all use this object. `response` is what our backend
 * sends; `parse` reads the response of any backend (R1, R3) and throws when it cannot.
 */
export type Endpoint<
  Params extends MaybeSchema = MaybeSchema,
  Query extends MaybeSchema = MaybeSchema,
  Body extends MaybeSchema = MaybeSchema,
  Response extends Schema = Schema,
  Parsed = unknown,
> = {
  method: 'GET' | 'POST'
  /** Path below the backend's base address; parameters are written `:name`. */
  path: `/${string}`
  summary: string
  /** Description in the API document. */
  description: string
  /** Tag in the API document: the noun. */
  tag: string
  params?: Params
  query?: Query
  body?: Body
  response: Response
  /** When the call responds with a permanent redirect (308), for the API document; without it it never does. */
  redirect?: string
  /** The errors of this call, besides those that any call can have (invalid_request, rate_limited, internal …). */
  errors: readonly ErrorCode[]
  /** For calls that take `Authorization: Bearer <token>`. */
  bearer?: 'required' | 'optional'
  /** For calls of the admin, which need the cookie of a session there. */
  cookie?: true
  /** For calls whose 2xx response may still be an error (R45); by default every 2xx response is parsed. */
  isError?: (body: unknown) => boolean
  /** `baseUrl` is the backend's base address, used for picture URLs. */
  parse: (body: unknown, baseUrl?: string) => Parsed
}

/** Defines a call; the identity function, for type inference. */
export function defineEndpoint<
  Response extends Schema,
  Parsed,
  Params extends MaybeSchema = undefined,
  Query extends MaybeSchema = undefined,
  Body extends MaybeSchema = undefined,
>(endpoint: Endpoint<Params, Query, Body, Response, Parsed>): Endpoint<Params, Query, Body, Response, Parsed> {
  return endpoint
}

/** The calls that modules export, such as `listOrdersEndpoint`, by their names without the ending: `listOrders`. */
export function collectEndpoints(modules: readonly object[]): Record<string, Endpoint> {
  const exported = modules.flatMap((module) => Object.entries(module))
  return Object.fromEntries(
    exported.flatMap(([name, value]) =>
      name.endsWith('Endpoint') && isEndpoint(value) ? [[name.replace(/Endpoint$/, ''), value]] : [],
    ),
  )
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}

type Part<Name extends string, S> = S extends Schema ? { [K in Name]: z.input<S> } : unknown

/** The arguments of a call: the parts that the endpoint defines. */
export type RequestOf<E> =
  E extends Endpoint<infer P, infer Q, infer B, Schema, unknown>
    ? Part<'params', P> & Part<'query', Q> & Part<'body', B>
    : never

/** The parsed result of a call. */
export type ResultOf<E> = E extends Endpoint<MaybeSchema, MaybeSchema, MaybeSchema, Schema, infer A> ? A : never
