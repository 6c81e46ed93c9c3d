import { get } from '../http/call.ts'
import { asNumber, asRecord } from '../http/coercion.ts'

/** A higher rate may lack its decimal point; a lower one may be a fraction. */
const USUAL_TAX_PERCENT = { from: 1, to: 15 } as const

export const USUAL_TAX_RATES = `${USUAL_TAX_PERCENT.from}% to ${USUAL_TAX_PERCENT.to}%`

/** Whether a rate in percent is unusual; 0 is that of states without sales tax. */
export function isUnusualTaxRate(percent: number): boolean {
  return percent !== 0 && (percent < USUAL_TAX_PERCENT.from || percent > USUAL_TAX_PERCENT.to)
}

export function taxRateDoubt(percent: number): string | null {
  return isUnusualTaxRate(percent) ? `${percent}% is unusual, most rates are ${USUAL_TAX_RATES}` : null
}

export const taxCalls = {
  getStateTaxRate: get<TaxRate, { params: { state: string } }>('/api/api/state-tax-rate/:state', parseTaxRate),
}

/** A fraction; `null` when unknown. `percent`: it arrived as a percentage (R19). */
export type TaxRate = { rate: number | null; percent: boolean }

/** Parses a rate: a fraction, as number or string; a value above 1 is a percentage (R19). */
export function parseTaxRate(body: unknown): TaxRate {
  const value = asNumber(asRecord(body)?.combined_tax_rate)
  if (value === null || value < 0 || value > 100) return { rate: null, percent: false }
  return value > 1 ? { rate: value / 100, percent: true } : { rate: value, percent: false }
}
