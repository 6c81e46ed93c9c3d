import type { ShopSettings } from '@shop/contract/shop'
import type { NewMail } from '../mail/enqueue-mail.ts'
import { findCarrier } from './carriers.ts'
import type { StoredOrder } from './orders.repository.ts'

/** Tells the shopper that the order has shipped, with a link to the carrier's tracking page if the carrier is known. */
export function shipmentMail(order: StoredOrder, trackingNumber: string, shop: ShopSettings): NewMail {
  const carrier = findCarrier(trackingNumber)
  return {
    kind: 'shipment',
    to: order.email,
    replyTo: shop.supportEmail,
    subject: `Your order # ${order.order_id} has shipped`,
    blocks: [
      `Hello ${order.first_name},`,
      `your order # ${order.order_id} is on its way.`,
      {
        facts: [...(carrier === null ? [] : [['Carrier', carrier.name] as const]), ['Tracking number', trackingNumber]],
      },
      ...(carrier === null ? [] : [carrier.url]),
      `Questions? Write to ${shop.supportEmail} and name the order number.`,
    ],
  }
}

/** Tells the shopper that the order was marked as shipped by mistake. */
export function shipmentCorrectionMail(order: StoredOrder, shop: ShopSettings): NewMail {
  return {
    kind: 'shipment-correction',
    to: order.email,
    replyTo: shop.supportEmail,
    subject: `A correction to your order # ${order.order_id}`,
    blocks: [
      `Hello ${order.first_name},`,
      `we told you that your order # ${order.order_id} has shipped. That was a mistake: it is still being processed.`,
      `Questions? Write to ${shop.supportEmail} and name the order number.`,
    ],
  }
}
