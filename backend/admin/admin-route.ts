import type { Endpoint } from '@shop/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { AppError } from '../errors/app-error.ts'
import { type Input, route } from '../http/endpoint-route.ts'
import type { Access, Admin, AdminSessions } from './admin-sessions.ts'

type Schema = z.ZodMiniType
type MaybeSchema = Schema | undefined

declare module 'fastify' {
  interface FastifyRequest {
    admin: Admin | null
  }
}

/** Who may call: owners alone, or helpers as well. */
export const OWNERS: Access = { roles: ['owner'] }
export const EVERYONE: Access = { roles: ['owner', 'helper'] }
/** Also those who have no second factor yet: for setting one up alone. */
export const NEWCOMERS: Access = { ...EVERYONE, withoutSecondFactor: true }

type Asked = { admin: Admin; request: FastifyRequest; reply: FastifyReply }

/**
 * Serves one call of the admin to those who have access. Everybody else is refused before what they sent is
 * looked at.
 */
export function adminRoute<P extends MaybeSchema, Q extends MaybeSchema, B extends MaybeSchema, R extends Schema, A>(
  app: FastifyInstance,
  { adminSessions }: { adminSessions: AdminSessions },
  endpoint: Endpoint<P, Q, B, R, A>,
  access: Access,
  handler: (input: Input<P, Q, B>, asked: Asked) => Promise<z.input<R>>,
): void {
  route(
    app,
    endpoint,
    async (input, request, reply) => {
      const { admin } = request
      if (admin === null) throw new AppError('unauthorized')
      return handler(input, { admin, request, reply })
    },
    {
      onRequest: async (request) => {
        request.admin = await adminSessions.require(request, access)
      },
    },
  )
}
