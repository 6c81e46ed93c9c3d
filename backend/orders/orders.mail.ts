import { type Cents, formatMoney } from '@shop/contract/money'
import { paidCents } from '@shop/contract/order-totals'
import type { ShopSettings } from '@shop/contract/shop'
import type { NewMail } from '../mail/enqueue-mail.ts'
import { findCarrier } from './carriers.ts'
import type { OrderItem, Shipment, StoredOrder } from './orders.repository.ts'

/** The recipient of a mail to the shopper, and who reads the reply. */
function toShopper({ email }: Pick<StoredOrder, 'email'>, shop: ShopSettings): Pick<NewMail, 'to' | 'replyTo'> {
  return { to: email, replyTo: shop.supportEmail }
}

/** The last paragraph of most mails about an order. */
function questions(shop: ShopSettings): string {
  return `Questions? Write to ${shop.supportEmail} and name the order number.`
}

/** For example `12 Main St, Oakland, CA 94601`, of an address in lines. */
export function addressLine(address: string): string {
  return address.split(/\s*\n\s*/).join(', ')
}

/** For example `2 × Campus Slim Blue`. */
export function itemLine({ quantity, product_name }: Pick<OrderItem, 'quantity' | 'product_name'>): string {
  return `${quantity} × ${product_name}`
}

/** Tells the shopper the number and the sum of an order taken by phone or at a fair. */
export function orderTakenMail(order: StoredOrder, shop: ShopSettings): NewMail {
  return {
    kind: 'order-confirmation',
    ...toShopper(order, shop),
    subject: `Your order # ${order.order_id}`,
    blocks: [
      `Hello ${order.first_name},`,
      `thank you for your order ${order.channel === 'phone' ? 'by phone' : 'at the fair'}. Its number is ${order.order_id}:`,
      { list: order.items.map(itemLine) },
      { facts: [...sumsOf(order), ...paymentFacts(order), ...addressFacts(order)] },
      questions(shop),
    ],
  }
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

/** Tells the shopper that an order was entered by mistake. */
export function orderWithdrawnMail(order: StoredOrder, shop: ShopSettings): NewMail {
  return {
    kind: 'order-correction',
    ...toShopper(order, shop),
    subject: `A correction to your order # ${order.order_id}`,
    blocks: [
      `Hello ${order.first_name},`,
      `we told you of an order # ${order.order_id}. That was a mistake: there is no such order.`,
      questions(shop),
    ],
  }
}

type Shipped = Pick<Shipment, 'order_status' | 'tracking_number' | 'shipped_by'>

/** Tells the shopper what changed about the shipment: it left, its number is another one, or it has not left after all. */
export function shipmentChangeMail(order: StoredOrder, before: Shipped, after: Shipped, shop: ShopSettings): NewMail {
  const { tracking_number: number, shipped_by: way } = after
  if (!hasLeft(after)) return notShippedMail(order, shop)
  if (before.tracking_number !== null)
    return number === null ? noNumberMail(order, shop) : trackingMail(order, number, shop)
  if (number === null) return way === 'picked_up' ? pickedUpMail(order, shop) : untrackedMail(order, way, shop)
  return before.shipped_by === null ? shippedMail(order, number, shop) : numberMail(order, number, shop)
}

function hasLeft({ order_status }: Shipped): boolean {
  return order_status === 'shipped' || order_status === 'delivered'
}

function shippedMail(order: StoredOrder, trackingNumber: string, shop: ShopSettings): NewMail {
  return newsMail(order, shop, `Your order # ${order.order_id} has shipped`, [
    `your order # ${order.order_id} is on its way.`,
    ...trackingBlocks(trackingNumber),
  ])
}

function untrackedMail(order: StoredOrder, way: Shipped['shipped_by'], shop: ShopSettings): NewMail {
  const how = way === 'own_delivery' ? 'We bring it to you ourselves.' : 'It travels without a tracking number.'
  return newsMail(order, shop, `Your order # ${order.order_id} has shipped`, [
    `your order # ${order.order_id} is on its way. ${how}`,
  ])
}

function pickedUpMail(order: StoredOrder, shop: ShopSettings): NewMail {
  return newsMail(order, shop, `Your order # ${order.order_id} was picked up`, [
    `your order # ${order.order_id} was picked up. Thank you!`,
  ])
}

/** Of an order that the shopper knows is on its way. */
function numberMail(order: StoredOrder, trackingNumber: string, shop: ShopSettings): NewMail {
  return newsMail(order, shop, `The tracking number of your order # ${order.order_id}`, [
    `your order # ${order.order_id} has a tracking number now.`,
    ...trackingBlocks(trackingNumber),
  ])
}

function newsMail(order: StoredOrder, shop: ShopSettings, subject: string, blocks: NewMail['blocks']): NewMail {
  return {
    kind: 'shipment',
    ...toShopper(order, shop),
    subject,
    blocks: [`Hello ${order.first_name},`, ...blocks, questions(shop)],
  }
}

function trackingMail(order: StoredOrder, trackingNumber: string, shop: ShopSettings): NewMail {
  return correctionMail(order, shop, [
    `the tracking number that we sent you for your order # ${order.order_id} was wrong. This is the right one:`,
    ...trackingBlocks(trackingNumber),
  ])
}

function noNumberMail(order: StoredOrder, shop: ShopSettings): NewMail {
  return correctionMail(order, shop, [
    `the tracking number that we sent you for your order # ${order.order_id} was a mistake: it travels without one.`,
  ])
}

function notShippedMail(order: StoredOrder, shop: ShopSettings): NewMail {
  return correctionMail(order, shop, [
    `we told you that your order # ${order.order_id} has shipped. That was a mistake: it is still being processed.`,
  ])
}

function correctionMail(order: StoredOrder, shop: ShopSettings, blocks: NewMail['blocks']): NewMail {
  return {
    kind: 'shipment-correction',
    ...toShopper(order, shop),
    subject: `A correction to your order # ${order.order_id}`,
    blocks: [`Hello ${order.first_name},`, ...blocks, questions(shop)],
  }
}

/** The number, and the carrier's page where the number shows the carrier. */
function trackingBlocks(trackingNumber: string): NewMail['blocks'] {
  const carrier = findCarrier(trackingNumber)
  if (carrier === null) return [{ facts: [['Tracking number', trackingNumber]] }]
  return [
    {
      facts: [
        ['Carrier', carrier.name],
        ['Tracking number', trackingNumber],
      ],
    },
    carrier.url,
  ]
}

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

/** Confirms the cancellation to the shopper. */
export function cancellationForShopper(
  order: StoredOrder,
  { items, reason }: Cancellation,
  shop: ShopSettings,
): NewMail {
  return {
    kind: 'cancellation-shopper',
    ...toShopper(order, shop),
    subject: `Your cancellation of order # ${order.order_id}`,
    blocks: [
      `Hello ${order.first_name},`,
      `these items of your order # ${order.order_id} are cancelled:`,
      { list: items.map(itemLine) },
      { facts: [['Reason', reason]] },
      `Questions, or was it not you? Write to ${shop.supportEmail} and name the order number.`,
    ],
  }
}

/** Tells the shopper that the shop has cancelled items, and why. */
export function cancellationByShop(
  order: StoredOrder,
  items: readonly OrderItem[],
  reason: string,
  shop: ShopSettings,
): NewMail {
  return {
    kind: 'cancellation-shopper',
    ...toShopper(order, shop),
    subject: `Items of your order # ${order.order_id} are cancelled`,
    blocks: [
      `Hello ${order.first_name},`,
      `we had to cancel these items of your order # ${order.order_id}:`,
      { list: items.map(itemLine) },
      { facts: [['Reason', reason]] },
      questions(shop),
    ],
  }
}

/** Tells the shopper that items are not cancelled after all. */
export function cancellationCorrection(order: StoredOrder, items: readonly OrderItem[], shop: ShopSettings): NewMail {
  return {
    kind: 'cancellation-correction',
    ...toShopper(order, shop),
    subject: `A correction to your order # ${order.order_id}`,
    blocks: [
      `Hello ${order.first_name},`,
      `we told you that these items of your order # ${order.order_id} are cancelled. That was a mistake: they are not.`,
      { list: items.map(itemLine) },
      questions(shop),
    ],
  }
}

type Refund = { amount_cents: Cents; note: string }

/** Tells the shopper what was paid back, or that what the shop said of it was wrong. */
export function refundChangeMail(
  order: StoredOrder,
  before: Refund | null,
  after: Refund | null,
  shop: ShopSettings,
): NewMail {
  return {
    kind: before === null ? 'refund' : 'refund-correction',
    ...toShopper(order, shop),
    subject:
      before === null
        ? `A refund for your order # ${order.order_id}`
        : `A correction to your order # ${order.order_id}`,
    blocks: [
      `Hello ${order.first_name},`,
      sentence(order, before, after),
      ...(after === null ? [] : noteBlocks(after)),
      questions(shop),
    ],
  }
}

function sentence({ order_id }: StoredOrder, before: Refund | null, after: Refund | null): string {
  if (before === null) return `we have paid back ${formatMoney(after?.amount_cents ?? 0)} for your order # ${order_id}.`
  const correction = `we told you that ${formatMoney(before.amount_cents)} was paid back for your order # ${order_id}.`
  return after === null
    ? `${correction} That was a mistake: it was not.`
    : `${correction} That was a mistake: it is ${formatMoney(after.amount_cents)}.`
}

function noteBlocks({ note }: Refund): NewMail['blocks'] {
  return note === '' ? [] : [note]
}
