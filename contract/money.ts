/** A whole number of US cents. Money is in cents everywhere; dollars are used only on the wire and on the screen. */
export type Cents = number

/**
 * Rounds half a cent up, corrected for floating-point errors such as 1.005 * 100 = 100.49999. The only place where
 * money is rounded.
 */
export function roundToCents(dollars: number): Cents {
  return Math.round(Number((dollars * 100).toFixed(4)))
}

/**
 * Cents of an amount in dollars that may arrive as a string (R3); `null` when it is not a finite number or negative.
 */
export function parseCents(value: unknown): Cents | null {
  if (typeof value === 'string' && value.trim() === '') return null
  if (typeof value !== 'number' && typeof value !== 'string') return null
  const dollars = Number(value)
  if (!Number.isFinite(dollars) || dollars < 0) return null
  const cents = roundToCents(dollars)
  return Number.isSafeInteger(cents) ? cents : null
}

/**
 * Dollars as a person or a spreadsheet writes them, such as `79`, `$125.00` and `1,098.50`; `null` for anything else, such
 * as `12,50`, whose comma is no separator of thousands.
 */
export function readDollars(text: string): number | null {
  const number = /^\$? ?((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)$/.exec(text.trim())?.[1]
  return number === undefined ? null : Number(number.replaceAll(',', ''))
}

/** The sum of amounts; `null` when one of them is unknown (R46), or the sum is not a safe integer. */
export function sumCents(...amounts: (Cents | null)[]): Cents | null {
  let sum: Cents = 0
  for (const amount of amounts) {
    if (amount === null) return null
    sum += amount
  }
  return Number.isSafeInteger(sum) ? sum : null
}

/** Dollars for the wire: 7900 → 79. */
export function dollars(cents: Cents): number {
  return cents / 100
}

/** For example `$1500.00`: a dollar sign, two decimals, no separator (R40). */
export function formatMoney(cents: Cents): string {
  const sign = cents < 0 ? '-' : ''
  const whole = Math.abs(cents)
  return `${sign}$${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, '0')}`
}
