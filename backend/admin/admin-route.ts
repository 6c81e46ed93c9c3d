import type { Endpoint } from '@shop/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { type InputOf, type OutputOf, type RouteOptions, route } from '../http/endpoint-route.ts'
import { AppError } from '../http/errors/app-error.ts'
import type { Access, Admin } from './admin-sessions.ts'
import { runOnce } from './run-once.ts'

declare module 'fastify' {
  interface FastifyRequest {
    admin: Admin | null
  }
}

/** Roles that may call. */
export const OWNERS: Access = { roles: ['owner'] }
export const EVERYONE: Access = { roles: ['owner', 'helper'] }
/** Also allows users without a second factor; only for setting one up. */
export const NEWCOMERS: Access = { ...EVERYONE, withoutSecondFactor: true }

type Options = Pick<RouteOptions, 'bodyLimit'> & {
  /** For responses that contain a code or a link or set a cookie: they are never stored for an `Idempotency-Key`. */
  hasSecretResponse?: boolean
}

type Call = { admin: Admin; request: FastifyRequest; reply: FastifyReply }

/**
 * Registers a route of the admin. Access is checked before the input is parsed. A change with an `Idempotency-Key` is
 * made once, however often it is sent within a day, except where its response is a secret.
 */
export function adminRoute<E extends Endpoint>(
  app: FastifyInstance,
  context: Pick<Context, 'adminSessions' | 'database' | 'clock'>,
  endpoint: E,
  access: Access,
  handler: (input: InputOf<E>, call: Call) => Promise<OutputOf<E>>,
  { hasSecretResponse = false, ...options }: Options = {},
): void {
  route(
    app,
    endpoint,
    async (input, request, reply) => {
      const { admin } = request
      if (admin === null) throw new AppError('unauthorized')
      const run = () => handler(input, { admin, request, reply })
      const key = endpoint.method === 'POST' && !hasSecretResponse ? idempotencyKeyOf(request) : null
      if (key === null) return run()
      return runOnce(context, { userId: admin.id, key, request: [endpoint.path, input] }, run)
    },
    {
      ...options,
      onRequest: async (request) => {
        request.admin = await context.adminSessions.require(request, access)
      },
    },
  )
}

/** The `Idempotency-Key` header; `null` without one. */
function idempotencyKeyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key === 'string' && /^[\x21-\x7e]{1,100}$/.test(key)) return key
  const details = [{ field: 'Idempotency-Key', message: 'must be 1 to 100 letters, digits or signs' }]
  throw new AppError('invalid_request', undefined, details)
}
