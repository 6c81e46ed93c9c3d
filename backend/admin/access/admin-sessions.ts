import {
  HELPER_RIGHTS,
  type HelperRight,
  isAllowed,
  type Need,
  RIGHT_NAMES,
  toRights,
} from '@shop/contract/access/helper-rights'
import { type AdminRole, type AdminUser, wireAdmin } from '@shop/contract/access/session'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Context } from '../../platform/context.ts'
import type { Database } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import type { FactorChange } from '../../platform/http/log-authentication.ts'
import type { AdminAuth } from './admin-auth.ts'
import { countPasskeys, listOpenSessions, noteSessionUse } from './admins.repository.ts'

export type { AdminRole }

export type Admin = AdminUser & { sessionId: string; usedAt: string }

/** Without a second factor no one has access, except to set one up. */
export type Access = { needs: Need; withoutSecondFactor?: boolean }

export type AdminSessions = {
  /** The signed-in user, or `null`; sets the cookie on `reply` when it extends the session. */
  find: (request: FastifyRequest, reply?: FastifyReply) => Promise<Admin | null>
  /** Throws 401 without a session, 403 without access. */
  require: (request: FastifyRequest, access: Access) => Promise<Admin>
}

declare module '../../platform/context.ts' {
  interface Context {
    adminSessions: AdminSessions
  }
}

const NO_SECOND_FACTOR = 'Please set up an app with codes or a passkey first.'
const OWNERS_ONLY = 'Only an owner can do this.'

const found = z.object({
  user: z.object({
    id: wireAdmin.shape.id,
    name: wireAdmin.shape.name,
    email: wireAdmin.shape.email,
    role: wireAdmin.shape.role,
    rights: z.string(),
    twoFactorEnabled: z.nullish(z.boolean()),
  }),
  session: z.object({ id: z.string(), updatedAt: z.string() }),
})

/** Between updates of a session's last use. */
const USE_NOTED_MS = 60_000

/** Reads the database on each request, so a revoked session ends at once. */
export function createAdminSessions(database: Database, auth: AdminAuth, clock: () => Date): AdminSessions {
  const readSession = (request: FastifyRequest) => auth.call(request, '/get-session?disableRefresh=true')
  // A failure to store the extension, as on a full disk, must not end the session.
  const extendSession = (request: FastifyRequest) =>
    auth.call(request, '/get-session').catch(() => readSession(request))

  async function find(request: FastifyRequest, reply?: FastifyReply): Promise<Admin | null> {
    if (!request.headers.cookie?.includes('session_token')) return null
    const response = await (reply === undefined ? readSession(request) : extendSession(request))
    const result = found.safeParse(response.body)
    if (!result.success) return null
    if (reply !== undefined) response.setCookies(reply)
    const { user, session } = result.data
    const { id, name, email, role, twoFactorEnabled } = user
    const passkeys = await countPasskeys(database, id)
    const own = { sessionId: session.id, usedAt: session.updatedAt }
    const rights = rightsOf(user)
    return { id, name, email, role, rights, has_totp: twoFactorEnabled === true, passkeys, ...own }
  }
  return {
    find,
    require: async (request, access) => {
      const admin = await find(request)
      if (admin === null) throw new AppError('unauthorized')
      const now = clock()
      // Once a minute, since writes wait. On a full disk only the list of sessions is less exact.
      if (now.getTime() - Date.parse(admin.usedAt) > USE_NOTED_MS) {
        await noteSessionUse(database, admin.sessionId, now).catch(() => {})
      }
      return requireAccess(admin, access)
    },
  }
}

/** Sessions opened with only the password; none where there is a second factor already. */
export async function listPasswordSessions(database: Database, admin: Admin, now: Date): Promise<string[]> {
  if (hasSecondFactor(admin)) return []
  return (await listOpenSessions(database, admin.id, now)).map(({ id }) => id)
}

export function hasSecondFactor({ has_totp, passkeys }: AdminUser): boolean {
  return has_totp || passkeys > 0
}

/** Throws 403 without access. */
export function requireAccess(admin: Admin, { needs, withoutSecondFactor = false }: Access): Admin {
  if (!withoutSecondFactor && !hasSecondFactor(admin)) throw new AppError('forbidden', NO_SECOND_FACTOR)
  if (!isAllowed(needs, admin)) throw new AppError('forbidden', typeof needs === 'string' ? OWNERS_ONLY : askFor(needs))
  return admin
}

function askFor(rights: readonly HelperRight[]): string {
  const names = rights.map((right) => HELPER_RIGHTS[right].label).join(' or ')
  return `You don’t have access to this. An owner can change that under Settings: ${names}.`
}

export function rightsOf({ role, rights }: { role: AdminRole; rights: string }): HelperRight[] {
  return role === 'owner' ? [...RIGHT_NAMES] : toRights(rights.split(','))
}

declare module '../../platform/module.ts' {
  interface ShopModule {
    adminRoutes?: readonly ((app: FastifyInstance, context: AdminContext) => void)[]
  }
}

/** Dependencies of the sign-in routes beyond those of others. */
export type AdminContext = Context & {
  auth: AdminAuth
  /** Logs and emails a change of a password or a second factor. */
  reportFactorChange: (request: FastifyRequest, admin: Admin, change: FactorChange) => Promise<void>
}
