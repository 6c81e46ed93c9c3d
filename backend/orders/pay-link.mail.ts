import { type Cents, formatMoney } from '@shop/contract/money'
import type { PaidFor } from '@shop/contract/order-totals'
import type { ShopSettings } from '@shop/contract/shop'
import type { NewMail } from '../mail/enqueue-mail.ts'
import { dueFor } from './order-due.ts'
import { cardFacts, correctionOf, itemLine, mailToShopper, type PaidCard } from './orders.mail.ts'
import type { StoredOrder } from './orders.repository.ts'

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })

/** Asks a shopper to pay an order that was taken by hand by its link. */
export function payLinkMail(
  order: StoredOrder,
  { url, expires_at }: { url: string; expires_at: string },
  shop: ShopSettings,
): NewMail {
  const due = dueFor(order)
  return mailToShopper(order, shop, {
    kind: 'pay-link',
    subject: `Pay your order # ${order.order_id}`,
    blocks: [
      `you can pay your order # ${order.order_id} by card on our page:`,
      url,
      { list: keptOf(order).map(itemLine) },
      { facts: sumsOf(due) },
      `You can use the link once, until ${DAY.format(new Date(expires_at))}. Whoever has it can see and pay the order.`,
    ],
  })
}

/** Tells a shopper that a link is not to be used. */
export function payLinkWithdrawnMail(order: StoredOrder, shop: ShopSettings): NewMail {
  return mailToShopper(order, shop, {
    kind: 'order-correction',
    subject: correctionOf(order),
    blocks: [
      `we sent you a link to pay your order # ${order.order_id} by card. That was a mistake: please do not use it. The order stays as it is.`,
    ],
  })
}

/** Confirms to a shopper that an order is paid by its link. */
export function orderPaidMail(order: StoredOrder, card: PaidCard | null, shop: ShopSettings): NewMail {
  return mailToShopper(order, shop, {
    kind: 'order-confirmation',
    subject: `Your order # ${order.order_id} is paid`,
    blocks: [
      `thank you: your order # ${order.order_id} is paid.`,
      { list: keptOf(order).map(itemLine) },
      { facts: [...sumsOf(dueFor(order)), ...cardFacts(card)] },
    ],
  })
}

/** Tells a shopper, whose page could not say so, that a payment did not come through. */
export function orderNotPaidMail(order: StoredOrder, cents: Cents, shop: ShopSettings): NewMail {
  const isDue = order.payment === 'unpaid' && dueFor(order).total > 0
  return mailToShopper(order, shop, {
    kind: 'order-correction',
    subject: isDue ? `Your order # ${order.order_id} is not paid yet` : correctionOf(order),
    blocks: [
      `your payment of order # ${order.order_id} did not come through, and nothing is charged. If your bank shows ${formatMoney(cents)} as reserved, it releases them within a few days.`,
      ...(isDue ? ['As long as the link works, you are welcome to pay by it again.'] : []),
    ],
  })
}

/** Tells the family that an order was paid by its link. */
export function orderPaidShopMail(order: StoredOrder, to: string): NewMail {
  return {
    kind: 'order-placed-shop',
    to,
    ...(order.email === '' ? {} : { replyTo: order.email }),
    subject: `Order # ${order.order_id} is paid: ${formatMoney(dueFor(order).total)}`,
    blocks: [`${order.first_name} ${order.last_name} paid order # ${order.order_id} by its link.`],
  }
}

function keptOf({ items }: StoredOrder): StoredOrder['items'] {
  return items.filter(({ cancellation_status }) => cancellation_status === null)
}

function sumsOf({ goods, delivery, tax, total }: PaidFor): [string, string][] {
  const rows: [string, Cents][] = [
    ['Goods', goods],
    ['Delivery', delivery],
    ['Sales tax', tax],
  ]
  return [...rows.filter(([, cents]) => cents > 0), ['Total', total] as const].map(([label, cents]) => [
    label,
    formatMoney(cents),
  ])
}
