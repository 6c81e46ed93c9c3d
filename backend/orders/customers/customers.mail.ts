import type { ShopSettings } from '@shop/contract/shop'
import type { MailKind, NewMail } from '../../mail/enqueue-mail.ts'

/** Nothing of these mails repeats what is stored: an address may be read by others. */
function mailTo(to: string, shop: ShopSettings, kind: MailKind, subject: string, said: readonly string[]): NewMail {
  const last = `If you did not ask for it, please tell us: ${shop.supportEmail}.`
  return { kind, to, replyTo: shop.supportEmail, subject, blocks: ['Hello,', ...said, last] }
}

/** Tells a person that their data was exported. */
export function dataExportedMail(to: string, shop: ShopSettings): NewMail {
  return mailTo(to, shop, 'customer-exported', `Your data at ${shop.name} was exported`, [
    `on request we have exported all that ${shop.name} has stored about you. You get it from us separately.`,
  ])
}

/** Tells a person that their data is gone; of the mail itself nothing is stored once it has left. */
export function dataDeletedMail(to: string, shop: ShopSettings): NewMail {
  return mailTo(to, shop, 'customer-deleted', `Your data at ${shop.name} was deleted`, [
    `on request we have deleted what ${shop.name} had stored about you: account, messages, notes and what you waited for.`,
    'The law has us keep what was ordered and paid for our books. Your name, e-mail address, telephone number and street are no longer part of it, so that we cannot look up your orders any more.',
    'This mail is the last one. Copies of our database from before are kept for a while and then deleted.',
  ])
}
