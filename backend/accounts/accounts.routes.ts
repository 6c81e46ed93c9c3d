import { type Session, signInEndpoint, signOutEndpoint, signUpEndpoint } from '@shop/contract/accounts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import type { Database } from '../database/database.ts'
import { route } from '../endpoint-route.ts'
import { addressKey, limitAttempts } from '../plugins/attempts.ts'
import { MESSAGES } from '../plugins/errors.ts'
import { Refusal } from '../refusal.ts'
import { type Customer, findCustomerByEmail } from './accounts.repository.ts'
import { foldEmail } from './fold-email.ts'
import { NOBODYS_HASH, verifyPassword } from './password-hash.ts'
import { closeSession, openSession } from './sessions.ts'
import { signUp } from './sign-up.ts'

/** Sign-ins that fail, by address and by account, and accounts opened from one address. */
const FAILURES_PER_ADDRESS = { most: 50, minutes: 15 }
const FAILURES_PER_ACCOUNT = { most: 10, minutes: 15 }
const SIGN_UPS_PER_ADDRESS = { most: 200, minutes: 60 }

export function accountsRoutes(app: FastifyInstance, context: Context): void {
  const { database, clock } = context
  const byAddress = limitAttempts({ ...FAILURES_PER_ADDRESS, clock })
  const byAccount = limitAttempts({ ...FAILURES_PER_ACCOUNT, clock })
  const signUps = limitAttempts({ ...SIGN_UPS_PER_ADDRESS, clock })

  route(app, signInEndpoint, async ({ body }, request) => {
    const email = foldEmail(body.loginId)
    const address = addressKey(request.ip)
    const customer = await byAddress.attempt(address, () =>
      byAccount.attempt(email, () => findByPassword(database, email, body.password)),
    )
    if (customer === null) throw new Refusal('unauthorized', 'Invalid email or password')
    return sessionAnswer(customer, await openSession(database, customer, clock()))
  })

  route(app, signUpEndpoint, async ({ body }, request) => {
    signUps.count(addressKey(request.ip))
    if (foldEmail(body.loginId) !== foldEmail(body.email)) {
      throw new Refusal('invalid_request', MESSAGES.invalid_request, [
        { field: 'loginId', message: 'must be the e-mail address' },
      ])
    }
    const { customer, token } = await signUp(context, body)
    return sessionAnswer(customer, token)
  })

  route(app, signOutEndpoint, async (_input, request) => {
    await closeSession(context, request)
    return { success: true as const }
  })
}

/** The customer with this address and password. An unknown address takes the same time as a wrong password (R31). */
async function findByPassword(database: Database, email: string, password: string): Promise<Customer | null> {
  const customer = await findCustomerByEmail(database, email)
  const right = await verifyPassword(password, customer?.password_hash ?? NOBODYS_HASH)
  return right ? customer : null
}

function sessionAnswer(customer: Customer, token: string): Session & { success: true } {
  const { customer_id, first_name, last_name, email } = customer
  return { success: true, user: { customer_id, firstName: first_name, lastName: last_name, email }, token }
}
