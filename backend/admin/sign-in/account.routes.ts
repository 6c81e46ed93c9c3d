import { adminSession } from '@shop/contract/access/session'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { requireGoodPassword } from '../../accounts/passwords/require-good-password.ts'
import { route } from '../../platform/http/endpoint-route.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { shopZone } from '../../platform/lib/days/shop-zone.ts'
import { describeDevice } from '../../platform/lib/describe-device.ts'
import type { AdminContext } from '../access/admin-sessions.ts'
import { listPasswordSessions, requireAccess } from '../access/admin-sessions.ts'
import {
  deleteSession,
  deleteSessions,
  deleteSessionsOf,
  listOpenSessions,
  listPasskeys,
} from '../access/admins.repository.ts'
import { accept, attempt, authError, fieldError } from '../access/auth-attempts.ts'
import { beginTotp, removePasskey, replaceTotp } from '../access/second-factors.ts'
import { adminRoute, EVERYONE, WITHOUT_SECOND_FACTOR } from '../admin-route.ts'

declare module '../../platform/context.ts' {
  interface Context {
    /** Whether any card was ever charged. */
    hasPayments: () => Promise<boolean>
  }
}

const DONE_BODY = { success: true } as const

const newCodes = z.object({ backupCodes: z.array(z.string()) })

export function accountRoutes(app: FastifyInstance, context: AdminContext): void {
  route(
    app,
    adminSession.getSession,
    async (_input, request, reply) => {
      const admin = await context.adminSessions.find(request, reply)
      if (admin === null) throw new AppError('unauthorized')
      const user = requireAccess(admin, WITHOUT_SECOND_FACTOR)
      const hasAny = user.role === 'owner' && (await context.hasPayments())
      return { ...user, has_payments: hasAny, time_zone: shopZone() }
    },
    { config: { access: WITHOUT_SECOND_FACTOR } },
  )
  codeAppRoutes(app, context)
  passkeyRoutes(app, context)
  sessionRoutes(app, context)

  adminRoute(
    app,
    context,
    adminSession.changePassword,
    EVERYONE,
    async ({ body }, { admin, request, reply }) => {
      const { current_password: currentPassword, new_password: newPassword } = body
      await requireGoodPassword(newPassword, admin.email, 'new_password')
      const sent = { currentPassword, newPassword, revokeOtherSessions: true }
      try {
        const result = await attempt(context, request, { path: '/change-password', body: sent, account: admin.email })
        await context.reportFactorChange(request, admin, 'password')
        return accept(result, reply)
      } catch (error) {
        throw error instanceof AppError && error.details?.[0]?.field === 'password'
          ? fieldError('current_password', error.message)
          : error
      }
    },
    { hasSecretResponse: true },
  )
}

function codeAppRoutes(app: FastifyInstance, context: AdminContext): void {
  adminRoute(
    app,
    context,
    adminSession.startTotp,
    WITHOUT_SECOND_FACTOR,
    ({ body }, { admin, request }) => beginTotp(context, request, admin, body.password),
    { hasSecretResponse: true },
  )

  adminRoute(
    app,
    context,
    adminSession.replaceTotp,
    EVERYONE,
    ({ body }, { admin, request }) => replaceTotp(context, request, admin, body),
    { hasSecretResponse: true },
  )

  adminRoute(
    app,
    context,
    adminSession.renewRecoveryCodes,
    EVERYONE,
    async ({ body }, { admin, request }) => {
      const { password } = body
      const result = await attempt(context, request, {
        path: '/two-factor/generate-backup-codes',
        body: { password },
        account: admin.email,
      })
      await context.reportFactorChange(request, admin, 'recovery_codes')
      return { recovery_codes: newCodes.parse(result.body).backupCodes }
    },
    { hasSecretResponse: true },
  )
}

function passkeyRoutes(app: FastifyInstance, context: AdminContext): void {
  const { auth, database, clock } = context

  adminRoute(
    app,
    context,
    adminSession.newPasskeyOptions,
    WITHOUT_SECOND_FACTOR,
    async ({ body: { password } }, { admin, request, reply }) => {
      await attempt(context, request, { path: '/verify-password', body: { password }, account: admin.email })
      const result = await auth.call(request, '/passkey/generate-register-options')
      accept(result, reply)
      return result.body
    },
    { hasSecretResponse: true },
  )

  adminRoute(
    app,
    context,
    adminSession.addPasskey,
    WITHOUT_SECOND_FACTOR,
    async ({ body }, { admin, request, reply }) => {
      const { name, response } = body
      const opened = await listPasswordSessions(database, admin, clock())
      const result = await auth.call(request, '/passkey/verify-registration', { name, response })
      if (!result.ok && result.status === 400) {
        throw new AppError('invalid_request', 'We couldn’t use the device’s answer. Please try again.')
      }
      if (!result.ok) throw authError(result)
      // Other sessions were opened with only the password.
      const others = opened.filter((id) => id !== admin.sessionId)
      await deleteSessions(database, others)
      await context.reportFactorChange(request, admin, 'passkey_added')
      return accept(result, reply)
    },
    { hasSecretResponse: true },
  )

  adminRoute(app, context, adminSession.listPasskeys, WITHOUT_SECOND_FACTOR, async (_input, { admin }) => {
    const passkeys = await listPasskeys(database, admin.id)
    return {
      passkeys: passkeys.map(({ id, name, created_at }) => ({
        id,
        name: name ?? 'Passkey',
        created_at: created_at ?? '',
      })),
    }
  })

  adminRoute(app, context, adminSession.removePasskey, EVERYONE, async ({ body }, { admin, request }) => {
    await removePasskey(database, admin, body.id)
    await context.reportFactorChange(request, admin, 'passkey_removed')
    return DONE_BODY
  })
}

function sessionRoutes(app: FastifyInstance, context: AdminContext): void {
  const { database, clock } = context

  adminRoute(app, context, adminSession.listSessions, EVERYONE, async (_input, { admin }) => {
    const sessions = await listOpenSessions(database, admin.id, clock())
    return {
      sessions: sessions.map(({ id, user_agent, created_at, updated_at }) => ({
        id,
        current: id === admin.sessionId,
        device: describeDevice(user_agent ?? ''),
        opened_at: created_at,
        used_at: updated_at,
      })),
    }
  })

  adminRoute(app, context, adminSession.endSession, EVERYONE, async ({ body }, { admin }) => {
    if (!(await deleteSession(database, admin.id, body.id))) throw new AppError('not_found')
    return DONE_BODY
  })

  adminRoute(app, context, adminSession.endAllSessions, WITHOUT_SECOND_FACTOR, async (_input, { admin }) => {
    await deleteSessionsOf(database, admin.id)
    return DONE_BODY
  })
}
