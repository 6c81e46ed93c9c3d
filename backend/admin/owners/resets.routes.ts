import {
  checkAdminResetEndpoint,
  requestAdminResetEndpoint,
  resetAdminPasswordEndpoint,
} from '@shop/contract/admin/password-reset'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { route } from '../../http/endpoint-route.ts'
import { AppError } from '../../http/errors/app-error.ts'
import type { AdminContext } from '../admin-context.ts'
import { limitedKeys } from '../auth-attempts.ts'
import { mailReset } from './mail-reset.ts'
import { getOpenReset, resetAccess } from './reset-access.ts'

const DONE = { success: true } as const

/** Calls of owners and helpers who forgot the password. */
export function resetsRoutes(app: FastifyInstance, context: AdminContext): void {
  /** Attempts to guess a token are limited like those to guess a password. */
  async function requireReset(request: FastifyRequest, token: string) {
    let closed = new AppError('not_found')
    const reset = await context.rateLimiter.attempt(limitedKeys(request), () =>
      getOpenReset(context, token).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error
        closed = error
        return null
      }),
    )
    if (reset === null) throw closed
    return reset
  }

  route(app, requestAdminResetEndpoint, async ({ body }, request) => {
    await mailReset(context, request, body.email)
    return DONE
  })

  route(app, checkAdminResetEndpoint, async ({ body }, request) => {
    const { email, second_factor } = await requireReset(request, body.token)
    return { email, second_factor: second_factor === 1 }
  })

  route(app, resetAdminPasswordEndpoint, async ({ body }, request) => {
    await requireReset(request, body.token)
    await resetAccess(context, request, body)
    return DONE
  })
}
