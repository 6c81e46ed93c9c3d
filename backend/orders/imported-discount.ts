import type { Cents } from '@shop/contract/money'
import type { ItemDraft } from './build-order.ts'

type Money = {
  discount_amount?: Cents | undefined
  order_total?: Cents | undefined
  delivery_cost?: Cents | undefined
  tax_amount?: Cents | undefined
}

/**
 * What a discount takes off the goods: at most what the order's total lacks, since the discount of a free delivery is in
 * the cost of the delivery already.
 */
export function goodsDiscount(row: Money, goods: Cents): Cents {
  const { discount_amount: discount = 0, order_total, delivery_cost = 0, tax_amount = 0 } = row
  if (order_total === undefined) return discount
  return Math.min(discount, Math.max(0, goods + delivery_cost + tax_amount - order_total))
}

/**
 * Items at the prices that were paid: each bears its share of the discount, to the cent. Of several pieces some may cost a
 * cent less, and become an item of their own.
 */
export function withDiscount(items: readonly ItemDraft[], discount: Cents): ItemDraft[] {
  let goods = items.reduce((sum, item) => sum + item.price_cents * item.quantity, 0)
  let left = discount
  return items.flatMap((item) => {
    const price = item.price_cents * item.quantity
    const share = goods === 0 ? 0 : Math.round((left * price) / goods)
    goods -= price
    left -= share
    const each = Math.floor(share / item.quantity)
    const cheaper = share - each * item.quantity
    const pieces = [
      { ...item, price_cents: item.price_cents - each, quantity: item.quantity - cheaper },
      { ...item, price_cents: item.price_cents - each - 1, quantity: cheaper },
    ]
    return pieces.filter(({ quantity }) => quantity > 0)
  })
}
