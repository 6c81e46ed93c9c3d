import type { ShopSettings } from '@shop/contract/shop'
import type { NewMail } from '../mail/enqueue-mail.ts'
import type { Customer } from './accounts.repository.ts'

/**
 * The welcome message. The address is unconfirmed, so it repeats nothing that was typed at sign-up, not even the name.
 */
export function welcomeMail(
  { email }: Pick<Customer, 'email'>,
  shop: ShopSettings,
  { publicUrl, link }: { publicUrl: string; link: string },
): NewMail {
  return {
    kind: 'welcome',
    to: email,
    replyTo: shop.supportEmail,
    subject: `Welcome to ${shop.name}`,
    blocks: [
      'Hello,',
      `an account at ${shop.name} was opened with this e-mail address. Sign in with it to find your orders and to cancel what has not shipped yet.`,
      `${publicUrl}/orderAndReturn`,
      'Confirm within 24 hours that this address is yours, and orders that you placed as a guest are in your account too:',
      link,
      `If it was not you who signed up, please tell us: ${shop.supportEmail}.`,
    ],
  }
}
