import type { AdminOrder, AdminOrderItem } from '@shop/contract/admin/orders'
import { type Cents, dollars, roundToCents } from '@shop/contract/money'

type PaidItem = Pick<AdminOrderItem, 'order_item_id' | 'price_cents' | 'quantity' | 'refund_status'>
type PaidOrder = Pick<AdminOrder, 'goods_cents' | 'tax_cents' | 'delivery_cents' | 'tracking_number'> & {
  items: readonly PaidItem[]
}

/** What was paid for items of an order. */
export type PaidFor = { goods: Cents; tax: Cents; delivery: Cents; total: Cents }

/**
 * What the shopper paid for these items: their prices and their share of the sales tax, which is on the goods alone;
 * with the last items of an order that has not shipped also the delivery. The shares of all items come to the whole tax.
 */
export function paidFor(order: PaidOrder, itemIds: readonly string[]): PaidFor {
  const chosen = order.items.filter(({ order_item_id }) => itemIds.includes(order_item_id))
  const refunded = order.items.filter((item) => item.refund_status !== null && !chosen.includes(item))
  const goods = costOf(chosen)
  const tax = taxOn(order, costOf(refunded) + goods) - taxOn(order, costOf(refunded))
  const areLast = chosen.length > 0 && chosen.length + refunded.length === order.items.length
  const delivery = areLast && order.tracking_number === null ? order.delivery_cents : 0
  return { goods, tax, delivery, total: goods + tax + delivery }
}

function costOf(items: readonly PaidItem[]): Cents {
  return items.reduce((sum, { price_cents, quantity }) => sum + price_cents * quantity, 0)
}

/** The part of the order's sales tax that is on so much of its goods. */
function taxOn({ goods_cents, tax_cents }: PaidOrder, goods: Cents): Cents {
  return goods_cents === 0 ? 0 : roundToCents(dollars(tax_cents) * (goods / goods_cents))
}
