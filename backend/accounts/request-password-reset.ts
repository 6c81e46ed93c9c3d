import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { inTransaction } from '../database/database.ts'
import { AppError } from '../http/errors/app-error.ts'
import type { Limit } from '../http/rate-limits/rate-limiter.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { withdrawMail } from '../mail/outbox.repository.ts'
import { publicUrlOf } from '../settings/settings.ts'
import { getShopSettings } from '../settings/shop/shop-settings.repository.ts'
import { passwordResetMail } from './account.mail.ts'
import { createLink } from './account-links.ts'
import { findCustomerByEmail } from './accounts.repository.ts'
import { normalizeEmail } from './normalize-email.ts'
import { mayReset } from './unconfirmed-address.ts'

/** Requests from one client address; more are rejected. */
const PER_ADDRESS: Limit = { max: 10, minutes: 30 }
/** Mails to one e-mail address. Further ones are dropped silently: the links of those that were sent still work. */
const PER_EMAIL: Limit = { max: 3, minutes: 30 }

type ResetContext = Pick<Context, 'database' | 'clock' | 'settings' | 'rateLimiter'>

/**
 * Mails a link that sets a new password, if there is an account with this address. An unknown address takes the same
 * work (R31): its link belongs to nobody, and its message is withdrawn in the same transaction.
 */
export async function requestPasswordReset(
  context: ResetContext,
  request: FastifyRequest,
  typed: string,
): Promise<void> {
  const { database, clock, settings, rateLimiter } = context
  const email = normalizeEmail(typed)
  await rateLimiter.count({ key: `password reset from ${normalizeIP(request.ip)}`, limit: PER_ADDRESS })
  if (!(await mayBeMailed(context, email))) return
  const found = await findCustomerByEmail(database, email)
  const isFirst = await mayReset(rateLimiter, email)
  // A link to an address that may be a stranger's counts as one to nobody.
  const customer = isFirst || typeof found?.email_confirmed_at === 'string' ? found : null
  const now = clock()
  await inTransaction(database, async (trx) => {
    const shop = await getShopSettings(trx)
    const link = await createLink(
      trx,
      { customer_id: customer?.customer_id ?? null, purpose: 'reset-password' },
      { now, publicUrl: publicUrlOf(settings, shop) },
    )
    const mail = await enqueueMail(trx, passwordResetMail({ to: customer?.email ?? email, shop }, link), { now, shop })
    if (customer === null) await withdrawMail(trx, mail)
  })
}

async function mayBeMailed({ rateLimiter }: Pick<Context, 'rateLimiter'>, email: string): Promise<boolean> {
  try {
    await rateLimiter.count({ key: `password reset of ${email}`, limit: PER_EMAIL })
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return false
    throw error
  }
}
