import { normalizeIP } from '@fastify/rate-limit'
import { type Session, signInEndpoint, signOutEndpoint, signUpEndpoint } from '@shop/contract/accounts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { route } from '../http/endpoint-route.ts'
import { AppError, ERROR_MESSAGES } from '../http/errors/app-error.ts'
import type { Limit } from '../http/rate-limits/rate-limiter.ts'
import type { Customer } from './accounts.repository.ts'
import { normalizeEmail } from './normalize-email.ts'
import { serializeUser } from './serialize-user.ts'
import { closeSession, deviceOf } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { signUp } from './sign-up.ts'

/** Sign-ups from one client address; enough for a school class, too few to register a list of strangers' addresses. */
const SIGN_UPS_PER_ADDRESS: Limit = { max: 20, minutes: 60 }

export function accountsRoutes(app: FastifyInstance, context: Context): void {
  route(app, signInEndpoint, async ({ body }, request) => {
    const signedIn = await signIn(context, request, body)
    if (signedIn === null) throw new AppError('unauthorized', 'Invalid email or password')
    return sessionResponse(signedIn.customer, signedIn.token)
  })

  route(app, signUpEndpoint, async ({ body }, request) => {
    const address = normalizeIP(request.ip)
    await context.rateLimiter.count({ key: `sign-up from ${address}`, limit: SIGN_UPS_PER_ADDRESS })
    if (normalizeEmail(body.loginId) !== normalizeEmail(body.email)) {
      throw new AppError('invalid_request', ERROR_MESSAGES.invalid_request, [
        { field: 'loginId', message: 'must be the e-mail address' },
      ])
    }
    const { customer, token } = await signUp(context, body, { address, device: deviceOf(request) })
    return sessionResponse(customer, token)
  })

  route(app, signOutEndpoint, async (_input, request) => {
    await closeSession(context, request)
    return { success: true as const }
  })
}

function sessionResponse(customer: Customer, token: string): Session & { success: true } {
  return { success: true, user: serializeUser(customer), token }
}
