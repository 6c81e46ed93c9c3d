import { type AdminRole, type AdminUser, wireAdmin } from '@shop/contract/admin/session'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Database } from '../database/database.ts'
import { AppError } from '../errors/app-error.ts'
import type { AdminAuth } from './admin-auth.ts'
import { countPasskeys } from './admins.repository.ts'

export type { AdminRole }

/** Who is signed in, and in which session. */
export type Admin = AdminUser & { sessionId: string }

/** Who may call. Without a second factor nobody may, except to set one up. */
export type Access = { roles: readonly AdminRole[]; withoutSecondFactor?: boolean }

export type AdminSessions = {
  /** Who is signed in; `reply` takes the cookie along when the session is prolonged. */
  find: (request: FastifyRequest, reply?: FastifyReply) => Promise<Admin | null>
  /** Refuses with 401 when nobody is signed in, with 403 when they may not. */
  require: (request: FastifyRequest, access: Access) => Promise<Admin>
}

declare module '../context.ts' {
  interface Context {
    adminSessions: AdminSessions
  }
}

const NO_SECOND_FACTOR = 'Please set up an app with codes or a passkey first.'
const OWNERS_ONLY = 'Only an owner of the shop may do this.'

const found = z.object({
  user: z.object({
    id: wireAdmin.shape.id,
    name: wireAdmin.shape.name,
    email: wireAdmin.shape.email,
    role: wireAdmin.shape.role,
    twoFactorEnabled: z.nullish(z.boolean()),
  }),
  session: z.object({ id: z.string() }),
})

/** Who is signed in to the admin. Asked of the database each time, so that a session that was ended is over at once. */
export function createAdminSessions(database: Database, auth: AdminAuth): AdminSessions {
  async function find(request: FastifyRequest, reply?: FastifyReply): Promise<Admin | null> {
    if (!request.headers.cookie?.includes('session_token')) return null
    const response = await auth.call(request, `/get-session${reply === undefined ? '?disableRefresh=true' : ''}`)
    const result = found.safeParse(response.body)
    if (!result.success) return null
    if (reply !== undefined) response.setCookies(reply)
    const { id, name, email, role, twoFactorEnabled } = result.data.user
    const passkeys = await countPasskeys(database, id)
    return { id, name, email, role, has_totp: twoFactorEnabled === true, passkeys, sessionId: result.data.session.id }
  }
  return {
    find,
    require: async (request, access) => {
      const admin = await find(request)
      if (admin === null) throw new AppError('unauthorized')
      return requireAccess(admin, access)
    },
  }
}

/** Whoever is signed in, where they may; refuses with 403 where they may not. */
export function requireAccess(admin: Admin, { roles, withoutSecondFactor = false }: Access): Admin {
  if (!withoutSecondFactor && !admin.has_totp && admin.passkeys === 0) throw new AppError('forbidden', NO_SECOND_FACTOR)
  if (!roles.includes(admin.role)) throw new AppError('forbidden', OWNERS_ONLY)
  return admin
}
