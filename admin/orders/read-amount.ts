import { type Cents, roundToCents } from '@shop/contract/money'

/** Cents of what was typed, such as `12.50` or `$12`; `null` when it is no amount, `12,50` for one. */
export function readAmount(text: string): Cents | null {
  const trimmed = text.trim()
  return /^\$?\d{1,7}(\.\d{1,2})?$/.test(trimmed) ? roundToCents(Number(trimmed.replace('$', ''))) : null
}
