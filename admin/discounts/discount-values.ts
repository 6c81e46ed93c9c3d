import type { AdminCode, CodeTerms } from '@shop/contract/discounts/admin'
import { type Cents, formatDollars, parseDollars } from '@shop/contract/money'

export type CodeValues = {
  kind: AdminCode['kind']
  value: string
  /** Empty: none. */
  minimum: string
  lines: string[]
  product_ids: string[]
  starts_on: string
  ends_on: string
  /** Empty: any number. */
  max_uses: string
  once_each: boolean
}

export const EMPTY_VALUES: CodeValues = {
  kind: 'percent',
  value: '',
  minimum: '',
  lines: [],
  product_ids: [],
  starts_on: '',
  ends_on: '',
  max_uses: '',
  once_each: false,
}

export function valuesOf(code: CodeTerms): CodeValues {
  const { kind, value, minimum_cents, lines, product_ids, starts_on, ends_on, max_uses, once_each } = code
  return {
    ...{ kind, lines, product_ids, once_each },
    value: kind === 'percent' ? String(value) : formatDollars(value),
    minimum: minimum_cents === 0 ? '' : formatDollars(minimum_cents),
    starts_on: starts_on ?? '',
    ends_on: ends_on ?? '',
    max_uses: max_uses === null ? '' : String(max_uses),
  }
}

/** An unreadable value is sent as a number that the shop refuses beside its field. */
export function termsOf(values: CodeValues): CodeTerms {
  const { kind, value, minimum, lines, product_ids, starts_on, ends_on, max_uses, once_each } = values
  return {
    ...{ kind, lines, product_ids, once_each },
    value: kind === 'percent' ? parseCount(value.replace('%', '')) : parseAmount(value),
    minimum_cents: minimum.trim() === '' ? 0 : parseAmount(minimum),
    starts_on: starts_on === '' ? null : starts_on,
    ends_on: ends_on === '' ? null : ends_on,
    max_uses: max_uses.trim() === '' ? null : parseCount(max_uses),
  }
}

function parseAmount(text: string): Cents {
  return parseDollars(text) ?? -1
}

function parseCount(text: string): number {
  return /^\d{1,7}$/.test(text.trim()) ? Number(text) : -1
}
