import type { Context } from '../context.ts'
import type { Trx } from '../database/database.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { publicUrlOf } from '../settings/settings.ts'
import { getShopSettings } from '../settings/shop/shop-settings.repository.ts'
import { passwordChangedMail } from './account.mail.ts'
import { deleteLinks } from './account-links.repository.ts'
import { type Customer, deleteSessionsOf, updateCustomer } from './accounts.repository.ts'

type NewPassword = Pick<Context, 'settings'> & {
  password_hash: string
  /** The hash of the token of the session that goes on; `null` ends all. */
  exceptSession: string | null
  now: Date
}

/**
 * Writes the new password of a locked customer, ends sessions and links of the old one, and notifies the customer at a
 * confirmed address.
 */
export async function replacePassword(
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
