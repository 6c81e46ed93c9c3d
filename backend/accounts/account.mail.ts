import type { ShopSettings } from '@shop/contract/shop'
import type { NewMail } from '../mail/enqueue-mail.ts'
import type { Customer } from './accounts.repository.ts'

/** None of these messages repeats what was typed, not even the name: an address may be a stranger's. */
type AccountMail = { to: string; shop: ShopSettings }

/** The link that sets a new password. */
export function passwordResetMail({ to, shop }: AccountMail, link: string): NewMail {
  return {
    kind: 'password-reset',
    to,
    replyTo: shop.supportEmail,
    subject: `A new password for ${shop.name}`,
    blocks: [
      'Hello,',
      `somebody, probably you, asked for a new password for the account with this address at ${shop.name}. Choose it here:`,
      link,
      'The link works once, for 30 minutes. Nobody from the shop will ever ask you for it.',
      'If it was not you, there is nothing to do: your password stays as it is.',
    ],
  }
}

/** Tells the owner of the account that its password is another one now. */
export function passwordChangedMail({ to, shop }: AccountMail, publicUrl: string): NewMail {
  return {
    kind: 'password-changed',
    to,
    replyTo: shop.supportEmail,
    subject: `Your password at ${shop.name} was changed`,
    blocks: [
      'Hello,',
      `the password of your account at ${shop.name} was changed just now, and other browsers were signed out.`,
      `If it was not you, choose a new one at once, and tell us: ${shop.supportEmail}.`,
      `${publicUrl}/forgot-password`,
    ],
  }
}

/** The link that confirms the address of an account. */
export function addressConfirmationMail({ to, shop }: AccountMail, link: string): NewMail {
  return {
    kind: 'address-confirmation',
    to,
    replyTo: shop.supportEmail,
    subject: `Confirm your address for ${shop.name}`,
    blocks: [
      'Hello,',
      `please confirm that this address belongs to your account at ${shop.name}. You will be asked to sign in.`,
      link,
      'The link works for 24 hours. Orders that were placed as a guest with this address are then in your account.',
      `If you have no account with us, please tell us: ${shop.supportEmail}.`,
    ],
  }
}

/** Tells the owner of an account that it is closed. */
export function accountClosedMail({ to, shop }: AccountMail): NewMail {
  return {
    kind: 'account-closed',
    to,
    replyTo: shop.supportEmail,
    subject: `Your account at ${shop.name} is closed`,
    blocks: [
      'Hello,',
      `your account at ${shop.name} was closed just now. Its name, address, password and sessions are deleted.`,
      'Orders stay on record. You find them on our page for orders, with the order number, name and e-mail address.',
      `If it was not you, please tell us: ${shop.supportEmail}.`,
    ],
  }
}

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
