import type { ShopSettings } from '@shop/contract/shop'
import { CONFIRM_DAYS } from '@shop/contract/waitlist'
import type { NewMail } from '../mail/enqueue-mail.ts'

type WaitlistMail = {
  to: string
  shop: ShopSettings
  /** `null`: what is waited for is that orders open. */
  product: string | null
}

/** Asks whether the address is its owner's. It repeats nothing that was typed, since an address may be a stranger's. */
export function waitlistConfirmationMail({ to, shop, product }: WaitlistMail, link: string): NewMail {
  const event = product === null ? 'online orders open' : `${product} is back in stock`
  return {
    kind: 'waitlist-confirmation',
    to,
    replyTo: shop.supportEmail,
    subject: `Shall we tell you when ${event}?`,
    blocks: [
      'Hello,',
      `somebody, probably you, asked ${shop.name} to write to this address once: when ${event}. Please confirm it here:`,
      link,
      `The link works for ${CONFIRM_DAYS} days. Without a confirmation nobody writes to you, and your address is deleted then.`,
      'The same page has a button "Not any more", which deletes your address at once, now or later.',
    ],
  }
}

/** The one mail that was asked for. */
export function waitlistNoticeMail(
  { to, shop, product }: WaitlistMail,
  { link, ordersOpen }: { link: string; ordersOpen: boolean },
): NewMail {
  const news = product === null ? `Online orders are open at ${shop.name}` : `${product} is back in stock`
  return {
    kind: 'waitlist-notice',
    to,
    replyTo: shop.supportEmail,
    subject: news,
    blocks: [
      'Hello,',
      `you asked ${shop.name} to tell you. ${news}:`,
      link,
      ...(product === null ? [] : ['Others asked too, and we cannot set one aside: whoever comes first has it.']),
      ...(ordersOpen
        ? []
        : [`Online orders are paused at present. If you would like it, please write to us: ${shop.supportEmail}.`]),
      'This is the only mail about it. We have deleted your address from the list, so there is nothing to cancel.',
    ],
  }
}
