import { formatAdminMoney } from '@shop/contract/money'
import { itemLine } from '@shop/contract/order-item'
import { paidCents } from '@shop/contract/order-totals'
import type { OrderEvent } from '@shop/contract/orders/events'
import { findCarrier, listTrackingNumbers } from '@shop/contract/orders/tracking'
import { addressText } from '../../orders/order-address.ts'
import type { OrderState } from '../../orders/order-change.ts'
import type { StoredOrder } from '../../orders/orders.repository.ts'
import type { Payment } from '../../payments/ledger/payments.repository.ts'
import type { WrittenMail } from './disputes.repository.ts'

type Proof = {
  state: OrderState
  payment: Payment | null
  /** The newest first. */
  events: readonly OrderEvent[]
  mails: readonly WrittenMail[]
}

/** The proof of an order for a bank, as plain text: who ordered what, where it went, and what the shopper was told and when. */
export function disputeProof({ state: { order }, payment, events, mails }: Proof): string {
  const sections: readonly (readonly [title: string, lines: readonly string[]])[] = [
    [`Order # ${order.order_id}`, orderLines(order)],
    ['Payment', payment === null ? [] : paymentLines(payment)],
    ['Items', [...order.items.map(itemText), ...sumLines(order)]],
    ['Delivery address', addressText(order)?.split('\n') ?? []],
    ['Shipment and delivery', shipmentLines(order)],
    ['Emails to the shopper', mails.map(mailLine)],
    ['What happened', events.toReversed().map(({ at, text }) => `${timeOf(at)}: ${text}`)],
  ]
  return sections
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => [title, ...lines].join('\n'))
    .join('\n\n')
}

function orderLines({
  order_date,
  first_name,
  last_name,
  email,
  phone,
  estimated_delivery_date,
}: StoredOrder): string[] {
  return [
    `Ordered on ${order_date} by ${first_name} ${last_name}, ${email}${phone === null ? '' : `, ${phone}`}`,
    ...(estimated_delivery_date === null ? [] : [`Estimated delivery: ${estimated_delivery_date}`]),
  ]
}

function paymentLines(payment: Payment): string[] {
  const { card_brand, card_last_four, gateway_id, reference, created_at } = payment
  const card = card_brand === null ? 'Card' : `${card_brand} ending in ${card_last_four}`
  return [
    `${card}, transaction ${gateway_id}, order id ${reference}`,
    `Authorized ${formatAdminMoney(payment.authorized_cents)} on ${timeOf(created_at)}; charged ${formatAdminMoney(payment.captured_cents)}; refunded ${formatAdminMoney(payment.refunded_cents)}`,
  ]
}

function itemText(item: StoredOrder['items'][number]): string {
  const { price_cents, cancellation_status, refund_status } = item
  const notes = [cancellation_status === null ? null : 'cancelled', refund_status === null ? null : 'refunded']
  const said = notes.filter((note) => note !== null).join(', ')
  return `${itemLine(item)}, ${formatAdminMoney(price_cents)} each${said === '' ? '' : ` (${said})`}`
}

function sumLines(order: StoredOrder): string[] {
  const { discount_code, discount_cents } = order
  const code = discount_code === null ? '' : `, discount code ${discount_code} ${formatAdminMoney(-discount_cents)}`
  return [
    `Products ${formatAdminMoney(order.total_cents + order.discount_cents)}${code}, delivery ${formatAdminMoney(order.delivery_cents)}, sales tax ${formatAdminMoney(order.tax_cents)}, total ${formatAdminMoney(paidCents(order))}`,
  ]
}

const SHIPPED_LABELS: Readonly<Record<string, string>> = {
  own_delivery: 'Delivered by the shop itself',
  picked_up: 'Picked up by the shopper',
  untracked: 'Sent without a tracking number',
}

function shipmentLines({ tracking_number, shipped_by, delivered_on }: StoredOrder): string[] {
  const arrived = delivered_on === null ? [] : [`Delivered on ${delivered_on}`]
  if (tracking_number === null)
    return [...(shipped_by === null ? [] : [SHIPPED_LABELS[shipped_by] ?? shipped_by]), ...arrived]
  const parcels = listTrackingNumbers(tracking_number).flatMap((number) => {
    const carrier = findCarrier(number)
    const line = `Tracking number ${number}`
    return carrier === null ? [line] : [`${line} (${carrier.name})`, carrier.url]
  })
  return [...parcels, ...arrived]
}

function mailLine({ subject, created_at, sent_at }: WrittenMail): string {
  return sent_at === null ? `${timeOf(created_at)}: ${subject} (not sent)` : `${timeOf(sent_at)}: ${subject}`
}

/** For example `2026-11-22 03:00 UTC`; a calendar day stays one. */
function timeOf(time: string): string {
  return time.includes('T') ? `${time.slice(0, 16).replace('T', ' ')} UTC` : time
}
