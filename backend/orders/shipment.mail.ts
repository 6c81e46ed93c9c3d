import type { ShopSettings } from '@shop/contract/shop'
import type { NewMail } from '../mail/enqueue-mail.ts'
import { findCarrier } from './carriers.ts'
import { questions, toShopper } from './order-mail.ts'
import type { StoredOrder } from './orders.repository.ts'

type Tracked = { tracking_number: string | null }

/** Tells the shopper what changed about the shipment: it left, it has another number, or it has not left after all. */
export function shipmentChangeMail(order: StoredOrder, before: Tracked, after: Tracked, shop: ShopSettings): NewMail {
  if (after.tracking_number === null) return notShippedMail(order, shop)
  return before.tracking_number === null
    ? shippedMail(order, after.tracking_number, shop)
    : trackingMail(order, after.tracking_number, shop)
}

function shippedMail(order: StoredOrder, trackingNumber: string, shop: ShopSettings): NewMail {
  return {
    kind: 'shipment',
    ...toShopper(order, shop),
    subject: `Your order # ${order.order_id} has shipped`,
    blocks: [
      `Hello ${order.first_name},`,
      `your order # ${order.order_id} is on its way.`,
      ...trackingBlocks(trackingNumber),
      questions(shop),
    ],
  }
}

function trackingMail(order: StoredOrder, trackingNumber: string, shop: ShopSettings): NewMail {
  return correctionMail(order, shop, [
    `the tracking number that we sent you for your order # ${order.order_id} was wrong. This is the right one:`,
    ...trackingBlocks(trackingNumber),
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
