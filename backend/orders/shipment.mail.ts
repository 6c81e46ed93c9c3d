import type { ShopSettings } from '@shop/contract/shop'
import type { NewMail } from '../mail/enqueue-mail.ts'
import { findCarrier } from './carriers.ts'
import { questions, toShopper } from './order-mail.ts'
import type { Shipment, StoredOrder } from './orders.repository.ts'

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
