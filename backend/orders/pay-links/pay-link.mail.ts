import { type Cents, formatMoney, goodsTotal } from '@shop/contract/money'
import { dueFor } from '@shop/contract/order-money'
import type { ShopSettings } from '@shop/contract/pages/shop'
import type { NewMail } from '../../mail/enqueue-mail.ts'
import { formatLongDay, localDay } from '../../platform/lib/days/local-day.ts'
import type { ToFamily } from '../../platform/settings/settings.ts'
import { paidNotice } from '../order-due.ts'
import {
  cardFacts,
  discountSums,
  mailToShopper,
  orderLink,
  orderValues,
  type PaidByCard,
  pricedBlocks,
  sumBlocks,
} from '../orders.mail.ts'
import type { StoredOrder } from '../orders.repository.ts'

/** Asks a shopper to pay a manual order by its link. */
export function payLinkMail(
  order: StoredOrder,
  { url, expires_at }: { url: string; expires_at: string },
  shop: ShopSettings,
): NewMail {
  const values = {
    ...orderValues(order),
    link: url,
    items: pricedBlocks(keptOf(order)),
    sums: sumBlocks(sumsOf(order), []),
    last_day: formatLongDay(localDay(new Date(expires_at))),
  }
  return mailToShopper(order, shop, { kind: 'pay-link', text: { name: 'pay_link', values } })
}

export function orderPaidMail(order: StoredOrder, { card, isCharged }: PaidByCard, shop: ShopSettings): NewMail {
  const values = {
    ...orderValues(order),
    items: pricedBlocks(keptOf(order)),
    sums: sumBlocks(sumsOf(order), cardFacts(card)),
    money: paidNotice(isCharged),
  }
  return mailToShopper(order, shop, { kind: 'order-confirmation', text: { name: 'order_paid', values } })
}

/** Tells a shopper whose page could not that a payment failed. */
export function orderNotPaidMail(order: StoredOrder, cents: Cents, shop: ShopSettings): NewMail {
  const isDue = order.payment === 'unpaid' && dueFor(order).total > 0
  const values = { ...orderValues(order), amount: formatMoney(cents) }
  const text = { name: isDue ? 'order_not_paid' : 'order_not_paid_again', values } as const
  return mailToShopper(order, shop, { kind: 'order-correction', text })
}

export function orderPaidShopMail(order: StoredOrder, family: ToFamily): NewMail {
  const values = {
    ...orderValues(order),
    amount: formatMoney(dueFor(order).total),
    link: orderLink(family, order.order_id),
  }
  return {
    kind: 'order-placed-shop',
    to: family.to,
    ...(order.email === '' ? {} : { replyTo: order.email }),
    text: { name: 'order_paid_shop', values },
  }
}

function keptOf({ items }: StoredOrder): StoredOrder['items'] {
  return items.filter(({ cancellation_status }) => cancellation_status === null)
}

function sumsOf(order: StoredOrder): [string, string][] {
  const { delivery, tax, total } = dueFor(order)
  const items = keptOf(order)
  const rows: [string, Cents][] = [
    ['Subtotal', goodsTotal(items)],
    ...discountSums(order, items),
    ['Delivery', delivery],
    ['Sales tax', tax],
  ]
  return [...rows.filter(([, cents]) => cents !== 0), ['Total', total] as const].map(([label, cents]) => [
    label,
    formatMoney(cents),
  ])
}
