import { adminEntrance } from '@shop/contract/access/session'
import { asRecord } from '@shop/contract/http/coercion'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../platform/http/errors/app-error.ts'
import type { AdminContext } from '../access/admin-sessions.ts'
import { listPasswordSessions } from '../access/admin-sessions.ts'
import { countPasskeys, deleteSessionByToken, deleteSessions, isRemoved } from '../access/admins.repository.ts'
import { accept, attempt, authError, fieldError, useCodeOnce } from '../access/auth-attempts.ts'
import { parseRecoveryCode } from '../access/recovery-codes.ts'
import { publicRoute } from '../admin-route.ts'

/** Per client address: each stores a challenge. */
const CHALLENGES_PER_MINUTE = 30

const USED_CODE = 'This code has already been used. Please start again, and type the next one that the app shows.'
const PASSKEY_NEEDED = 'Your password isn’t enough on its own. Please use "Sign in with a passkey".'

export function signInRoutes(app: FastifyInstance, context: AdminContext): void {
  const { auth, database, adminSessions, clock } = context

  publicRoute(app, adminEntrance.signIn, async ({ body }, request, reply) => {
    const { email, password } = body
    const response = await attempt(context, request, {
      path: '/sign-in/email',
      body: { email, password },
      account: email,
    })
    const { twoFactorRedirect, user, token } = response.body
    const needsCode = twoFactorRedirect === true
    // The library asks for a second factor only where an app is set up.
    if (!needsCode && (await countPasskeys(database, String(asRecord(user)?.id))) > 0) {
      await deleteSessionByToken(database, String(token))
      throw new AppError('unauthorized', PASSKEY_NEEDED)
    }
    response.setCookies(reply)
    return { next: needsCode ? ('code' as const) : ('done' as const) }
  })

  publicRoute(app, adminEntrance.verifyCode, async ({ body }, request, reply) => {
    const code = body.code.replace(/\s/g, '')
    const admin = await adminSessions.find(request)
    const openedByPassword = admin === null ? [] : await listPasswordSessions(database, admin, clock())
    const response = await attempt(context, request, { path: '/two-factor/verify-totp', body: { code } })
    const { user, token } = response.body
    if (!(await useCodeOnce(context, request, String(asRecord(user)?.id), code))) {
      await deleteSessionByToken(database, String(token))
      throw fieldError('code', USED_CODE)
    }
    // They lack the second factor required from now on.
    await deleteSessions(database, openedByPassword)
    if (admin !== null && !admin.has_totp) await context.reportFactorChange(request, admin, 'app')
    return accept(response, reply)
  })

  publicRoute(app, adminEntrance.verifyRecoveryCode, async ({ body }, request, reply) => {
    const code = parseRecoveryCode(body.code)
    return accept(await attempt(context, request, { path: '/two-factor/verify-backup-code', body: { code } }), reply)
  })

  publicRoute(
    app,
    adminEntrance.passkeyOptions,
    async (_input, request, reply) => {
      const response = await auth.call(request, '/passkey/generate-authenticate-options')
      if (!response.ok) throw authError(response)
      response.setCookies(reply)
      return response.body
    },
    { rateLimit: { max: CHALLENGES_PER_MINUTE } },
  )

  publicRoute(app, adminEntrance.signInWithPasskey, async ({ body }, request, reply) => {
    const response = await attempt(context, request, {
      path: '/passkey/verify-authentication',
      body: { response: body.response },
    })
    return accept(response, reply)
  })

  publicRoute(
    app,
    adminEntrance.checkRemoved,
    async ({ body }) => ({ is_removed: await isRemoved(database, body.id) }),
    { rateLimit: { max: CHALLENGES_PER_MINUTE } },
  )

  publicRoute(app, adminEntrance.signOut, async (_input, request, reply) => {
    const response = await auth.call(request, '/sign-out', {})
    if (!response.ok) throw new AppError('unavailable')
    return accept(response, reply)
  })
}
