import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { AppError } from '../http/errors/app-error.ts'
import { logFactorCheck } from '../http/log-authentication.ts'
import type { Limit } from '../http/rate-limits/rate-limiter.ts'
import type { Customer } from './accounts.repository.ts'

/**
 * Limits for wrong passwords of somebody who is signed in, as whoever took a token would try them: per account and client
 * address, and per account.
 */
const PER_ACCOUNT_AND_ADDRESS: Limit = { max: 10, minutes: 15, delayAfter: 5 }
const PER_ACCOUNT: Limit = { max: 30, minutes: 15, delayAfter: 10 }

/** Throws 403 unless this is the customer's password. Failures are rate limited. */
export async function requirePassword(
  { passwords, rateLimiter }: Pick<Context, 'passwords' | 'rateLimiter'>,
  request: FastifyRequest,
  { customer, password }: { customer: Customer; password: string },
): Promise<void> {
  const key = `password of ${customer.customer_id}`
  const right = await rateLimiter.attempt(
    [
      { key: `${key} from ${normalizeIP(request.ip)}`, limit: PER_ACCOUNT_AND_ADDRESS },
      { key, limit: PER_ACCOUNT },
    ],
    async () => {
      const isRight = await passwords.verify(password, customer.password_hash)
      logFactorCheck(request, { customer: customer.customer_id }, 'password', isRight)
      return isRight ? true : null
    },
  )
  if (right === null) throw new AppError('forbidden', 'This is not the password of your account.')
}
