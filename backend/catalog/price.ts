import type { Cents } from '@shop/contract/money'

type Prices = { price_cents: Cents; sale_price_cents: Cents | null }

/** The current price of a product in cents: the sale price during a sale. */
export function priceToday({ price_cents, sale_price_cents }: Prices): Cents {
  return sale_price_cents ?? price_cents
}

/** Whether a price changes by more than half, which is probably a mistake. */
export function isLargePriceChange(before: Prices, after: Prices): boolean {
  return isLarge(before.price_cents, after.price_cents) || isLarge(priceToday(before), priceToday(after))
}

function isLarge(before: Cents, after: Cents): boolean {
  return Math.abs(after - before) * 2 > before
}
