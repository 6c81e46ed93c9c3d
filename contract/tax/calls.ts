import { get } from '../http/call.ts'
import { asNumber, asRecord } from '../http/coercion.ts'

/** All 50 states, abbreviation and name. */
export const US_STATES = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
} as const

export type StateCode = keyof typeof US_STATES

/** Combined rates are between these. A decimal point may be missing in a higher one; a lower one may be a fraction. */
const USUAL_TAX_PERCENT = { from: 1, to: 15 } as const

export const USUAL_TAX_RATES = `${USUAL_TAX_PERCENT.from} % to ${USUAL_TAX_PERCENT.to} %`

/** Whether a rate in percent is asked about before it is saved; 0 is that of states without a sales tax. */
export function isUnusualTaxRate(percent: number): boolean {
  return percent !== 0 && (percent < USUAL_TAX_PERCENT.from || percent > USUAL_TAX_PERCENT.to)
}

/** A state's abbreviation in any letter case; `null` when there is no such state. */
export function parseStateCode(text: string): StateCode | null {
  const code = text.trim().toUpperCase()
  return isStateCode(code) ? code : null
}

function isStateCode(code: string): code is StateCode {
  return Object.hasOwn(US_STATES, code)
}

export const taxCalls = {
  getStateTaxRate: get<TaxRate, { params: { state: string } }>('/api/api/state-tax-rate/:state', parseTaxRate),
}

/** A rate as a fraction; `null` when unknown. `percent` is set when it arrived as a percentage (R19). */
export type TaxRate = { rate: number | null; percent: boolean }

/** Parses a tax rate: a fraction, as a number or string; a value above 1 is a percentage (R19). */
export function parseTaxRate(body: unknown): TaxRate {
  const value = asNumber(asRecord(body)?.combined_tax_rate)
  if (value === null || value < 0 || value > 100) return { rate: null, percent: false }
  return value > 1 ? { rate: value / 100, percent: true } : { rate: value, percent: false }
}
