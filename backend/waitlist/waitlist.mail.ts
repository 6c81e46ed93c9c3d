import type { ShopSettings } from '@shop/contract/pages/shop'
import { CONFIRM_DAYS } from '@shop/contract/waitlist/calls'
import type { NewMail } from '../mail/enqueue-mail.ts'

type WaitlistMail = {
  to: string
  shop: ShopSettings
  /** `null`: that orders open. */
  product: string | null
}

/** Asks to confirm. It repeats nothing typed, since the address may be a stranger's. */
export function waitlistConfirmationMail({ to, shop, product }: WaitlistMail, link: string): NewMail {
  const event = product === null ? 'online orders open' : `${product} is back in stock`
  const values = { event, link, days: String(CONFIRM_DAYS) }
  return {
    kind: 'waitlist-confirmation',
    to,
    replyTo: shop.supportEmail,
    text: { name: 'waitlist_confirmation', values },
  }
}

export function waitlistNoticeMail(
  { to, shop, product }: WaitlistMail,
  { link, ordersOpen }: { link: string; ordersOpen: boolean },
): NewMail {
  const values = {
    news: product === null ? `Online orders are open at ${shop.name}` : `${product} is back in stock`,
    link,
    first_come:
      product === null ? '' : 'Other people asked too, and we can’t hold one for you: it’s first come, first served.',
    paused: ordersOpen
      ? ''
      : `Online orders are paused right now. If you’d like it, write to us at ${shop.supportEmail}.`,
  }
  return { kind: 'waitlist-notice', to, replyTo: shop.supportEmail, text: { name: 'waitlist_notice', values } }
}
