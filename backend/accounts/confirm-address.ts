import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import type { Context } from '../platform/context.ts'
import { inTransaction, type Trx } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors/app-error.ts'
import {
  countsTogether,
  type Limit,
  type LimitedKey,
  type RateLimiter,
} from '../platform/http/rate-limits/rate-limiter.ts'
import { publicUrlOf } from '../platform/settings/settings.ts'
import { getShopSettings } from '../platform/settings/shop-settings.repository.ts'
import { addressConfirmationMail } from './account.mail.ts'
import { createLink, INVALID_LINK, LINKS_PER_ADDRESS } from './account-links.ts'
import { type Customer, claimLink, findCustomerByLink, lockCustomer, updateCustomer } from './accounts.repository.ts'
import { mailboxOf } from './normalize.ts'
import { hashToken } from './passwords/tokens.ts'

/** Emails a link to confirm the address, once an hour; nothing for a confirmed one. */
export async function sendConfirmation(
  { database, clock, settings, rateLimiter }: Pick<Context, 'database' | 'clock' | 'settings' | 'rateLimiter'>,
  { customer_id, email, email_confirmed_at }: Customer,
): Promise<void> {
  if (email_confirmed_at !== null) return
  const now = clock()
  await inTransaction(database, async (trx) => {
    await countConfirmation(rateLimiter, trx, email)
    const shop = await getShopSettings(trx)
    const publicUrl = publicUrlOf(settings, shop)
    const link = await createLink(trx, { customer_id, purpose: 'confirm-address' }, { now, publicUrl })
    await enqueueMail(trx, addressConfirmationMail({ to: email, shop }, link), { now, shop })
  })
}

/** Only its own customer can use the token: the address may be a stranger's, with the stranger's orders. */
export async function confirmAddress(
  { database, clock, rateLimiter }: Pick<Context, 'database' | 'clock' | 'rateLimiter'>,
  request: FastifyRequest,
  { customer, token }: { customer: Customer; token: string },
): Promise<void> {
  // Opening the link again is no error.
  if (customer.email_confirmed_at !== null) return
  const token_hash = hashToken(token)
  const limited = [{ key: `account link from ${normalizeIP(request.ip)}`, limit: LINKS_PER_ADDRESS }]
  const found = await rateLimiter.attempt(limited, async () => {
    const owner = await findCustomerByLink(database, { token_hash, purpose: 'confirm-address' }, clock())
    return owner?.customer_id === customer.customer_id ? owner : null
  })
  if (found === null) throw new AppError('conflict', INVALID_LINK)
  const now = clock()
  await inTransaction(database, async (trx) => {
    if (!(await lockCustomer(trx, found)) || !(await claimLink(trx, token_hash, now))) {
      throw new AppError('conflict', INVALID_LINK)
    }
    await updateCustomer(trx, customer.customer_id, { email_confirmed_at: now.toISOString() })
  })
}

/** An unconfirmed address may be a stranger's: it gets one confirmation and one reset an hour. */
const PER_ADDRESS: Limit = { max: 1, minutes: 60 }

const MAILED_MESSAGE =
  'We emailed this address within the last hour. Please check your inbox, or ask for another email later.'

function confirmationTo(email: string): LimitedKey {
  return { key: `confirmation to ${mailboxOf(email)}`, limit: PER_ADDRESS }
}

/** To unconfirmed addresses together, so many clients can't flood the shop's email. */
const ALL_OF_A_KIND: Limit = { max: 200, minutes: 60 }
const ALL_WELCOMES: LimitedKey = { key: 'welcome emails', limit: ALL_OF_A_KIND }
const ALL_CONFIRMATIONS: LimitedKey = { key: 'confirmation emails', limit: ALL_OF_A_KIND }

/** Throws 429 after an email to the address within the hour, or too many to others. */
async function countConfirmation(rateLimiter: RateLimiter, trx: Trx, email: string): Promise<void> {
  await rateLimiter.countWith(trx, confirmationTo(email)).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
    throw new AppError('rate_limited', MAILED_MESSAGE, null, error.retryAfter)
  })
  await rateLimiter.countWith(trx, ALL_CONFIRMATIONS)
}

type Counting = Pick<Context, 'database' | 'rateLimiter'>

/** False after an email to the address within the hour, or too many to others. */
export function mayWelcome(context: Counting, email: string): Promise<boolean> {
  return countsTogether(context, confirmationTo(email), ALL_WELCOMES)
}

/**
 * False after a reset to the address within the hour, or too many to unconfirmed ones. Confirmed ones are counted too,
 * which takes as long (R31), but not limited together.
 */
export async function mayReset(context: Counting, email: string, isUnconfirmed: boolean): Promise<boolean> {
  const toMailbox = { key: `reset to unconfirmed ${mailboxOf(email)}`, limit: PER_ADDRESS }
  const all = { key: `resets to ${isUnconfirmed ? 'unconfirmed' : 'other'} addresses`, limit: ALL_OF_A_KIND }
  return (await countsTogether(context, toMailbox, all)) || !isUnconfirmed
}
