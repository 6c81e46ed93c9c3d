import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { inTransaction } from '../database/database.ts'
import { AppError } from '../http/errors/app-error.ts'
import { logFactorChange } from '../http/log-authentication.ts'
import { claimLink, findCustomerByLink } from './account-links.repository.ts'
import { INVALID_LINK, LINKS_PER_ADDRESS } from './account-links.ts'
import { deleteKnownAddresses, lockCustomer, updateCustomer } from './accounts.repository.ts'
import { hashToken } from './passwords/hash-token.ts'
import { requireGoodPassword } from './passwords/require-good-password.ts'
import { replacePassword } from './replace-password.ts'

type ResetContext = Pick<Context, 'database' | 'clock' | 'settings' | 'passwords' | 'rateLimiter'>

/**
 * Sets a new password by the token of a mail, ends all sessions, and confirms the address, since whoever has the token
 * reads its mail. A password that is refused does not use up the link.
 */
export async function resetPassword(
  { database, clock, settings, passwords, rateLimiter }: ResetContext,
  request: FastifyRequest,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const token_hash = hashToken(token)
  const limited = [{ key: `account link from ${normalizeIP(request.ip)}`, limit: LINKS_PER_ADDRESS }]
  const customer = await rateLimiter.attempt(limited, () =>
    findCustomerByLink(database, { token_hash, purpose: 'reset-password' }, clock()),
  )
  if (customer === null) throw new AppError('conflict', INVALID_LINK)
  await requireGoodPassword(password, customer.email)
  const password_hash = await passwords.hash(password)
  const now = clock()
  await inTransaction(database, async (trx) => {
    // The customer first, as in every transaction that changes one, so that two of them cannot deadlock.
    if (!(await lockCustomer(trx, customer))) throw new AppError('conflict', INVALID_LINK)
    if (!(await claimLink(trx, token_hash, now))) throw new AppError('conflict', INVALID_LINK)
    const email_confirmed_at = customer.email_confirmed_at ?? now.toISOString()
    await updateCustomer(trx, customer.customer_id, { email_confirmed_at })
    await deleteKnownAddresses(trx, customer.customer_id)
    await replacePassword(
      trx,
      { ...customer, email_confirmed_at },
      { password_hash, exceptSession: null, now, settings },
    )
  })
  logFactorChange(request, { customer: customer.customer_id }, 'password_reset')
}
