import type { Cents } from './money.ts'

/**
 * A product's price, that of a sale, and the sale's first and last day such as `2026-11-27`, in the time zone of the
 * machine that runs the shop. Without a first day it has begun, without a last one it does not end by itself.
 */
export type SalePrices = {
  price_cents: Cents
  sale_price_cents: Cents | null
  sale_from: string | null
  sale_until: string | null
}

/** What a product costs on a day, and the regular price that is struck through beside it; `null` outside of a sale. */
export function priceOn(prices: SalePrices, day: string): { price_cents: Cents; regular_price_cents: Cents | null } {
  const { price_cents, sale_price_cents } = prices
  if (sale_price_cents === null || saleStateOn(prices, day) !== 'on') return { price_cents, regular_price_cents: null }
  return { price_cents: sale_price_cents, regular_price_cents: price_cents }
}

/** What a product costs from a day on: during a sale, or once a planned one has begun, the price of that. */
export function priceFrom(prices: SalePrices, day: string): Cents {
  return saleStateOn(prices, day) === 'over' ? prices.price_cents : (prices.sale_price_cents ?? prices.price_cents)
}

/** How far a sale is on a day; both its days belong to it. `null` without a sale price. */
export function saleStateOn(
  { sale_price_cents, sale_from, sale_until }: Omit<SalePrices, 'price_cents'>,
  day: string,
): 'planned' | 'on' | 'over' | null {
  if (sale_price_cents === null) return null
  if (sale_from !== null && day < sale_from) return 'planned'
  return sale_until !== null && day > sale_until ? 'over' : 'on'
}
