import type { Cents } from '@shop/contract/money'

type Prices = { price_cents: Cents; sale_price_cents: Cents | null }

/** What a product costs now: the sale price during a sale. */
export function priceToday({ price_cents, sale_price_cents }: Prices): Cents {
  return sale_price_cents ?? price_cents
}

/** The price that is shown beside that of a sale; `null` without a sale. */
export function regularPrice({ price_cents, sale_price_cents }: Prices): Cents | null {
  return sale_price_cents === null ? null : price_cents
}
