import * as z from 'zod/mini'
import { asCount, asNumber, asRecord, asText } from './coercion.ts'
import { defineEndpoint } from './endpoint.ts'
import { type Cents, centsFromWire } from './money.ts'

/** Delivery is free from this subtotal on (section 9), in cents. */
export const FREE_DELIVERY_FROM_CENTS: Cents = 4500

/** The longest address line (section 5), in characters. */
export const ADDRESS_LINE_LENGTH = 300
export const ZIP_LENGTH = 5
/** Names and e-mail addresses of forms, in characters; ours, so that no field is without a limit. */
export const NAME_LENGTH = 100
export const EMAIL_LENGTH = 254

/** All 50 states, abbreviation and name (section 9). */
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

/** A state's abbreviation in any letter case; `null` when there is no such state. */
export function parseStateCode(text: string): StateCode | null {
  const code = text.trim().toUpperCase()
  return isStateCode(code) ? code : null
}

function isStateCode(code: string): code is StateCode {
  return Object.hasOwn(US_STATES, code)
}

/** What a form says of an address that is none (section 5). */
export const INVALID_EMAIL = 'Please enter a valid email address'

/** Text, @, text, a dot and at least 2 letters (section 5). */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[A-Za-z]{2,}$/.test(text.trim())
}

// Delivery -----------------------------------------------------------------------------------------

/** More business days than this are no estimate but a broken row: no calendar could show their date. */
export const ESTIMATED_DAYS_LIMIT = 1000

export type DeliveryOption = {
  delivery_type_id: string
  provider_name: string
  delivery_type: string
  display_text: string
  /** For one unit of goods, in cents. */
  delivery_cost_cents: Cents
  /** Business days. */
  estimated_days: number
}

/** An option as any backend may offer it. */
export type DeliveryOffer = Omit<DeliveryOption, 'estimated_days'> & {
  /** Tells offers apart, also those that have the same id (R48). */
  key: string
  /** `null` when the date is not known (R48). */
  estimated_days: number | null
}

const wireDeliveryOption = z.object({
  delivery_type_id: z.string(),
  provider_name: z.string(),
  delivery_type: z.string(),
  display_text: z.string(),
  delivery_cost: z.number(),
  estimated_days: z.number(),
})

export const listDeliveryOptionsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/api/delivery-options',
  summary: 'Lists the delivery options; the first one is the default',
  response: z.array(wireDeliveryOption),
  errors: [],
  parse: parseDeliveryOptions,
})

/** Parses the options; malformed ones are left out (R3), a body that is no list throws. */
export function parseDeliveryOptions(body: unknown): DeliveryOffer[] {
  if (!Array.isArray(body)) throw new TypeError('the delivery options are no list')
  const keys = new Set<string>()
  return body.flatMap((value) => {
    const option = parseDeliveryOption(value)
    if (option === null) return []
    const key = nextKey(keys, option.delivery_type_id)
    keys.add(key)
    return [{ key, ...option }]
  })
}

function parseDeliveryOption(value: unknown): Omit<DeliveryOffer, 'key'> | null {
  const row = asRecord(value)
  const id = asText(row?.delivery_type_id)
  const cost = centsFromWire(row?.delivery_cost)
  const days = asCount(row?.estimated_days)
  if (row === null || id === null || cost === null || (days ?? 0) > ESTIMATED_DAYS_LIMIT) return null
  const type = asText(row.delivery_type) ?? ''
  const provider = asText(row.provider_name) ?? ''
  return {
    delivery_type_id: id,
    provider_name: provider,
    delivery_type: type,
    display_text: asText(row.display_text) ?? ([provider, type].join(' ').trim() || 'Delivery'),
    delivery_cost_cents: cost,
    estimated_days: days,
  }
}

/** The id where it is the only one, and its place among its like where it is not. */
function nextKey(taken: ReadonlySet<string>, id: string): string {
  let key = id
  for (let place = 2; taken.has(key); place += 1) key = `${id} #${place}`
  return key
}

/** The day so many business days after `from`, Saturdays and Sundays skipped, holidays not (R20). Local time. */
export function addBusinessDays(from: Date, days: number): Date {
  const date = new Date(from.getFullYear(), from.getMonth(), from.getDate())
  const whole = Math.max(0, Math.trunc(days))
  // Five business days are always one week, whatever the weekday.
  date.setDate(date.getDate() + Math.floor(whole / 5) * 7)
  for (let left = whole % 5; left > 0; ) {
    date.setDate(date.getDate() + 1)
    if (!isWeekend(date)) left -= 1
  }
  // Whole weeks counted from a Saturday or Sunday end on one: the last business day before it is meant.
  while (whole > 0 && isWeekend(date)) date.setDate(date.getDate() - 1)
  return date
}

function isWeekend(date: Date): boolean {
  return date.getDay() === 0 || date.getDay() === 6
}

// Tax ------------------------------------------------------------------------------------------------

export const getStateTaxRateEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/api/state-tax-rate/:state',
  summary: "Returns a state's combined sales tax rate, as a fraction",
  params: z.object({ state: z.string().check(z.minLength(1), z.maxLength(20)) }),
  response: z.object({ combined_tax_rate: z.number() }),
  errors: ['not_found'],
  parse: parseTaxRate,
})

/** A rate as a fraction; `null` when the answer holds none. `percent` tells that it came as a value above 1 (R19). */
export type TaxRate = { rate: number | null; percent: boolean }

/** Parses a tax rate: a fraction, maybe a string; a value above 1 is a percentage (R19). */
export function parseTaxRate(body: unknown): TaxRate {
  const value = asNumber(asRecord(body)?.combined_tax_rate)
  if (value === null || value < 0 || value > 100) return { rate: null, percent: false }
  return value > 1 ? { rate: value / 100, percent: true } : { rate: value, percent: false }
}

// Sums -----------------------------------------------------------------------------------------------

export type OrderSums = {
  subtotal: Cents
  delivery: Cents
  /** Equals `delivery` when delivery is free, otherwise 0. */
  discount: Cents
  tax: Cents
  total: Cents
}

/** What an order would cost, in cents (section 9): total = subtotal + delivery − discount + tax. */
export function orderSums(order: {
  subtotal: Cents
  /** Units in the cart. */
  itemCount: number
  /** The chosen option's cost per unit, 0 when there is none. */
  deliveryCost: Cents
  /** A fraction, `null` when no state was chosen or its rate is missing: no tax then (R19). */
  taxRate: number | null
}): OrderSums {
  const delivery = order.deliveryCost * order.itemCount
  const discount = order.subtotal >= FREE_DELIVERY_FROM_CENTS ? delivery : 0
  const tax = salesTax(order.subtotal, order.taxRate ?? 0)
  return { subtotal: order.subtotal, delivery, discount, tax, total: order.subtotal + delivery - discount + tax }
}

/** Subtotal times rate, rounded half up once (R19). The rate counts to a millionth, so that no float dust decides a cent. */
export function salesTax(subtotal: Cents, rate: number): Cents {
  const millionths = BigInt(Math.round(rate * 1_000_000))
  return Number((BigInt(subtotal) * millionths + 500_000n) / 1_000_000n)
}

// Card fields --------------------------------------------------------------------------------------

export const getClientTokenEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/api/bt/client_token',
  summary: 'Returns the token that starts the card payment client',
  response: z.object({ clientToken: z.string(), provider: z.enum(['braintree', 'sandbox']) }),
  errors: ['unavailable', 'rate_limited'],
  parse: parseClientToken,
})

export type ClientToken = { clientToken: string; provider: 'braintree' | 'sandbox' }

/** Parses the token; a backend that names no provider speaks of Braintree. `null` when the token is missing or empty. */
export function parseClientToken(body: unknown): ClientToken | null {
  const row = asRecord(body)
  const clientToken = asText(row?.clientToken)
  if (clientToken === null) return null
  return { clientToken, provider: row?.provider === 'sandbox' ? 'sandbox' : 'braintree' }
}
