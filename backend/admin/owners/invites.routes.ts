import { acceptInviteEndpoint, checkInviteEndpoint, getEntranceEndpoint } from '@shop/contract/admin/session'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { route } from '../../http/endpoint-route.ts'
import { AppError } from '../../http/errors/app-error.ts'
import type { AdminContext } from '../admin-context.ts'
import { hasOwner } from '../admins.repository.ts'
import { accept, limitedKeys } from '../auth-attempts.ts'
import { acceptInvite, getOpenInvite } from './accept-invite.ts'
import type { StoredInvite } from './invites.repository.ts'

/** Whether somebody has to be invited first; checking and accepting an invitation. */
export function invitesRoutes(app: FastifyInstance, context: AdminContext): void {
  const { auth, rateLimiter } = context

  /** Attempts to guess a token are limited like those to guess a password. */
  async function requireInvite(request: FastifyRequest, token: string): Promise<StoredInvite> {
    let closed: AppError | null = null
    const invite = await rateLimiter.attempt(limitedKeys(request), async () => {
      try {
        return await getOpenInvite(context, token)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        closed = error
        return null
      }
    })
    if (invite !== null) return invite
    throw closed ?? new AppError('not_found')
  }

  route(app, getEntranceEndpoint, async () => ({
    has_owner: await hasOwner(context.database),
    sends_mail: context.settings.smtpUrl !== null,
  }))

  route(app, checkInviteEndpoint, async ({ body }, request) => {
    const { role, expires_at } = await requireInvite(request, body.token)
    return { role, expires_at }
  })

  route(app, acceptInviteEndpoint, async ({ body }, request, reply) => {
    await requireInvite(request, body.token)
    await acceptInvite(context, body)
    const { email, password } = body
    return accept(await auth.call(request, '/sign-in/email', { email, password }), reply)
  })
}
