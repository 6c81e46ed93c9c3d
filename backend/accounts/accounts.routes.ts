import { normalizeIP } from '@fastify/rate-limit'
import type { Session, User } from '@shop/contract/accounts/calls'
import { accountEndpoints } from '@shop/contract/accounts/schemas'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../platform/context.ts'
import { route } from '../platform/http/endpoint-route.ts'
import { AppError, ERROR_MESSAGES } from '../platform/http/errors/app-error.ts'
import type { Limit } from '../platform/http/rate-limits/rate-limiter.ts'
import { type Customer, deleteSessionsOf, listSessions, updateCustomer } from './accounts.repository.ts'
import { confirmAddress, sendConfirmation } from './confirm-address.ts'
import { changePassword, requestPasswordReset, resetPassword } from './customer-password.ts'
import { nameColumns, normalizeEmail } from './normalize.ts'
import { closeSession, currentSession, deviceOf, requireSignedIn } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { closeAccount, signUp } from './sign-up.ts'

/** Enough for a school class, too few to register a list of strangers' addresses. */
const SIGN_UPS_PER_ADDRESS: Limit = { max: 20, minutes: 60 }

export function accountsRoutes(app: FastifyInstance, context: Context): void {
  route(app, accountEndpoints.signIn, async ({ body }, request) => {
    const signedIn = await signIn(context, request, body)
    if (signedIn === null) throw new AppError('unauthorized', 'Invalid email or password')
    return sessionResponse(signedIn.customer, signedIn.token)
  })

  route(app, accountEndpoints.signUp, async ({ body }, request) => {
    const address = normalizeIP(request.ip)
    await context.rateLimiter.count({ key: `sign-up from ${address}`, limit: SIGN_UPS_PER_ADDRESS })
    if (normalizeEmail(body.loginId) !== normalizeEmail(body.email)) {
      throw new AppError('invalid_request', ERROR_MESSAGES.invalid_request, [
        { field: 'loginId', message: 'must be the email address' },
      ])
    }
    const { customer, token } = await signUp(context, body, { address, device: deviceOf(request) })
    return sessionResponse(customer, token)
  })

  route(app, accountEndpoints.signOut, async (_input, request) => {
    await closeSession(context, request)
    return { success: true as const }
  })
}

function sessionResponse(customer: Customer, token: string): Omit<Session, 'sentUser'> & { success: true } {
  return { success: true, user: serializeUser(customer), token }
}

const DONE_BODY = { success: true as const }

export function ownAccountRoutes(app: FastifyInstance, context: Context): void {
  const { database, clock } = context

  route(app, accountEndpoints.requestPasswordReset, async ({ body }, request) => {
    await requestPasswordReset(context, request, body.email)
    return DONE_BODY
  })

  route(app, accountEndpoints.resetPassword, async ({ body }, request) => {
    await resetPassword(context, request, body)
    return DONE_BODY
  })

  route(app, accountEndpoints.getAccount, async (_input, request) => {
    const customer = await requireSignedIn(context, request)
    const sessions = await listSessions(database, customer.customer_id, clock())
    const current = currentSession(request)
    return {
      user: serializeUser(customer),
      emailConfirmed: customer.email_confirmed_at !== null,
      sessions: sessions.map(({ device, created_at, token_hash }) => {
        return { device, signedInAt: created_at, current: token_hash === current }
      }),
    }
  })

  route(app, accountEndpoints.changeName, async ({ body }, request) => {
    const customer = await requireSignedIn(context, request)
    const names = nameColumns(body)
    await updateCustomer(database, customer.customer_id, names)
    return { ...DONE_BODY, user: serializeUser({ ...customer, ...names }) }
  })

  route(app, accountEndpoints.changePassword, async ({ body }, request) => {
    const customer = await requireSignedIn(context, request)
    await changePassword(context, request, { customer, ...body })
    return DONE_BODY
  })

  route(app, accountEndpoints.endSessions, async (_input, request) => {
    const { customer_id } = await requireSignedIn(context, request)
    await deleteSessionsOf(database, customer_id, { except: null })
    return DONE_BODY
  })

  route(app, accountEndpoints.closeAccount, async ({ body }, request) => {
    const customer = await requireSignedIn(context, request)
    await closeAccount(context, request, { customer, ...body })
    return DONE_BODY
  })

  route(app, accountEndpoints.sendConfirmation, async (_input, request) => {
    await sendConfirmation(context, await requireSignedIn(context, request))
    return DONE_BODY
  })

  route(app, accountEndpoints.confirmAddress, async ({ body }, request) => {
    const customer = await requireSignedIn(context, request)
    await confirmAddress(context, request, { customer, token: body.token })
    return DONE_BODY
  })
}

function serializeUser({ customer_id, first_name, last_name, email }: Customer): User {
  return { customer_id, firstName: first_name, lastName: last_name, email }
}
