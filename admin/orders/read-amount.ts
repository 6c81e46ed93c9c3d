import { type Cents, readDollars, roundToCents } from '@shop/contract/money'

/** The largest amount that a field takes, in dollars. */
const MAX_DOLLARS = 9_999_999.99

/** Cents of what was typed, such as `12.50`, `$12` or `1,098.50`; `null` when it is no amount, `12,50` for one. */
export function readAmount(text: string): Cents | null {
  const dollars = /\.\d{3}/.test(text) ? null : readDollars(text)
  return dollars === null || dollars > MAX_DOLLARS ? null : roundToCents(dollars)
}
