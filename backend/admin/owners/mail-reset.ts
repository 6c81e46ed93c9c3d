import { normalizeIP } from '@fastify/rate-limit'
import type { ShopSettings } from '@shop/contract/shop'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/database.ts'
import { AppError } from '../../http/errors/app-error.ts'
import type { Limit } from '../../http/rate-limits/rate-limiter.ts'
import { enqueueMail, type NewMail } from '../../mail/enqueue-mail.ts'
import { withdrawMail } from '../../mail/outbox.repository.ts'
import { adminUrlOf, publicUrlOf } from '../../settings/settings.ts'
import { getShopSettings } from '../../settings/shop/shop-settings.repository.ts'
import { findAdminByEmail, hasSecondFactorStored } from '../admins.repository.ts'
import { createReset, MAILED_MINUTES } from './reset-access.ts'

const PER_ADDRESS: Limit = { max: 10, minutes: 30 }
/** Mails to one person. Further ones are dropped silently, as long as the links of those that were sent still work. */
const PER_EMAIL: Limit = { max: 3, minutes: MAILED_MINUTES }

const NO_MAIL =
  'This shop has no mail server. On its machine run: npm run shop -- owner reset with your e-mail address.'

/**
 * Mails a link that sets a new password, which leaves the second factor as it is: whoever has none yet could otherwise
 * come in by the mail alone. An unknown address gets the same response, and its message is withdrawn at once. The link
 * leads to the shop's own address, never to a host that the request names.
 */
export async function mailReset(
  { database, clock, settings, rateLimiter }: Pick<Context, 'database' | 'clock' | 'settings' | 'rateLimiter'>,
  request: FastifyRequest,
  typed: string,
): Promise<void> {
  if (settings.smtpUrl === null) throw new AppError('conflict', NO_MAIL)
  const email = typed.trim().toLowerCase()
  await rateLimiter.count({ key: `admin reset from ${normalizeIP(request.ip)}`, limit: PER_ADDRESS })
  try {
    await rateLimiter.count({ key: `admin reset of ${email}`, limit: PER_EMAIL })
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return
    throw error
  }
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
    subject: `A new password for the admin of ${shop.name}`,
    blocks: [
      'Hello,',
      `somebody, probably you, asked for a new password for the admin of ${shop.name}. Choose it here:`,
      link,
      `The link works once, for ${MAILED_MINUTES} minutes. Then sign in with it and the code of your app, or with a passkey.`,
      'If it was not you, there is nothing to do: your password stays as it is.',
    ],
  }
}
