import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import type { FactorChange } from '../http/log-authentication.ts'
import type { AdminAuth } from './admin-auth.ts'
import type { Admin } from './admin-sessions.ts'

/** Dependencies of the sign-in routes beyond those of other routes. */
export type AdminContext = Context & {
  auth: AdminAuth
  /** Logs and mails that a password or a second factor of somebody is another one. */
  reportFactorChange: (request: FastifyRequest, admin: Admin, change: FactorChange) => Promise<void>
}
