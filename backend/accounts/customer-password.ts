import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { withdrawMail } from '../mail/outbox.repository.ts'
import type { Context } from '../platform/context.ts'
import { inTransaction, type Trx } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors/app-error.ts'
import { logFactorChange, logFactorCheck } from '../platform/http/log-authentication.ts'
import { countsWithin, type Limit } from '../platform/http/rate-limits/rate-limiter.ts'
import { publicUrlOf } from '../platform/settings/settings.ts'
import { getShopSettings } from '../platform/settings/shop-settings.repository.ts'
import { passwordChangedMail, passwordResetMail } from './account.mail.ts'
import { createLink, INVALID_LINK, LINKS_PER_ADDRESS } from './account-links.ts'
import {
  type Customer,
  claimLink,
  deleteKnownAddresses,
  deleteLinks,
  deleteSessionsOf,
  findCustomerByEmail,
  findCustomerByLink,
  lockCustomer,
  updateCustomer,
} from './accounts.repository.ts'
import { mayReset } from './confirm-address.ts'
import { normalizeEmail } from './normalize.ts'
import { requireGoodPassword } from './passwords/require-good-password.ts'
import { hashToken } from './passwords/tokens.ts'
import { currentSession } from './sessions.ts'

type PasswordContext = Pick<Context, 'database' | 'clock' | 'settings' | 'passwords' | 'rateLimiter'>

export async function changePassword(
  context: PasswordContext,
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

/** For wrong passwords of someone signed in, such as a token thief: per account and client address, and per account. */
const PER_ACCOUNT_AND_ADDRESS: Limit = { max: 10, minutes: 15, delayAfter: 5 }
const PER_ACCOUNT: Limit = { max: 30, minutes: 15, delayAfter: 10 }

/** Throws 403 for a wrong password. Failures are rate limited. */
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
  if (right === null) throw new AppError('forbidden', 'That isn’t your current password.')
}

type NewPassword = Pick<Context, 'settings'> & {
  password_hash: string
  /** The token hash of the session that stays; `null` ends all. */
  exceptSession: string | null
  now: Date
}

/** Writes a locked customer's password, ends sessions and links, and notifies a confirmed address. */
async function replacePassword(
  trx: Trx,
  { customer_id, email, email_confirmed_at }: Pick<Customer, 'customer_id' | 'email' | 'email_confirmed_at'>,
  { password_hash, exceptSession, now, settings }: NewPassword,
): Promise<void> {
  await updateCustomer(trx, customer_id, { password_hash })
  await deleteSessionsOf(trx, customer_id, { except: exceptSession })
  await deleteLinks(trx, customer_id, 'reset-password')
  if (email_confirmed_at === null) return
  const shop = await getShopSettings(trx)
  await enqueueMail(trx, passwordChangedMail({ to: email, shop }, publicUrlOf(settings, shop)), { now, shop })
}

/** More are rejected. */
const PER_ADDRESS: Limit = { max: 10, minutes: 30 }
/** Further ones are dropped silently: the earlier links still work. */
const PER_EMAIL: Limit = { max: 3, minutes: 30 }

/** Emails a link to reset the password. An unknown address takes the same work (R31). */
export async function requestPasswordReset(
  context: Omit<PasswordContext, 'passwords'>,
  request: FastifyRequest,
  typed: string,
): Promise<void> {
  const { database, clock, settings, rateLimiter } = context
  const email = normalizeEmail(typed)
  await rateLimiter.count({ key: `password reset from ${normalizeIP(request.ip)}`, limit: PER_ADDRESS })
  if (!(await countsWithin(rateLimiter, { key: `password reset of ${email}`, limit: PER_EMAIL }))) return
  const found = await findCustomerByEmail(database, email)
  const isConfirmed = typeof found?.email_confirmed_at === 'string'
  const isFirst = await mayReset({ database, rateLimiter }, email, found !== null && !isConfirmed)
  // An unconfirmed address may be a stranger's: its link belongs to no one.
  const customer = isFirst || isConfirmed ? found : null
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

/** Ends all sessions and confirms the address, too. A refused password does not use up the token. */
export async function resetPassword(
  { database, clock, settings, passwords, rateLimiter }: PasswordContext,
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
    // The customer first, as in every such transaction, to avoid deadlocks.
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
