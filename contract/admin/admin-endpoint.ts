import * as z from 'zod/mini'
import { defineEndpoint, type Endpoint } from '../endpoint.ts'
import type { ErrorCode } from '../errors.ts'

type Schema = z.ZodMiniType
type MaybeSchema = Schema | undefined

type AdminCall<P extends MaybeSchema, Q extends MaybeSchema, B extends MaybeSchema, R extends Schema> = Pick<
  Endpoint<P, Q, B, R, z.output<R>>,
  'method' | 'path' | 'summary' | 'description' | 'params' | 'query' | 'body' | 'response'
> & {
  /** Errors of one call besides those that every call of the admin can have. */
  errors?: readonly ErrorCode[]
}

/**
 * Defines a call of the admin: it requires a session, and its response is parsed with the schema that it was sent with.
 */
export function defineAdminEndpoint<
  R extends Schema,
  P extends MaybeSchema = undefined,
  Q extends MaybeSchema = undefined,
  B extends MaybeSchema = undefined,
>({ errors = [], ...call }: AdminCall<P, Q, B, R>): Endpoint<P, Q, B, R, z.output<R>> {
  return defineEndpoint({
    ...call,
    tag: 'admin',
    cookie: true,
    errors: ['unauthorized', 'forbidden', ...errors],
    parse: (body) => parseBy(call.response, body),
  })
}

/** Parses a response with its schema; throws a `TypeError` that names the first difference. */
export function parseBy<R extends Schema>(schema: R, body: unknown): z.output<R> {
  const result = z.safeParse(schema, body)
  if (result.success) return result.data
  throw new TypeError(`not understood: ${result.error.issues[0]?.path.join('.') ?? ''}`)
}
