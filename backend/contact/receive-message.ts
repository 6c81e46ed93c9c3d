import { randomBytes } from 'node:crypto'
import type { ContactMessage } from '@shop/contract/contact'
import type { Context } from '../context.ts'
import { inTransaction } from '../database/database.ts'
import { headerText } from '../lib/mail-address.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { adminUrlOf, mailToOf, publicUrlOf } from '../settings/settings.ts'
import { getShopSettings } from '../settings/shop/shop-settings.repository.ts'
import { contactMail } from './contact.mail.ts'
import { insertMessage, type StoredMessage } from './contact.repository.ts'

/**
 * Stores a message and queues its mail in one transaction (R32). A message that filled the honeypot field is stored but
 * not mailed, since a browser's autofill may have filled it.
 */
export async function receiveMessage(
  { database, clock, settings }: Pick<Context, 'database' | 'clock' | 'settings'>,
  message: ContactMessage,
  probableSpam: boolean,
): Promise<void> {
  const now = clock()
  const stored: StoredMessage = {
    message_id: randomBytes(6).toString('hex'),
    first_name: headerText(message.firstName),
    last_name: headerText(message.lastName),
    email: message.email,
    reason: message.reason,
    reference: headerText(message.reference),
    message: message.message,
    received_at: now.toISOString(),
    answered_at: null,
    probable_spam: probableSpam ? 1 : 0,
  }
  await inTransaction(database, async (trx) => {
    await insertMessage(trx, stored)
    if (probableSpam) return
    const shop = await getShopSettings(trx)
    const adminUrl = adminUrlOf(settings, shop, publicUrlOf(settings, shop))
    await enqueueMail(trx, contactMail(stored, mailToOf(settings, shop), adminUrl), { now, shop })
  })
}
