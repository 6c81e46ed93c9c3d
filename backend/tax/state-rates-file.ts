import { US_STATES } from '@shop/contract/address/us-states'
import { keysOf } from '@shop/contract/http/coercion'
import { toMillionths } from '@shop/contract/money'
import { cleanText } from '@shop/contract/text/clean-text'
import * as z from 'zod/mini'
import type { Json } from '../admin/audit/canonical-json.ts'
import { type Parsed, parseJsonFile } from '../platform/lib/json-file.ts'
import type { TaxState, ZipTaxRate } from './sales-tax.repository.ts'
import type { TaxTable } from './tax-rates.repository.ts'

const trimmed = (max: number) => z.string().check(cleanText(), z.trim(), z.minLength(1), z.maxLength(max))

const STATE_CODES = keysOf(US_STATES)

/** The source of the figures, and a rate for each of the 50 states. */
const taxFile = z.strictObject({
  source: trimmed(500),
  published: z.iso.date(),
  note: trimmed(2000),
  rates: z.record(
    z.enum(STATE_CODES),
    z.number('has no rate').check(z.minimum(0), z.maximum(1, 'must be a fraction, such as 0.0946')),
  ),
})

/** In the format of catalog/tax-rates.json. */
export function parseTaxFile(text: string, name = 'tax-rates.json'): Parsed<TaxTable> {
  const { data, errors } = parseJsonFile(name, text, taxFile)
  if (data === null) return { found: null, errors }
  const { rates, ...source } = data
  const stored = STATE_CODES.map((state) => ({ state, rate_millionths: toMillionths(rates[state]) }))
  return { found: { ...source, rates: stored.sort((a, b) => (a.state < b.state ? -1 : 1)) }, errors: [] }
}

export function parseStoredTaxTable(value: Json): TaxTable {
  const rate = z.object({ state: z.enum(STATE_CODES), rate_millionths: z.int() })
  const text = z.string()
  return z.parse(z.object({ source: text, published: text, note: text, rates: z.array(rate) }), value)
}

export function parseStoredTaxStates(value: Json): TaxState[] {
  const flag = z.int()
  const state = z.object({ state: z.string(), collected: flag, delivery_taxed: flag, permit: z.string() })
  return z.parse(z.array(state), value)
}

export function parseStoredZipRates(value: Json): ZipTaxRate[] {
  const text = z.string()
  const rate = z.object({ state: text, first_zip: text, last_zip: text, rate_millionths: z.int() })
  return z.parse(z.array(rate), value)
}
