import type { ShopSettings } from '@shop/contract/pages/shop'
import type { NewMail } from '../mail/enqueue-mail.ts'

type AccountMail = { to: string; shop: ShopSettings }

/** Nothing typed is repeated, not even the name: the address may be a stranger's. */
function mailTo({ to, shop }: AccountMail, mail: Pick<NewMail, 'kind' | 'text'>): NewMail {
  return { ...mail, to, replyTo: shop.supportEmail }
}

export function passwordResetMail(mail: AccountMail, link: string): NewMail {
  return mailTo(mail, { kind: 'password-reset', text: { name: 'password_reset', values: { link } } })
}

/** Tells the owner of the account. */
export function passwordChangedMail(mail: AccountMail, publicUrl: string): NewMail {
  const values = { link: `${publicUrl}/forgot-password` }
  return mailTo(mail, { kind: 'password-changed', text: { name: 'password_changed', values } })
}

export function addressConfirmationMail(mail: AccountMail, link: string): NewMail {
  return mailTo(mail, { kind: 'address-confirmation', text: { name: 'address_confirmation', values: { link } } })
}

export function accountClosedMail(mail: AccountMail): NewMail {
  return mailTo(mail, { kind: 'account-closed', text: { name: 'account_closed', values: {} } })
}

/** Has the link that confirms the address. */
export function welcomeMail(
  { email }: { email: string },
  shop: ShopSettings,
  { publicUrl, link }: { publicUrl: string; link: string },
): NewMail {
  const values = { orders_page: `${publicUrl}/orderAndReturn`, link }
  return mailTo({ to: email, shop }, { kind: 'welcome', text: { name: 'welcome', values } })
}
