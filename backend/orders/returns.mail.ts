import type { AdminSettings } from '@shop/contract/admin/settings'
import type { StoredReturnState } from '@shop/contract/return-rules'
import { isShopsError, type ReturnItem } from '@shop/contract/returns'
import type { ShopSettings } from '@shop/contract/shop'
import type { NewMail } from '../mail/enqueue-mail.ts'
import { addressLine, correctionOf, itemLine, mailToShopper } from './orders.mail.ts'
import type { StoredOrder } from './orders.repository.ts'
import type { OrderReturn } from './returns.repository.ts'

type Asked = Pick<OrderReturn, 'reason' | 'details'> & { items: readonly ReturnItem[] }

/** For example `1 × Campus Slim Blue`, of each item. */
export function returnLines({ items }: Pick<StoredOrder, 'items'>, returned: readonly ReturnItem[]): string[] {
  return returned.map(({ order_item_id, quantity }) => {
    const item = items.find((one) => one.order_item_id === order_item_id)
    return itemLine({ quantity, product_name: item?.product_name ?? order_item_id })
  })
}

/** How a mail speaks of what is returned: a single piece, or several. */
function wordsFor(items: readonly ReturnItem[]): { these: string; the: string; it: string; its: string } {
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0)
  return pieces === 1
    ? { these: 'this item', the: 'the item', it: 'it', its: 'its' }
    : { these: 'these items', the: 'the items', it: 'them', its: 'their' }
}

/** Ids of the two mails about what a shopper asks for, of which there is no entry in the audit log. */
export function returnAskedMailIds(returnId: string): { shop: string; shopper: string } {
  return { shop: `return-notice-${returnId}`, shopper: `return-${returnId}` }
}

/** Tells the shop what a shopper asks to return, and why. */
export function returnAskedShopMail(order: StoredOrder, { items, reason, details }: Asked, to: string): NewMail {
  return {
    kind: 'return-shop',
    to,
    replyTo: order.email,
    subject: `Return asked for: order # ${order.order_id}`,
    blocks: [
      `A shopper asks to return items of order # ${order.order_id}. Accept or decline it on the page of the order.`,
      { list: returnLines(order, items) },
      {
        facts: [
          ['Customer', `${order.first_name} ${order.last_name}`],
          ['E-mail', order.email],
          ['Reason', reason],
        ],
      },
      ...(details === '' ? [] : [{ quote: details }]),
    ],
  }
}

/** Confirms to the shopper what was asked for, and says what happens next. */
export function returnAskedMail(order: StoredOrder, { items, reason }: Asked, shop: ShopSettings): NewMail {
  const subject = `Your return of order # ${order.order_id}`
  const words = wordsFor(items)
  const blocks: NewMail['blocks'] = [
    `you asked to return ${words.these} of your order # ${order.order_id}:`,
    { list: returnLines(order, items) },
    { facts: [['Reason', reason]] },
    `We look at it and write to you. Please send nothing before that, and leave ${words.the} unused and in ${words.its} original packaging.`,
  ]
  return mailToShopper(order, shop, { kind: 'return', subject, blocks }, 'Questions, or was it not you?')
}

/** What the shop says of a return, as far as the shopper reads it. */
export type ReturnNews = { return_state: StoredReturnState; answer: string }

/** Tells the shopper that a return is accepted, declined, or has come back. `labelUrl`: where the prepaid label is. */
export function returnChangeMail(
  order: StoredOrder,
  asked: Asked & Pick<OrderReturn, 'state'>,
  { return_state, answer, labelUrl }: ReturnNews & { labelUrl: string | null },
  shop: AdminSettings,
): NewMail {
  const name = `your return of order # ${order.order_id}`
  const list = { list: returnLines(order, asked.items) }
  const said = answer === '' ? [] : [answer]
  const words = wordsFor(asked.items)
  const news = (subject: string, ...blocks: NewMail['blocks']) =>
    mailToShopper(order, shop, {
      kind: 'return',
      subject: `Your return of order # ${order.order_id} ${subject}`,
      blocks,
    })
  if (return_state === 'declined') {
    const what =
      asked.state === 'received'
        ? `we have looked at what came back of your order # ${order.order_id}, and cannot pay ${words.it} back:`
        : `we cannot take back ${words.these} of your order # ${order.order_id}:`
    return news('is declined', what, list, ...said)
  }
  if (return_state === 'received') {
    const next = `We look at ${words.it} and pay back what is due. You get another mail then.`
    return news('has arrived', `${name} has come back to us:`, list, next)
  }
  return news(
    'is accepted',
    `${name} is accepted:`,
    list,
    `Please send ${words.it} unused, in ${words.its} original packaging and with your proof of purchase.`,
    ...whereTo(shop, labelUrl, words.it),
    ...(labelUrl === null ? [] : ['Print this prepaid label and stick it on the parcel:', labelUrl]),
    ...(labelUrl === null && !isShopsError(asked.reason) ? ['You pay the return shipping.'] : []),
    isShopsError(asked.reason)
      ? 'The error is ours: we refund you in full, shipping included.'
      : 'Original shipping is non-refundable.',
    ...said,
  )
}

/** A prepaid label has the address on it. */
function whereTo({ postalAddress }: AdminSettings, labelUrl: string | null, it: string): NewMail['blocks'] {
  if (postalAddress === '') return labelUrl === null ? [`Reply to this mail, and we tell you where to send ${it}.`] : []
  return [{ facts: [[`Send ${it} to`, addressLine(postalAddress)]] }]
}

/** Tells the shopper that what the shop said of a return was a mistake. */
export function returnCorrection(
  order: StoredOrder,
  asked: Asked,
  { from, to }: { from: StoredReturnState; to: StoredReturnState },
  shop: ShopSettings,
): NewMail {
  const told = from === 'received' ? 'has arrived' : `is ${from}`
  return mailToShopper(order, shop, {
    kind: 'return-correction',
    subject: correctionOf(order),
    blocks: [
      `we told you that your return of order # ${order.order_id} ${told}. That was a mistake: ${STILL[to]}.`,
      { list: returnLines(order, asked.items) },
    ],
  })
}

/** What is true of a return once a step of it was undone. */
const STILL: Readonly<Record<StoredReturnState, string>> = {
  asked: 'we are still looking at it',
  accepted: 'we are still waiting for it',
  declined: 'it is declined',
  received: 'we are still looking at what came back',
}
