import type { FastifyRequest } from 'fastify'
import { enqueueMail } from '../../mail/enqueue-mail.ts'
import type { Context } from '../../platform/context.ts'
import { inTransaction, type Trx } from '../../platform/database/database.ts'
import { describeError } from '../../platform/http/errors/error-log.ts'
import { type FactorChange, logFactorChange } from '../../platform/http/log-authentication.ts'
import { publicUrlOf } from '../../platform/settings/settings.ts'
import { getShopSettings } from '../../platform/settings/shop-settings.repository.ts'
import { type Admin, hasSecondFactor } from '../access/admin-sessions.ts'

const CHANGE_SENTENCES: Readonly<Record<FactorChange, string>> = {
  password: 'your password was changed, and other devices were signed out.',
  password_reset: 'a new password was set with a link, and all devices were signed out.',
  access_reset:
    'a new password was set with a link made on the shop’s server. Your app, its recovery codes and your passkeys stopped working, and all devices were signed out.',
  app: 'an authenticator app is being set up. Any earlier app and recovery codes stopped working.',
  recovery_codes: 'new recovery codes were made. The old ones stopped working.',
  passkey_added: 'a passkey was added.',
  passkey_removed: 'a passkey was removed.',
}

/** Nothing without a mail server. */
export async function mailFactorChange(
  trx: Trx,
  { settings, clock }: Pick<Context, 'settings' | 'clock'>,
  email: string,
  change: FactorChange,
): Promise<void> {
  if (settings.smtpUrl === null) return
  const shop = await getShopSettings(trx)
  const mail = {
    kind: 'admin-access-changed',
    to: email,
    replyTo: shop.supportEmail,
    text: {
      name: 'admin_access_changed',
      values: { what: CHANGE_SENTENCES[change], link: `${publicUrlOf(settings, shop)}/admin/forgot` },
    },
  } as const
  await enqueueMail(trx, mail, { now: clock(), shop })
}

/** Logs and emails a change that is already stored, unless it is part of joining. */
export async function reportFactorChange(
  context: Pick<Context, 'database' | 'settings' | 'clock'>,
  request: FastifyRequest,
  admin: Admin,
  change: FactorChange,
): Promise<void> {
  const { id, email } = admin
  logFactorChange(request, { admin: id }, change)
  if (!hasSecondFactor(admin)) return
  try {
    await inTransaction(context.database, (trx) => mailFactorChange(trx, context, email, change))
  } catch (error) {
    request.log.error({ admin: id, error: describeError(error) }, 'the email about a changed sign-in was not stored')
  }
}
