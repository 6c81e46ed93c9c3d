import * as z from 'zod/mini'
import type { Call, CallRequest, RequestOf } from './call.ts'
import { keysOf } from './coercion.ts'
import { ERROR_STATUS, type ErrorCode } from './errors.ts'

export type Description = {
  summary: string
  description: string
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  response: z.ZodMiniType
  redirect?: string
  /** Besides those of any call (invalid_request, rate_limited, internal …). */
  errors?: readonly ErrorCode[]
  example?: CallRequest
}

export type Endpoint = Call & Description & { name: string; tag: string; cookie?: true }

type Named<Described> = Described & { name: string; tag: string; cookie?: true }

type Accepting<Calls, Described> = {
  [Name in keyof Calls & keyof Described]: {
    [Part in keyof RequestOf<Calls[Name]> & keyof Described[Name]]: RequestOf<Calls[Name]>[Part] extends z.input<
      Described[Name][Part]
    >
      ? unknown
      : never
  }
}

export function defineEndpoints<
  Calls extends Readonly<Record<string, Call>>,
  Described extends { [Name in keyof Calls]: Description },
>(
  tag: string,
  calls: Calls,
  described: Described & Accepting<Calls, Described>,
): { [Name in keyof Calls]: Named<Calls[Name] & Described[Name]> } {
  const endpoints = Object.entries(calls).map(([name, call]) => [name, { ...call, ...described[name], name, tag }])
  // One entry per call, of its own type.
  return Object.fromEntries(endpoints)
}

/** A call of the admin, parsed with the schema that serialized it. */
type AdminCall = Pick<Call, 'method' | 'path'> & Description

type Sent<D> = {
  [Part in keyof D & ('params' | 'query' | 'body')]: D[Part] extends z.ZodMiniType ? z.input<D[Part]> : never
}
type Received<D> = D extends { response: z.ZodMiniType } ? z.output<D['response']> : never

type AdminEndpoints<Described> = {
  [Name in keyof Described]: Named<Described[Name] & Call<Received<Described[Name]>, Sent<Described[Name]>>>
}

export function defineAdminCalls<Described extends Readonly<Record<string, AdminCall>>>(
  calls: Described,
): AdminEndpoints<Described> {
  return adminEndpoints(calls, ['unauthorized', 'forbidden'], { cookie: true })
}

export function definePublicAdminCalls<Described extends Readonly<Record<string, AdminCall>>>(
  calls: Described,
): AdminEndpoints<Described> {
  return adminEndpoints(calls, ['forbidden'], {})
}

function adminEndpoints<Described extends Readonly<Record<string, AdminCall>>>(
  calls: Described,
  errors: readonly ErrorCode[],
  session: { cookie?: true },
): AdminEndpoints<Described> {
  const endpoints = Object.entries(calls).map(([name, call]) => [
    name,
    {
      ...call,
      ...session,
      name: `admin${name.charAt(0).toUpperCase()}${name.slice(1)}`,
      tag: 'admin',
      errors: [...errors, ...(call.errors ?? [])],
      parse: (body: unknown) => parseBy(call.response, body),
    },
  ])
  return Object.fromEntries(endpoints)
}

/** Parses with a schema; throws a `TypeError` that names the first difference. */
function parseBy(schema: z.ZodMiniType, body: unknown): unknown {
  const result = z.safeParse(schema, body)
  if (result.success) return result.data
  throw new TypeError(`not understood: ${result.error.issues[0]?.path.join('.') ?? ''}`)
}

export const errorBody = z
  .object({
    success: z.literal(false),
    error: z.enum(keysOf(ERROR_STATUS)),
    message: z.string(),
    details: z.optional(z.array(z.object({ field: z.string(), message: z.string() }))),
  })
  .register(z.globalRegistry, {
    id: 'Error',
    description: 'Why a request failed. Shoppers may read `message`; `details` names fields.',
  })
export type ErrorBody = z.infer<typeof errorBody>

export const successBody = z
  .object({ success: z.literal(true) })
  .register(z.globalRegistry, { id: 'Success', description: 'It is done.' })

/** The id of the audit entry, by which a change can be undone; `null` when nothing changed or it can't be. */
export const changeResult = z.object({ audit_id: z.nullable(z.int()) }).register(z.globalRegistry, {
  id: 'Change',
  description: 'The change in the log of changes; null if nothing changed or it cannot be undone.',
})

export const cursor = z.string().check(z.minLength(1), z.maxLength(500))
