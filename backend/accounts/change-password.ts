import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { inTransaction } from '../database/database.ts'
import { AppError } from '../http/errors/app-error.ts'
import { logFactorChange } from '../http/log-authentication.ts'
import { type Customer, lockCustomer } from './accounts.repository.ts'
import { requireGoodPassword } from './passwords/require-good-password.ts'
import { replacePassword } from './replace-password.ts'
import { requirePassword } from './require-password.ts'
import { currentSession } from './sessions.ts'

type ChangeContext = Pick<Context, 'database' | 'clock' | 'settings' | 'passwords' | 'rateLimiter'>

/** Changes the password of a customer who knows the current one. Only the session of the request goes on. */
export async function changePassword(
  context: ChangeContext,
  request: FastifyRequest,
  { customer, currentPassword, password }: { customer: Customer; currentPassword: string; password: string },
): Promise<void> {
  const { database, clock, settings, passwords } = context
  await requirePassword(context, request, { customer, password: currentPassword })
  await requireGoodPassword(password, customer.email)
  const password_hash = await passwords.hash(password)
  await inTransaction(database, async (trx) => {
    if (!(await lockCustomer(trx, customer))) throw new AppError('conflict')
    await replacePassword(trx, customer, {
      password_hash,
      exceptSession: currentSession(request),
      now: clock(),
      settings,
    })
  })
  logFactorChange(request, { customer: customer.customer_id }, 'password')
}
