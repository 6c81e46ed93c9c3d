import { isVideo } from '@shop/contract/catalog/calls'
import { type Cents, formatMoney } from '@shop/contract/money'
import { paidCents } from '@shop/contract/order-totals'
import type { Channel } from '@shop/contract/orders/admin-values'
import { listTrackingNumbers, resolveCarrier } from '@shop/contract/orders/tracking'
import type { ShopSettings } from '@shop/contract/pages/shop'
import { controlPanelOf } from '@shop/contract/payments/provider-name'
import type { NewMail } from '../mail/enqueue-mail.ts'
import type { MailBlock } from '../mail/texts/mail-blocks.ts'
import type { MailTextName } from '../mail/texts/mail-texts.ts'
import { formatDay } from '../platform/lib/days/local-day.ts'
import type { ToFamily } from '../platform/settings/settings.ts'
import { addressText } from './order-address.ts'
import { paidNotice } from './order-due.ts'
import type { OrderItem, Shipment, StoredOrder } from './orders.repository.ts'
import { deliveryBeside } from './promised-day.ts'

export function orderValues({ order_id, first_name, last_name }: StoredOrder) {
  return { order_number: order_id, first_name, last_name }
}

export function orderLink({ url }: ToFamily, orderId: string): string {
  return `${url}/admin/orders/${encodeURIComponent(orderId)}`
}

/** A mail to the shopper; replies go to the shop. */
export function mailToShopper<Name extends MailTextName>(
  { email }: StoredOrder,
  shop: ShopSettings,
  mail: Pick<NewMail<Name>, 'kind' | 'text'>,
): NewMail<Name> {
  return { ...mail, to: email, replyTo: shop.supportEmail }
}

type MailedItem = Pick<OrderItem, 'quantity' | 'product_name' | 'image_file'>

export function itemBlocks(items: readonly MailedItem[]): MailBlock[] {
  return [{ items: items.map((item) => ({ ...namedItem(item), cents: null })) }]
}

export function pricedBlocks(items: readonly (MailedItem & Pick<OrderItem, 'price_cents'>)[]): MailBlock[] {
  return [{ items: items.map((item) => ({ ...namedItem(item), cents: item.price_cents * item.quantity })) }]
}

function namedItem({ product_name: name, quantity, image_file: picture }: MailedItem) {
  return { name, quantity, picture: picture === null || isVideo(picture) ? null : picture }
}

/** Sums with the total last, and facts below. */
export function sumBlocks(
  sums: readonly (readonly [string, string])[],
  facts: readonly (readonly [string, string])[],
): MailBlock[] {
  return [{ sums }, ...factBlocks(facts)]
}

export function factBlocks(facts: readonly (readonly [string, string])[]): MailBlock[] {
  return facts.length === 0 ? [] : [{ facts }]
}

/** An address on one line, for example `12 Main St, Oakland, CA 94601`. */
export function addressLine(address: string): string {
  return address
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(', ')
}

const TAKEN_LINES: Readonly<Record<Channel, string>> = {
  online: 'order',
  phone: 'phone order',
  fair: 'order at the fair',
  wholesale: 'wholesale order',
}

/** Confirms a manual order to the shopper, with number and total. */
export function orderTakenMail(order: StoredOrder, shop: ShopSettings): NewMail {
  const values = {
    ...orderValues(order),
    channel: TAKEN_LINES[order.channel],
    items: pricedBlocks(order.items),
    sums: sumBlocks(sumsOf(order), [...paymentFacts(order), ...deliveryFacts(order)]),
  }
  return mailToShopper(order, shop, { kind: 'order-confirmation', text: { name: 'order_taken', values } })
}

/** The total, after its parts if there are any besides the goods. */
function sumsOf(order: StoredOrder): [string, string][] {
  const added: [string, Cents][] = [
    ...discountSums(order, order.items),
    ['Delivery', order.delivery_cents],
    ['Sales tax', order.tax_cents],
  ]
  const goods: [string, Cents] = ['Subtotal', order.total_cents + order.discount_cents]
  const total: [string, Cents] = ['Total', paidCents(order)]
  const charged = added.filter(([, cents]) => cents !== 0)
  const sums = charged.length === 0 ? [total] : [goods, ...charged, total]
  return sums.map(([label, cents]) => [label, formatMoney(cents)])
}

/** The code's discount on these items, for below their cost. */
export function discountSums({ discount_code }: StoredOrder, items: StoredOrder['items']): [string, Cents][] {
  const cents = items.reduce((sum, { discount_cents }) => sum + discount_cents, 0)
  return cents === 0 ? [] : [[`Discount code ${discount_code}`, -cents]]
}

function paymentFacts({ payment }: StoredOrder): [string, string][] {
  if (payment === null) return []
  return [['Payment', payment === 'unpaid' ? 'Not paid yet' : 'Paid, thank you']]
}

function deliveryFacts(order: StoredOrder): [string, string][] {
  const { delivery_name } = order
  const address = addressText(order)
  return [
    ...(address === null ? [] : [['Ship to', addressLine(address)] as [string, string]]),
    ...(delivery_name === null ? [] : [['Shipping method', delivery_name] as [string, string]]),
  ]
}

export function orderPlacedMail(order: StoredOrder, { card, isCharged }: PaidByCard, shop: ShopSettings): NewMail {
  const values = {
    ...orderValues(order),
    items: pricedBlocks(order.items),
    sums: sumBlocks(sumsOf(order), [...cardFacts(card), ...deliveryFacts(order), ...dayFacts(order)]),
    money: paidNotice(isCharged),
  }
  return mailToShopper(order, shop, { kind: 'order-confirmation', text: { name: 'order_confirmed', values } })
}

/** Tells a shopper whose page could not that an order failed. */
export function orderNotPlacedMail(order: StoredOrder, shop: ShopSettings): NewMail {
  const values = { ...orderValues(order), amount: formatMoney(paidCents(order)) }
  return mailToShopper(order, shop, { kind: 'order-correction', text: { name: 'order_not_placed', values } })
}

export function orderPlacedShopMail(order: StoredOrder, family: ToFamily): NewMail {
  const values = {
    ...orderValues(order),
    amount: formatMoney(paidCents(order)),
    items: pricedBlocks(order.items),
    sums: sumBlocks(sumsOf(order), [...deliveryFacts(order), ...dayFacts(order)]),
    link: orderLink(family, order.order_id),
  }
  return { kind: 'order-placed-shop', to: family.to, replyTo: order.email, text: { name: 'order_placed_shop', values } }
}

/** Tells the family about a dispute, or that a bank asks for documents. */
export function disputeOpenedMail(
  { order_id: orderId, provider }: { order_id: string; provider: string },
  { kind, cents, replyBy }: { kind: string | null; cents: Cents; replyBy: string | null },
  family: ToFamily,
): NewMail {
  const payment = `${formatMoney(cents)} for order # ${orderId}`
  const values = {
    order_number: orderId,
    what: kind === 'retrieval' ? `is asking for documents about ${payment}` : `has reversed ${payment}`,
    panel: controlPanelOf(provider),
    until: replyBy === null ? '' : ` by ${formatDay(replyBy)}`,
    link: orderLink(family, orderId),
  }
  return { kind: 'payment-alert', to: family.to, text: { name: 'payment_disputed', values } }
}

/** Tells the family what to decide about payments. `found`: how it was noticed. */
export function paymentAlertMail(found: string, alerts: readonly string[], to: string): NewMail {
  const values = { found, alerts: alerts.length === 0 ? [] : [{ list: [...alerts] }] }
  return { kind: 'payment-alert', to, text: { name: 'payment_alert', values } }
}

export type PaidCard = { brand: string; last4: string }

/** A card payment, charged at once or on shipment. */
export type PaidByCard = { card: PaidCard | null; isCharged: boolean }

export function cardFacts(card: PaidCard | null): [string, string][] {
  return card === null ? [] : [['Card', `${card.brand} ending in ${card.last4}`]]
}

function dayFacts({ ship_by, estimated_delivery_date }: StoredOrder): [string, string][] {
  const delivery = deliveryBeside(ship_by, estimated_delivery_date)
  return [
    ...(ship_by === null ? [] : [['Ships by', formatDay(ship_by)] as [string, string]]),
    ...(delivery === null ? [] : [['Estimated delivery', formatDay(delivery)] as [string, string]]),
  ]
}

export function orderWithdrawnMail(order: StoredOrder, shop: ShopSettings): NewMail {
  const text = { name: 'order_withdrawn', values: orderValues(order) } as const
  return mailToShopper(order, shop, { kind: 'order-correction', text })
}

type Shipped = Pick<Shipment, 'order_status' | 'tracking_number' | 'carrier' | 'shipped_by'>

/** Tells the shopper about a shipment, a new number, or its undo. `money`: the sentence about the charge, or `null`. */
export function shipmentChangeMail(
  order: StoredOrder,
  { before, after, money }: { before: Shipped; after: Shipped; money: string | null },
  shop: ShopSettings,
): NewMail {
  return mailToShopper(order, shop, shipmentText(order, before, after, money ?? ''))
}

function shipmentText(
  order: StoredOrder,
  before: Shipped,
  { tracking_number: number, carrier, shipped_by: way, order_status }: Shipped,
  money: string,
): Pick<NewMail, 'kind' | 'text'> {
  const values = orderValues(order)
  const correction = 'shipment-correction'
  if (order_status !== 'shipped' && order_status !== 'delivered') {
    const told = before.shipped_by === 'picked_up' ? 'was picked up' : 'had shipped'
    return { kind: correction, text: { name: 'not_shipped', values: { ...values, told, money } } }
  }
  const tracking = number === null ? [] : trackingBlocks(number, carrier)
  if (before.tracking_number !== null) {
    return number === null
      ? { kind: correction, text: { name: 'tracking_removed', values } }
      : { kind: correction, text: { name: 'tracking_corrected', values: { ...values, tracking } } }
  }
  const kind = 'shipment'
  if (number !== null) {
    const name = before.shipped_by === null ? 'shipped' : 'tracking_added'
    return { kind, text: { name, values: { ...values, tracking, money } } }
  }
  if (way === 'picked_up') return { kind, text: { name: 'picked_up', values: { ...values, money } } }
  const how = way === 'own_delivery' ? 'We’ll deliver it to you ourselves.' : 'It doesn’t have a tracking number.'
  return { kind, text: { name: 'shipped_untracked', values: { ...values, how, money } } }
}

/** Tracking numbers, with carrier and link if known. */
function trackingBlocks(trackingNumbers: string, named: string | null): MailBlock[] {
  return listTrackingNumbers(trackingNumbers).flatMap((number) => parcelBlocks(number, named))
}

function parcelBlocks(trackingNumber: string, named: string | null): MailBlock[] {
  const carrier = resolveCarrier(trackingNumber, named)
  const number = ['Tracking number', trackingNumber] as const
  if (carrier === null) return [{ facts: [number] }]
  const page = carrier.url === null ? [] : [{ button: 'Track your package', url: carrier.url }]
  return [{ facts: [['Carrier', carrier.name], number] }, ...page]
}

/** The person who wrote about an order, and the reason. */
export function customerBlocks(order: StoredOrder, reason: string): MailBlock[] {
  return factBlocks([
    ['Customer', `${order.first_name} ${order.last_name}`],
    ['Email', order.email],
    ['Reason', reason],
  ])
}
