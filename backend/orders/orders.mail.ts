import type { Channel } from '@shop/contract/admin/orders'
import { type Cents, formatMoney } from '@shop/contract/money'
import { paidCents } from '@shop/contract/order-totals'
import type { ShopSettings } from '@shop/contract/shop'
import { formatDay } from '../lib/local-day.ts'
import type { NewMail } from '../mail/enqueue-mail.ts'
import type { OrderItem, Shipment, StoredOrder } from './orders.repository.ts'

type Blocks = NewMail['blocks']

/** A mail to the shopper of an order, whose reply the shop gets. */
export function mailToShopper(
  { email, first_name }: StoredOrder,
  shop: ShopSettings,
  { blocks, ...mail }: Pick<NewMail, 'kind' | 'subject' | 'blocks'>,
  closing = 'Questions?',
): NewMail {
  const last = `${closing} Write to ${shop.supportEmail} and name the order number.`
  return { ...mail, to: email, replyTo: shop.supportEmail, blocks: [`Hello ${first_name},`, ...blocks, last] }
}

/** The subject of a mail that corrects another one. */
export function correctionOf({ order_id }: StoredOrder): string {
  return `A correction to your order # ${order_id}`
}

/** For example `12 Main St, Oakland, CA 94601`, of an address in lines. */
export function addressLine(address: string): string {
  return address.split(/\s*\n\s*/).join(', ')
}

/** For example `2 × Campus Slim Blue`. */
export function itemLine({ quantity, product_name }: Pick<OrderItem, 'quantity' | 'product_name'>): string {
  return `${quantity} × ${product_name}`
}

const TAKEN: Readonly<Record<Channel, string>> = {
  online: 'order',
  phone: 'order by phone',
  fair: 'order at the fair',
  wholesale: 'wholesale order',
}

/** Tells the shopper the number and the sum of an order taken by hand. */
export function orderTakenMail(order: StoredOrder, shop: ShopSettings): NewMail {
  return mailToShopper(order, shop, {
    kind: 'order-confirmation',
    subject: `Your order # ${order.order_id}`,
    blocks: [
      `thank you for your ${TAKEN[order.channel]}. Its number is ${order.order_id}:`,
      { list: order.items.map(itemLine) },
      { facts: [...sumsOf(order), ...paymentFacts(order), ...addressFacts(order)] },
    ],
  })
}

/** The total, after its parts where it has more than the goods. */
function sumsOf(order: StoredOrder): [string, string][] {
  const added: [string, Cents][] = [
    ['Delivery', order.delivery_cents],
    ['Sales tax', order.tax_cents],
  ]
  const goods: [string, Cents] = ['Goods', order.total_cents]
  const total: [string, Cents] = ['Total', paidCents(order)]
  const charged = added.filter(([, cents]) => cents > 0)
  const sums = charged.length === 0 ? [total] : [goods, ...charged, total]
  return sums.map(([label, cents]) => [label, formatMoney(cents)])
}

function paymentFacts({ payment }: StoredOrder): [string, string][] {
  if (payment === null) return []
  return [['Payment', payment === 'unpaid' ? 'Not paid yet' : 'Paid, thank you']]
}

function addressFacts({ delivery_address }: StoredOrder): [string, string][] {
  return delivery_address === null ? [] : [['Delivery to', addressLine(delivery_address)]]
}

/** Confirms an order that was placed online to the shopper. */
export function orderPlacedMail(order: StoredOrder, card: PaidCard | null, shop: ShopSettings): NewMail {
  return mailToShopper(order, shop, {
    kind: 'order-confirmation',
    subject: `Your order # ${order.order_id}`,
    blocks: [
      `thank you for your order. Its number is ${order.order_id}:`,
      { list: order.items.map(itemLine) },
      { facts: [...sumsOf(order), ...cardFacts(card), ...addressFacts(order), ...dayFacts(order)] },
      'Until it ships you can cancel it, or single items of it: look it up under Orders & Returns with its number, your name and this e-mail address.',
    ],
  })
}

/** Tells a shopper, whose page could not say so, that an order did not come through. */
export function orderNotPlacedMail(order: StoredOrder, shop: ShopSettings): NewMail {
  return mailToShopper(order, shop, {
    kind: 'order-correction',
    subject: `Your order # ${order.order_id} was not placed`,
    blocks: [
      `your order # ${order.order_id} did not come through, and nothing is charged. If your bank shows ${formatMoney(paidCents(order))} as reserved, it releases them within a few days.`,
      'You are welcome to order again.',
    ],
  })
}

/** Tells the family of an order that was placed online. */
export function orderPlacedShopMail(order: StoredOrder, to: string): NewMail {
  return {
    kind: 'order-placed-shop',
    to,
    replyTo: order.email,
    subject: `Order # ${order.order_id}: ${formatMoney(paidCents(order))}`,
    blocks: [
      `${order.first_name} ${order.last_name} placed an order:`,
      { list: order.items.map(itemLine) },
      { facts: [...sumsOf(order), ...addressFacts(order), ...dayFacts(order)] },
    ],
  }
}

/** Tells the family that a shopper's bank takes a payment back, or asks for papers about it. */
export function disputeOpenedMail(
  orderId: string,
  { kind, cents, replyBy }: { kind: string | null; cents: Cents; replyBy: string | null },
  to: string,
): NewMail {
  const payment = `${formatMoney(cents)} of order # ${orderId}`
  const what = kind === 'retrieval' ? `asks for papers about ${payment}` : `takes ${payment} back`
  const until = replyBy === null ? '' : ` by ${replyBy}`
  return {
    kind: 'payment-alert',
    to,
    subject: `A payment of order # ${orderId} is disputed`,
    blocks: [
      `The bank of the shopper ${what}. Answer it in Braintree's control panel${until}; what proves the order stands in the admin under Payments, Disputes.`,
    ],
  }
}

/** Tells the family what it has to decide about payments; `found` says how that was noticed. */
export function paymentAlertMail(found: string, alerts: readonly string[], to: string): NewMail {
  return {
    kind: 'payment-alert',
    to,
    subject: 'Payments that need you',
    blocks: [found, ...(alerts.length === 0 ? [] : [{ list: [...alerts] }])],
  }
}

/** Of a card only this is known. */
export type PaidCard = { brand: string; last4: string }

/** The card of a payment, for a mail. */
export function cardFacts(card: PaidCard | null): [string, string][] {
  return card === null ? [] : [['Card', `${card.brand} ending in ${card.last4}`]]
}

function dayFacts({ ship_by, estimated_delivery_date }: StoredOrder): [string, string][] {
  return [
    ...(ship_by === null ? [] : [['Ships by', formatDay(ship_by)] as [string, string]]),
    ...(estimated_delivery_date === null
      ? []
      : [['Estimated delivery', formatDay(estimated_delivery_date)] as [string, string]]),
  ]
}

/** Tells the shopper that an order was entered by mistake. */
export function orderWithdrawnMail(order: StoredOrder, shop: ShopSettings): NewMail {
  return mailToShopper(order, shop, {
    kind: 'order-correction',
    subject: correctionOf(order),
    blocks: [`we told you of an order # ${order.order_id}. That was a mistake: there is no such order.`],
  })
}

type Shipped = Pick<Shipment, 'order_status' | 'tracking_number' | 'shipped_by'>

/**
 * Tells the shopper what changed about the shipment: it left, its number is another one, or it has not left after all.
 * `money`: what is charged for it; `null` where nothing is said.
 */
export function shipmentChangeMail(
  order: StoredOrder,
  { before, after, money }: { before: Shipped; after: Shipped; money: string | null },
  shop: ShopSettings,
): NewMail {
  const { tracking_number: number, shipped_by: way, order_status } = after
  const name = `your order # ${order.order_id}`
  const charged = money === null ? [] : [money]
  const news = (subject: string, ...blocks: Blocks) =>
    mailToShopper(order, shop, { kind: 'shipment', subject, blocks: [...blocks, ...charged] })
  const correction = (...blocks: Blocks) =>
    mailToShopper(order, shop, { kind: 'shipment-correction', subject: correctionOf(order), blocks })
  if (order_status !== 'shipped' && order_status !== 'delivered') {
    return correction(`we told you that ${name} has shipped. That was a mistake: it is still being processed.`)
  }
  if (before.tracking_number !== null) {
    const sent = `the tracking number that we sent you for ${name} was`
    return number === null
      ? correction(`${sent} a mistake: it travels without one.`)
      : correction(`${sent} wrong. This is the right one:`, ...trackingBlocks(number))
  }
  if (number !== null && before.shipped_by !== null) {
    return news(`The tracking number of ${name}`, `${name} has a tracking number now.`, ...trackingBlocks(number))
  }
  const subject = `Your order # ${order.order_id}`
  if (number !== null) return news(`${subject} has shipped`, `${name} is on its way.`, ...trackingBlocks(number))
  if (way === 'picked_up') return news(`${subject} was picked up`, `${name} was picked up. Thank you!`)
  const how = way === 'own_delivery' ? 'We bring it to you ourselves.' : 'It travels without a tracking number.'
  return news(`${subject} has shipped`, `${name} is on its way. ${how}`)
}

/** The number, and the carrier's page where the number shows the carrier. */
function trackingBlocks(trackingNumber: string): Blocks {
  const carrier = findCarrier(trackingNumber)
  const number = ['Tracking number', trackingNumber] as const
  return carrier === null ? [{ facts: [number] }] : [{ facts: [['Carrier', carrier.name], number] }, carrier.url]
}

/** `money`: what becomes of what was paid for them, for the shopper; `null` where nothing is said. */
type Cancelled = { items: readonly OrderItem[]; reason: string; money: string | null }
type Cancellation = { items: readonly OrderItem[]; reason: string; details: string }

/**
 * Ids of the two mails about what a shopper cancels, of which there is no entry in the audit log: by an item of it and its
 * time. A shopper cancels an item once.
 */
export function cancellationMailIds(orderItemId: string, cancelledAt: string): { shop: string; shopper: string } {
  const name = `${orderItemId}-${Date.parse(cancelledAt)}`
  return { shop: `cancellation-notice-${name}`, shopper: `cancellation-${name}` }
}

/** Tells the shop what was cancelled, by whom and why. */
export function cancellationForShop(order: StoredOrder, { items, reason, details }: Cancellation, to: string): NewMail {
  return {
    kind: 'cancellation-shop',
    to,
    replyTo: order.email,
    subject: `Cancellation of order # ${order.order_id}`,
    blocks: [
      `Items of order # ${order.order_id} were cancelled. Their stock has been given back.`,
      { list: items.map(itemLine) },
      {
        facts: [
          ['Customer', `${order.first_name} ${order.last_name}`],
          ['E-mail', order.email],
          ['Reason', reason],
        ],
      },
      { quote: details },
    ],
  }
}

export function cancellationForShopper(
  order: StoredOrder,
  { items, reason, money }: Cancelled,
  shop: ShopSettings,
): NewMail {
  const blocks: Blocks = [
    `these items of your order # ${order.order_id} are cancelled:`,
    { list: items.map(itemLine) },
    { facts: [['Reason', reason]] },
    ...(money === null ? [] : [money]),
  ]
  const subject = `Your cancellation of order # ${order.order_id}`
  return mailToShopper(order, shop, { kind: 'cancellation-shopper', subject, blocks }, 'Questions, or was it not you?')
}

/** Tells the shopper that the shop has cancelled items, and why. */
export function cancellationByShop(
  order: StoredOrder,
  { items, reason, money }: Cancelled,
  shop: ShopSettings,
): NewMail {
  return mailToShopper(order, shop, {
    kind: 'cancellation-shopper',
    subject: `Items of your order # ${order.order_id} are cancelled`,
    blocks: [
      `we had to cancel these items of your order # ${order.order_id}:`,
      { list: items.map(itemLine) },
      { facts: [['Reason', reason]] },
      ...(money === null ? [] : [money]),
    ],
  })
}

export function cancellationCorrection(order: StoredOrder, items: readonly OrderItem[], shop: ShopSettings): NewMail {
  return mailToShopper(order, shop, {
    kind: 'cancellation-correction',
    subject: correctionOf(order),
    blocks: [
      `we told you that these items of your order # ${order.order_id} are cancelled. That was a mistake: they are not.`,
      { list: items.map(itemLine) },
    ],
  })
}

type Refund = { amount_cents: Cents; note: string }

/** Tells the shopper what was paid back, or that what the shop said of it was wrong. */
export function refundChangeMail(
  order: StoredOrder,
  before: Refund | null,
  after: Refund | null,
  shop: ShopSettings,
): NewMail {
  const [sum, name] = [formatMoney(after?.amount_cents ?? 0), `your order # ${order.order_id}`]
  const note = after === null || after.note === '' ? [] : [after.note]
  if (before === null) {
    const blocks = [`we have paid back ${sum} for ${name}.`, ...note]
    return mailToShopper(order, shop, { kind: 'refund', subject: `A refund for ${name}`, blocks })
  }
  const told = `we told you that ${formatMoney(before.amount_cents)} was paid back for ${name}.`
  const right = `${told} That was a mistake: ${after === null ? 'it was not' : `it is ${sum}`}.`
  const blocks = [right, ...note]
  return mailToShopper(order, shop, { kind: 'refund-correction', subject: correctionOf(order), blocks })
}

/** Tells the shopper that money goes back to the card. */
export function cardRefundMail(order: StoredOrder, { amount_cents, note }: Refund, shop: ShopSettings): NewMail {
  const name = `your order # ${order.order_id}`
  return mailToShopper(order, shop, {
    kind: 'refund',
    subject: `A refund for ${name}`,
    blocks: [
      `we pay back ${formatMoney(amount_cents)} for ${name} to the card that paid it. Your bank shows that within a few days.`,
      ...(note === '' ? [] : [note]),
    ],
  })
}

type Carrier = { name: string; url: string }

/** Patterns of carriers' tracking numbers, the most specific first, and their tracking pages. */
const CARRIERS: readonly { name: string; pattern: RegExp; page: string }[] = [
  { name: 'UPS', pattern: /^1Z[A-Z0-9]{16}$/, page: 'https://www.ups.com/track?tracknum=' },
  {
    name: 'USPS',
    pattern: /^(9[1-5]\d{18,20}|[A-Z]{2}\d{9}US)$/,
    page: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
  },
  { name: 'FedEx', pattern: /^(\d{12}|\d{15})$/, page: 'https://www.fedex.com/fedextrack/?trknbr=' },
]

/** Recognizes the carrier by its tracking number; `null` when no pattern matches. */
export function findCarrier(trackingNumber: string): Carrier | null {
  const number = trackingNumber.replace(/[\s-]/g, '').toUpperCase()
  const carrier = CARRIERS.find(({ pattern }) => pattern.test(number))
  return carrier === undefined ? null : { name: carrier.name, url: `${carrier.page}${encodeURIComponent(number)}` }
}
