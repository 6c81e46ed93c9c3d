import { type Cents, formatMoney } from '@shop/contract/money'

/** A price, or 'N/A' where a product has none (section 2, Product detail). */
export function formatPrice(cents: Cents | null): string {
  return cents === null ? 'N/A' : formatMoney(cents)
}
