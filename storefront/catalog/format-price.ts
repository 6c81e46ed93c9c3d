import { type Cents, formatMoney } from '@shop/contract/money'

/** A price, or 'N/A' without one. */
export function formatPrice(cents: Cents | null): string {
  return cents === null ? 'N/A' : formatMoney(cents)
}
