import { randomBytes } from 'node:crypto'
import { normalizeIP } from '@fastify/rate-limit'
import type { ShopSettings } from '@shop/contract/pages/shop'
import type { FastifyRequest } from 'fastify'
import { requireGoodPassword } from '../../accounts/passwords/require-good-password.ts'
import { hashToken } from '../../accounts/passwords/tokens.ts'
import { enqueueMail, type NewMail } from '../../mail/enqueue-mail.ts'
import { withdrawMail } from '../../mail/outbox.repository.ts'
import type { Context } from '../../platform/context.ts'
import { inTransaction, type Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { logFactorChange } from '../../platform/http/log-authentication.ts'
import { countsWithin, type Limit } from '../../platform/http/rate-limits/rate-limiter.ts'
import { adminUrlOf, publicUrlOf } from '../../platform/settings/settings.ts'
import { getShopSettings } from '../../platform/settings/shop-settings.repository.ts'
import { findAdminByEmail, hasSecondFactorStored, type StoredAdmin } from '../access/admins.repository.ts'
import { type ChangeContext, writeAudit } from '../audit/audit.repository.ts'
import { mailFactorChange } from './factor-changes.ts'
import {
  claimLink,
  deleteSecondFactors,
  findOpenReset,
  insertReset,
  replaceAdminPassword,
} from './owners.repository.ts'

/** For a printed and for an emailed link. */
const PRINTED_MINUTES = 15
const MAILED_MINUTES = 30

const CLOSED_MESSAGE =
  'This link has been used or has expired. Please ask for a new one, or run: npm run shop -- owner reset with your email address.'

type NewReset = { userId: string; withSecondFactor: boolean; minutes: number; now: Date }

/** The path of a single-use link. Its token is in the fragment, which no server sees. */
async function createReset(trx: Trx, { userId, withSecondFactor, minutes, now }: NewReset): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await insertReset(
    trx,
    {
      token_hash: hashToken(token),
      user_id: userId,
      second_factor: withSecondFactor ? 1 : 0,
      expires_at: new Date(now.getTime() + minutes * 60_000).toISOString(),
      used_at: null,
    },
    now,
  )
  return `/admin/reset#${token}`
}

/** A link that a command prints; unlike an email it may remove the second factor too. */
export async function printReset(
  { database, clock, actor }: ChangeContext,
  { id, email }: Pick<StoredAdmin, 'id' | 'email'>,
  { withSecondFactor }: { withSecondFactor: boolean },
): Promise<string> {
  return inTransaction(database, async (trx) => {
    const now = clock()
    const subject = { kind: 'admin', id: email }
    const after = { second_factor: withSecondFactor }
    await writeAudit(trx, { at: now, actor, action: 'admin.reset_allowed', subject, before: null, after })
    return createReset(trx, { userId: id, withSecondFactor, minutes: PRINTED_MINUTES, now })
  })
}

type ResetContext = Pick<Context, 'database' | 'clock' | 'settings' | 'passwords'>

/** Throws for a link that is unknown, expired or used. */
export async function getOpenReset({ database, clock }: Pick<Context, 'database' | 'clock'>, token: string) {
  const reset = await findOpenReset(database, hashToken(token), clock())
  if (reset === null) throw new AppError('not_found', CLOSED_MESSAGE)
  return reset
}

/** Sets the password, ends all sessions, writes an audit entry, and emails the person. */
export async function resetAccess(
  context: ResetContext,
  request: FastifyRequest,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const { database, clock, passwords } = context
  const { id, email, second_factor } = await getOpenReset(context, token)
  await requireGoodPassword(password, email)
  const hash = await passwords.hash(password)
  const change = second_factor === 1 ? 'access_reset' : 'password_reset'
  await inTransaction(database, async (trx) => {
    const now = clock()
    if (!(await claimLink(trx, 'admin_resets', { tokenHash: hashToken(token), now })))
      throw new AppError('not_found', CLOSED_MESSAGE)
    await replaceAdminPassword(trx, id, hash)
    if (second_factor === 1) await deleteSecondFactors(trx, id)
    await mailFactorChange(trx, context, email, change)
    const subject = { kind: 'admin', id: email }
    const after = { second_factor: second_factor === 1 }
    await writeAudit(trx, { at: now, actor: email, action: 'admin.access_reset', subject, before: null, after })
  })
  logFactorChange(request, { admin: id }, change)
}

const PER_ADDRESS: Limit = { max: 10, minutes: 30 }
/** Further ones are dropped silently while the first links work. */
const PER_EMAIL: Limit = { max: 3, minutes: MAILED_MINUTES }

const NO_MAIL =
  'This shop has no email server. On its machine run: npm run shop -- owner reset with your email address.'

/**
 * Emails a link for a new password; the second factor stays. An unknown address gets the same response, and its message
 * is withdrawn at once. The link leads to the shop's own address, never to a requested host.
 */
export async function mailReset(
  { database, clock, settings, rateLimiter }: Pick<Context, 'database' | 'clock' | 'settings' | 'rateLimiter'>,
  request: FastifyRequest,
  typed: string,
): Promise<void> {
  if (settings.smtpUrl === null) throw new AppError('conflict', NO_MAIL)
  const email = typed.trim().toLowerCase()
  await rateLimiter.count({ key: `admin reset from ${normalizeIP(request.ip)}`, limit: PER_ADDRESS })
  if (!(await countsWithin(rateLimiter, { key: `admin reset of ${email}`, limit: PER_EMAIL }))) return
  const found = await findAdminByEmail(database, email)
  const admin = found !== null && (await hasSecondFactorStored(database, found)) ? found : null
  const now = clock()
  await inTransaction(database, async (trx) => {
    const shop = await getShopSettings(trx)
    const reset = { userId: admin?.id ?? '', withSecondFactor: false, minutes: MAILED_MINUTES, now }
    const path = admin === null ? '' : await createReset(trx, reset)
    const url = adminUrlOf(settings, shop, publicUrlOf(settings, shop))
    const mail = await enqueueMail(trx, resetMail(email, shop, `${url}${path}`), { now, shop })
    if (admin === null) await withdrawMail(trx, mail)
  })
}

function resetMail(to: string, shop: ShopSettings, link: string): NewMail {
  return {
    kind: 'admin-password-reset',
    to,
    replyTo: shop.supportEmail,
    text: { name: 'admin_password_reset', values: { link, minutes: String(MAILED_MINUTES) } },
  }
}
