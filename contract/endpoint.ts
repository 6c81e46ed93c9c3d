import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'

type Schema = z.ZodMiniType
type MaybeSchema = Schema | undefined

/**
 * One call of section 7. The backend's route, the typed client and the tests all use this one object.
 * `response` is what our backend sends; `parse` is how the storefront reads the response of any backend (R1, R3)
 * and throws when it cannot.
 */
export type Endpoint<
  Params extends MaybeSchema = MaybeSchema,
  Query extends MaybeSchema = MaybeSchema,
  Body extends MaybeSchema = MaybeSchema,
  Response extends Schema = Schema,
  Answer = unknown,
> = {
  method: 'GET' | 'POST'
  /** Path below the backend's base address; parameters are written `:name`. */
  path: `/${string}`
  summary: string
  /** What the API document says of the call beyond its schemas. */
  description: string
  /** The noun under which the API document lists it. */
  tag: string
  params?: Params
  query?: Query
  body?: Body
  response: Response
  /** The errors this call can respond with, besides those any call can (invalid_request, rate_limited, internal …). */
  errors: readonly ErrorCode[]
  /** For calls that take `Authorization: Bearer <token>`, and whether they refuse to do without. */
  bearer?: 'required' | 'optional'
  /** For calls whose 2xx response may still be an error (R45); without it every 2xx response is parsed. */
  isError?: (body: unknown) => boolean
  /** `baseUrl` is the backend's base address, which its pictures may carry. */
  parse: (body: unknown, baseUrl?: string) => Answer
}

/** Describes a call; exists so that the parts' types are inferred. */
export function defineEndpoint<
  Response extends Schema,
  Answer,
  Params extends MaybeSchema = undefined,
  Query extends MaybeSchema = undefined,
  Body extends MaybeSchema = undefined,
>(endpoint: Endpoint<Params, Query, Body, Response, Answer>): Endpoint<Params, Query, Body, Response, Answer> {
  return endpoint
}

type Part<Name extends string, S> = S extends Schema ? { [K in Name]: z.input<S> } : unknown

/** What a caller hands over: just the parts that the endpoint names. */
export type RequestOf<E> =
  E extends Endpoint<infer P, infer Q, infer B, Schema, unknown>
    ? Part<'params', P> & Part<'query', Q> & Part<'body', B>
    : never

/** What a caller gets back. */
export type ResultOf<E> = E extends Endpoint<MaybeSchema, MaybeSchema, MaybeSchema, Schema, infer A> ? A : never
