import { type Cents, formatMoney } from '@shop/contract/money'
import { FREE_DELIVERY_FROM_CENTS } from '@shop/contract/order-totals'

/** What checkout adds to a cart. */
export function deliveryNote(subtotal: Cents): string {
  const missing = FREE_DELIVERY_FROM_CENTS - subtotal
  if (missing <= 0) return 'Delivery of this cart is free; estimated tax is added at checkout.'
  const from = formatMoney(FREE_DELIVERY_FROM_CENTS)
  return `Free delivery from ${from}, ${formatMoney(missing)} to go; delivery and estimated tax are added at checkout.`
}
