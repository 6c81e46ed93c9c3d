import type { ShopSettings } from '@shop/contract/shop'
import type { NewMail } from '../mail/enqueue-mail.ts'
import { itemLine, questions, toShopper } from './order-mail.ts'
import type { OrderItem, StoredOrder } from './orders.repository.ts'

export type Cancellation = { items: readonly OrderItem[]; reason: string; details: string }

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
