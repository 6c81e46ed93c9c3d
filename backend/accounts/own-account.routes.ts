import {
  changeNameEndpoint,
  changePasswordEndpoint,
  closeAccountEndpoint,
  confirmAddressEndpoint,
  endSessionsEndpoint,
  getAccountEndpoint,
  sendConfirmationEndpoint,
} from '@shop/contract/own-account'
import { requestPasswordResetEndpoint, resetPasswordEndpoint } from '@shop/contract/password-reset'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { route } from '../http/endpoint-route.ts'
import { deleteSessionsOf, listSessions, updateCustomer } from './accounts.repository.ts'
import { changePassword } from './change-password.ts'
import { closeAccount } from './close-account.ts'
import { confirmAddress, sendConfirmation } from './confirm-address.ts'
import { nameColumns } from './name-columns.ts'
import { requestPasswordReset } from './request-password-reset.ts'
import { resetPassword } from './reset-password.ts'
import { serializeUser } from './serialize-user.ts'
import { currentSession, requireSignedIn } from './sessions.ts'

const DONE = { success: true as const }

/** The calls of customers about their own account, and those of somebody who forgot the password. */
export function ownAccountRoutes(app: FastifyInstance, context: Context): void {
  const { database, clock } = context

  route(app, requestPasswordResetEndpoint, async ({ body }, request) => {
    await requestPasswordReset(context, request, body.email)
    return DONE
  })

  route(app, resetPasswordEndpoint, async ({ body }, request) => {
    await resetPassword(context, request, body)
    return DONE
  })

  route(app, getAccountEndpoint, async (_input, request) => {
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

  route(app, changeNameEndpoint, async ({ body }, request) => {
    const customer = await requireSignedIn(context, request)
    const names = nameColumns(body)
    await updateCustomer(database, customer.customer_id, names)
    return { ...DONE, user: serializeUser({ ...customer, ...names }) }
  })

  route(app, changePasswordEndpoint, async ({ body }, request) => {
    const customer = await requireSignedIn(context, request)
    await changePassword(context, request, { customer, ...body })
    return DONE
  })

  route(app, endSessionsEndpoint, async (_input, request) => {
    const { customer_id } = await requireSignedIn(context, request)
    await deleteSessionsOf(database, customer_id, { except: null })
    return DONE
  })

  route(app, closeAccountEndpoint, async ({ body }, request) => {
    const customer = await requireSignedIn(context, request)
    await closeAccount(context, request, { customer, ...body })
    return DONE
  })

  route(app, sendConfirmationEndpoint, async (_input, request) => {
    await sendConfirmation(context, await requireSignedIn(context, request))
    return DONE
  })

  route(app, confirmAddressEndpoint, async ({ body }, request) => {
    const customer = await requireSignedIn(context, request)
    await confirmAddress(context, request, { customer, token: body.token })
    return DONE
  })
}
