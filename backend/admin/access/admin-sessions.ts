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

/** The signed-in user and their session, with the time at which its use was last noted. */
export type Admin = AdminUser & { sessionId: string; usedAt: string }

/** Required access. Without a second factor no one has any, except to set one up. */
export type Access = { needs: Need; withoutSecondFactor?: boolean }

export type AdminSessions = {
  /** The signed-in user, or `null`; sets the cookie on `reply` when the session is extended. */
  find: (request: FastifyRequest, reply?: FastifyReply) => Promise<Admin | null>
  /** The signed-in user; throws 401 without a session, 403 without access. */
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

/** Milliseconds after which the use of a session is noted again. */
const USE_NOTED_MS = 60_000

/** Finds the signed-in user of a request. It reads the database each time, so a revoked session ends at once. */
export function createAdminSessions(database: Database, auth: AdminAuth, clock: () => Date): AdminSessions {
  const readSession = (request: FastifyRequest) => auth.call(request, '/get-session?disableRefresh=true')
  // What extends a session is stored; where that fails, as on a full disk, it is open all the same.
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
      // Once a minute, since a write waits for others. On a full disk, for example, only the list of sessions is less exact.
      if (now.getTime() - Date.parse(admin.usedAt) > USE_NOTED_MS) {
        await noteSessionUse(database, admin.sessionId, now).catch(() => {})
      }
      return requireAccess(admin, access)
    },
  }
}

/** Ids of the user's sessions opened with only the password; none where there is a second factor already. */
export async function listPasswordSessions(database: Database, admin: Admin, now: Date): Promise<string[]> {
  if (hasSecondFactor(admin)) return []
  return (await listOpenSessions(database, admin.id, now)).map(({ id }) => id)
}

/** Whether the user has an app or a passkey: a password is then not enough to sign in. */
export function hasSecondFactor({ has_totp, passkeys }: AdminUser): boolean {
  return has_totp || passkeys > 0
}

/** The user if they have access; throws 403 otherwise. */
export function requireAccess(admin: Admin, { needs, withoutSecondFactor = false }: Access): Admin {
  if (!withoutSecondFactor && !hasSecondFactor(admin)) throw new AppError('forbidden', NO_SECOND_FACTOR)
  if (!isAllowed(needs, admin)) throw new AppError('forbidden', typeof needs === 'string' ? OWNERS_ONLY : askFor(needs))
  return admin
}

function askFor(rights: readonly HelperRight[]): string {
  const names = rights.map((right) => HELPER_RIGHTS[right].label).join(' or ')
  return `You don’t have access to this. An owner can change that under Settings: ${names}.`
}

/** A person's rights, as they are stored: all of it for an owner. */
export function rightsOf({ role, rights }: { role: AdminRole; rights: string }): HelperRight[] {
  return role === 'owner' ? [...RIGHT_NAMES] : toRights(rights.split(','))
}

declare module '../../platform/module.ts' {
  interface ShopModule {
    adminRoutes?: readonly ((app: FastifyInstance, context: AdminContext) => void)[]
  }
}

/** Dependencies of the sign-in routes beyond those of other routes. */
export type AdminContext = Context & {
  auth: AdminAuth
  /** Logs and mails that a password or a second factor of someone is another one. */
  reportFactorChange: (request: FastifyRequest, admin: Admin, change: FactorChange) => Promise<void>
}
