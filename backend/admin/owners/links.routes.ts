import { adminEntrance } from '@shop/contract/access/session'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { shopZone } from '../../platform/lib/days/shop-zone.ts'
import type { AdminContext } from '../access/admin-sessions.ts'
import { hasOwner } from '../access/admins.repository.ts'
import { accept, limitedKeys } from '../access/auth-attempts.ts'
import { publicRoute } from '../admin-route.ts'
import { changeSettings } from '../settings/change-settings.ts'
import { acceptInvite, getOpenInvite } from './invites.ts'
import { getOpenReset, mailReset, resetAccess } from './resets.ts'

const DONE_BODY = { success: true } as const

export function linksRoutes(app: FastifyInstance, context: AdminContext): void {
  const { auth, database, settings } = context

  publicRoute(app, adminEntrance.getEntrance, async () => ({
    has_owner: await hasOwner(database),
    sends_mail: settings.smtpUrl !== null,
  }))

  publicRoute(app, adminEntrance.checkInvite, async ({ body }, request) => {
    const invite = await requireOpen(context, request, () => getOpenInvite(context, body.token))
    const { role, expires_at, first_owner } = invite
    return { role, expires_at, time_zone: first_owner === 1 ? shopZone() : null }
  })

  publicRoute(app, adminEntrance.acceptInvite, async ({ body }, request, reply) => {
    const { first_owner } = await requireOpen(context, request, () => getOpenInvite(context, body.token))
    await acceptInvite(context, body)
    const { email, password, time_zone: timeZone } = body
    if (first_owner === 1 && timeZone !== undefined) {
      await changeSettings({ ...context, actor: email.trim().toLowerCase() }, { timeZone })
      await context.catalogVersion.refresh()
    }
    return accept(await auth.call(request, '/sign-in/email', { email, password }), reply)
  })

  publicRoute(app, adminEntrance.requestAdminReset, async ({ body }, request) => {
    await mailReset(context, request, body.email)
    return DONE_BODY
  })

  publicRoute(app, adminEntrance.checkAdminReset, async ({ body }, request) => {
    const { email, second_factor } = await requireOpen(context, request, () => getOpenReset(context, body.token))
    return { email, second_factor: second_factor === 1 }
  })

  publicRoute(app, adminEntrance.resetAdminPassword, async ({ body }, request) => {
    await requireOpen(context, request, () => getOpenReset(context, body.token))
    await resetAccess(context, request, body)
    return DONE_BODY
  })
}

/** Guesses of a token are limited like those of a password. */
async function requireOpen<T>(
  { rateLimiter }: Pick<AdminContext, 'rateLimiter'>,
  request: FastifyRequest,
  find: () => Promise<T>,
): Promise<T> {
  let closed = new AppError('not_found')
  const found = await rateLimiter.attempt(limitedKeys(request), () =>
    find().catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
      closed = error
      return null
    }),
  )
  if (found === null) throw closed
  return found
}
