import { type Cents, prorate } from '@shop/contract/money'
import type { StoredProduct } from './catalog.repository.ts'

type Priced = Pick<StoredProduct, 'price_cents' | 'wholesale_price_cents' | 'wholesale_minimum'>
type Wholesale = { wholesale_price_cents: Cents | null; wholesale_minimum: number | null }

/** The wholesale price, else `percent` of the regular one, `null` where that is 0; and the minimum. */
export function resolveWholesale(
  { price_cents, wholesale_price_cents, wholesale_minimum }: Priced,
  percent: number,
): Wholesale {
  const share = percent === 0 ? null : prorate(price_cents, percent, 100)
  return {
    wholesale_price_cents: wholesale_price_cents ?? share,
    wholesale_minimum: wholesale_minimum === 0 ? null : wholesale_minimum,
  }
}
