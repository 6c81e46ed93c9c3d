import type { ShopSettings } from '@shop/contract/shop'
import type { NewMail } from '../mail/enqueue-mail.ts'

type AccountMail = { to: string; shop: ShopSettings }

/** None of these messages repeats what was typed, not even the name: an address may be a stranger's. */
function mailTo({ to, shop }: AccountMail, { blocks, ...mail }: Pick<NewMail, 'kind' | 'subject' | 'blocks'>): NewMail {
  return { ...mail, to, replyTo: shop.supportEmail, blocks: ['Hello,', ...blocks] }
}

/** The link that sets a new password. */
export function passwordResetMail(mail: AccountMail, link: string): NewMail {
  const { name } = mail.shop
  return mailTo(mail, {
    kind: 'password-reset',
    subject: `A new password for ${name}`,
    blocks: [
      `somebody, probably you, asked for a new password for the account with this address at ${name}. Choose it here:`,
      link,
      'The link works once, for 30 minutes. Nobody from the shop will ever ask you for it.',
      'If it was not you, there is nothing to do: your password stays as it is.',
    ],
  })
}

/** Tells the owner of the account that its password is another one now. */
export function passwordChangedMail(mail: AccountMail, publicUrl: string): NewMail {
  const { name, supportEmail } = mail.shop
  return mailTo(mail, {
    kind: 'password-changed',
    subject: `Your password at ${name} was changed`,
    blocks: [
      `the password of your account at ${name} was changed just now, and other browsers were signed out.`,
      `If it was not you, choose a new one at once, and tell us: ${supportEmail}.`,
      `${publicUrl}/forgot-password`,
    ],
  })
}

/** The link that confirms the address of an account. */
export function addressConfirmationMail(mail: AccountMail, link: string): NewMail {
  const { name, supportEmail } = mail.shop
  return mailTo(mail, {
    kind: 'address-confirmation',
    subject: `Confirm your address for ${name}`,
    blocks: [
      `please confirm that this address belongs to your account at ${name}. You will be asked to sign in.`,
      link,
      'The link works for 24 hours. Orders that were placed as a guest with this address are then in your account.',
      `If you have no account with us, please tell us: ${supportEmail}.`,
    ],
  })
}

/** Tells the owner of an account that it is closed. */
export function accountClosedMail(mail: AccountMail): NewMail {
  const { name, supportEmail } = mail.shop
  return mailTo(mail, {
    kind: 'account-closed',
    subject: `Your account at ${name} is closed`,
    blocks: [
      `your account at ${name} was closed just now. Its name, address, password and sessions are deleted.`,
      'Orders stay on record. You find them on our page for orders, with the order number, name and e-mail address.',
      `If it was not you, please tell us: ${supportEmail}.`,
    ],
  })
}

/** The welcome message, with the link that confirms the address. */
export function welcomeMail(
  { email }: { email: string },
  shop: ShopSettings,
  { publicUrl, link }: { publicUrl: string; link: string },
): NewMail {
  return mailTo(
    { to: email, shop },
    {
      kind: 'welcome',
      subject: `Welcome to ${shop.name}`,
      blocks: [
        `an account at ${shop.name} was opened with this e-mail address. Sign in with it to find your orders and to cancel what has not shipped yet.`,
        `${publicUrl}/orderAndReturn`,
        'Confirm within 24 hours that this address is yours, and orders that you placed as a guest are in your account too:',
        link,
        `If it was not you who signed up, please tell us: ${shop.supportEmail}.`,
      ],
    },
  )
}
