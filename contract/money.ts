/** Whole US cents. Dollars are used only on the wire and on the screen. */
export type Cents = number

/** Rounds half up to a whole number, corrected for floating-point errors (1.005 * 100 = 100.49999). */
export function roundHalfUp(value: number): number {
  return Math.round(Number(value.toFixed(4)))
}

export function roundToCents(dollars: number): Cents {
  return roundHalfUp(dollars * 100)
}

/** Converts a fraction to whole millionths: 0.0825 is 82500. */
export function toMillionths(fraction: number): number {
  return roundHalfUp(fraction * 1_000_000)
}

export function percentToMillionths(percent: number): number {
  return roundHalfUp(percent * 10_000)
}

/** Prorates an amount, half a cent rounded up; exact for whole numbers from 0 on. `prorateSql` is the same in SQL. */
export function prorate(amount: Cents, part: number, whole: number): Cents {
  if (whole === 0) return 0
  return Number((BigInt(amount) * BigInt(part) * 2n + BigInt(whole)) / (2n * BigInt(whole)))
}

/** Splits an amount in proportion to `weights`; rounded as a running sum, so the parts add up to the amount. */
export function allocate(amount: Cents, weights: readonly number[]): Cents[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  let before = 0
  return weights.map((weight) => {
    const share = prorate(amount, before + weight, whole) - prorate(amount, before, whole)
    before += weight
    return share
  })
}

/** Cents of dollars that may arrive as a string (R3); `null` when not finite or negative. */
export function parseCents(value: unknown): Cents | null {
  if (typeof value === 'string' && value.trim() === '') return null
  if (typeof value !== 'number' && typeof value !== 'string') return null
  const dollars = Number(value)
  if (!Number.isFinite(dollars) || dollars < 0) return null
  const cents = roundToCents(dollars)
  return Number.isSafeInteger(cents) ? cents : null
}

/** Parses a typed number such as `15.5` and `1,200`; `null` for others, such as `12,50`. */
export function parseNumber(text: string): number | null {
  const isNumber = /^(?=\.?\d)(\d{1,3}(,\d{3})+|\d*)(\.\d*)?$/.test(text)
  return isNumber ? Number(text.replaceAll(',', '')) : null
}

/** Parses typed dollars such as `79`, `$125.00` and `1,098.50`; `null` for others, a third decimal included. */
export function parseDollars(text: string): Cents | null {
  const amount = text.trim().replace(/^\$\s*/, '')
  return /\.\d{3}/.test(amount) ? null : parseCents(parseNumber(amount))
}

/** Formats dollars for fields and spreadsheets: 7950 → `79.50`. */
export function formatDollars(cents: Cents): string {
  return dollars(cents).toFixed(2)
}

/** `null` when an amount is unknown (R46) or the sum is not a safe integer. */
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

/** Formats an amount for shoppers: `$1500.00`, without a separator (R40). */
export function formatMoney(cents: Cents): string {
  return `${cents < 0 ? '-' : ''}$${formatDollars(Math.abs(cents))}`
}

export function formatAdminMoney(cents: Cents): string {
  return formatMoney(cents).replace(/\B(?=(?:\d{3}){1,5}\.)/g, ',')
}

export type PricedLine = { price_cents: Cents; quantity: number }

export function lineTotal({ price_cents, quantity }: PricedLine): Cents {
  return price_cents * quantity
}

export function goodsTotal(lines: readonly PricedLine[]): Cents {
  return lines.reduce((sum, line) => sum + lineTotal(line), 0)
}

export function unitsOf(lines: readonly Pick<PricedLine, 'quantity'>[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0)
}
