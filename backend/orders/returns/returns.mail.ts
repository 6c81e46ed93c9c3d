import type { ShopSettings } from '@shop/contract/pages/shop'
import { isShopsError, type ReturnItem } from '@shop/contract/returns/calls'
import { policyFor, policyWords, type ReturnPolicy } from '@shop/contract/returns/return-policy'
import type { StoredReturnState } from '@shop/contract/returns/rules'
import type { AdminSettings } from '@shop/contract/settings/admin'
import { shopAddressLines } from '@shop/contract/settings/shop-address'
import type { NewMail } from '../../mail/enqueue-mail.ts'
import type { MailBlock } from '../../mail/texts/mail-blocks.ts'
import type { ToFamily } from '../../platform/settings/settings.ts'
import {
  addressLine,
  customerBlocks,
  factBlocks,
  itemBlocks,
  mailToShopper,
  orderLink,
  orderValues,
} from '../orders.mail.ts'
import type { StoredOrder } from '../orders.repository.ts'
import type { OrderReturn } from '../returns.repository.ts'

type Asked = Pick<OrderReturn, 'reason' | 'details'> & { items: readonly ReturnItem[] }

export function returnedItems({ items }: Pick<StoredOrder, 'items'>, returned: readonly ReturnItem[]) {
  return returned.map(({ order_item_id, quantity }) => {
    const item = items.find((one) => one.order_item_id === order_item_id)
    return { product_name: order_item_id, image_file: null, ...item, quantity }
  })
}

/** Pronouns for a single returned unit or several. */
function wordsFor(items: readonly ReturnItem[]): { these: string; the: string; it: string; its: 'its' | 'their' } {
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0)
  return pieces === 1
    ? { these: 'this item', the: 'the item', it: 'it', its: 'its' }
    : { these: 'these items', the: 'the items', it: 'them', its: 'their' }
}

/** Ids of the mails about a shopper's request, which has no audit entry. */
export function returnAskedMailIds(returnId: string): { shop: string; shopper: string } {
  return { shop: `return-notice-${returnId}`, shopper: `return-${returnId}` }
}

/** Tells the shop what a shopper wants to return, and why. */
export function returnAskedShopMail(order: StoredOrder, { items, reason, details }: Asked, family: ToFamily): NewMail {
  const values = {
    ...orderValues(order),
    items: returnBlocks(order, items),
    customer: customerBlocks(order, reason),
    details: details === '' ? [] : [{ quote: details }],
    link: orderLink(family, order.order_id),
  }
  return { kind: 'return-shop', to: family.to, replyTo: order.email, text: { name: 'return_asked_shop', values } }
}

function returnBlocks(order: StoredOrder, items: readonly ReturnItem[]): MailBlock[] {
  return itemBlocks(returnedItems(order, items))
}

/** Confirms a request to the shopper and explains the next step. */
export function returnAskedMail(
  order: StoredOrder,
  { items, reason }: Asked,
  { shop, policy }: { shop: ShopSettings; policy: ReturnPolicy },
): NewMail {
  const words = wordsFor(items)
  const values = {
    ...orderValues(order),
    items: returnBlocks(order, items),
    ...words,
    leave: policyWords(policyFor(policy, reason), words.its).policyLeave,
    reason: factBlocks([['Reason', reason]]),
  }
  return mailToShopper(order, shop, { kind: 'return', text: { name: 'return_asked', values } })
}

/** The shop's answer to a return, as the shopper reads it. */
export type ReturnNews = { return_state: StoredReturnState; answer: string }

/** Tells the shopper that a return was accepted, declined or received. `labelUrl`: the prepaid label. */
export function returnChangeMail(
  order: StoredOrder,
  asked: Asked & Pick<OrderReturn, 'state'>,
  { return_state, answer, labelUrl }: ReturnNews & { labelUrl: string | null },
  { shop, policy }: { shop: AdminSettings; policy: ReturnPolicy },
): NewMail {
  const words = wordsFor(asked.items)
  const values = { ...orderValues(order), items: returnBlocks(order, asked.items), ...words }
  if (return_state === 'declined') {
    const name = asked.state === 'received' ? 'return_declined_received' : 'return_declined'
    return mailToShopper(order, shop, { kind: 'return', text: { name, values: { ...values, answer } } })
  }
  if (return_state === 'received') {
    return mailToShopper(order, shop, { kind: 'return', text: { name: 'return_received', values } })
  }
  const costs = [
    ...(labelUrl === null && !isShopsError(asked.reason) ? ['You pay for return shipping.'] : []),
    isShopsError(asked.reason)
      ? 'This was our mistake: we’ll refund you in full, shipping included.'
      : 'Original shipping is non-refundable.',
  ]
  const conditions = policyWords(policyFor(policy, asked.reason), words.its).policySend
  const accepted = { ...values, answer, conditions, where_to: whereTo(shop, labelUrl, words.it), costs }
  return mailToShopper(order, shop, { kind: 'return', text: { name: 'return_accepted', values: accepted } })
}

/** The return address, unless a prepaid label has it. */
function whereTo({ shopAddress }: AdminSettings, labelUrl: string | null, it: string): MailBlock[] {
  const label =
    labelUrl === null
      ? []
      : ['Print this prepaid label and attach it to the package:', { button: 'Print the label', url: labelUrl }]
  const address = addressLine(shopAddressLines(shopAddress))
  if (address !== '') return [{ facts: [[`Send ${it} to`, address]] }, ...label]
  return labelUrl === null ? [`Reply to this email and we’ll tell you where to send ${it}.`] : label
}

/** Corrects an earlier mail about a return. */
export function returnCorrection(
  order: StoredOrder,
  asked: Asked,
  { from, to }: { from: StoredReturnState; to: StoredReturnState },
  shop: ShopSettings,
): NewMail {
  const values = {
    ...orderValues(order),
    items: returnBlocks(order, asked.items),
    told: from === 'received' ? 'had arrived' : `was ${from}`,
    right: STATE_SENTENCES[to],
  }
  return mailToShopper(order, shop, { kind: 'return-correction', text: { name: 'return_corrected', values } })
}

/** The state of a return after an undo. */
const STATE_SENTENCES: Readonly<Record<StoredReturnState, string>> = {
  asked: 'we’re still reviewing it',
  accepted: 'we’re still waiting for it',
  declined: 'it was declined',
  received: 'we’re still checking what came back',
}
