import { get } from '../http/call.ts'
import { asList, asNumber, asRecord, asText } from '../http/coercion.ts'
import type { OrderTerms } from '../order-totals.ts'
import { parseTaxRate, taxCalls } from './calls.ts'

/** A rate of the ZIP codes from one to another, both included; it wins over that of the state. */
export type ZipRate = { from: string; to: string; rate: number }

/** A state's sales tax, once orders are open. */
export type SalesTax = {
  /** Whether the shop collects it in that state; without that an order has none. */
  collected: boolean
  /** A fraction; `null` when it is missing: no tax then (R19). */
  rate: number | null
  deliveryTaxed: boolean
  /** They do not overlap. */
  zipRates: readonly ZipRate[]
}

/** The call of `taxCalls`, whose answer says more once orders are open: paused pages need not load the rest. */
export const salesTaxCalls = {
  getSalesTax: get<SalesTax, { params: { state: string } }>(taxCalls.getStateTaxRate.path, parseSalesTax),
}

/** Parses a state's sales tax; for a shop whose orders are paused, only the rate. */
export function parseSalesTax(body: unknown): SalesTax {
  const row = asRecord(body)
  return {
    collected: row?.collected !== false,
    rate: parseTaxRate(body).rate,
    deliveryTaxed: row?.delivery_taxed === true,
    zipRates: asList(row?.zip_rates).flatMap(parseZipRate),
  }
}

function parseZipRate(value: unknown): ZipRate[] {
  const row = asRecord(value)
  const [from, to, rate] = [asText(row?.from), asText(row?.to), asNumber(row?.combined_tax_rate)]
  return from === null || to === null || rate === null ? [] : [{ from, to, rate }]
}

/** The tax terms of an order to this ZIP code; while it is not typed in full, those of the state. */
export function taxTermsOf(
  { collected, rate, deliveryTaxed, zipRates }: SalesTax,
  zip: string,
): Pick<OrderTerms, 'taxRate' | 'deliveryTaxed'> {
  if (!collected) return { taxRate: 0, deliveryTaxed: false }
  // Texts of five digits are in the order of their numbers.
  const own = zip.length === 5 ? zipRates.find(({ from, to }) => from <= zip && zip <= to) : undefined
  return { taxRate: own?.rate ?? rate, deliveryTaxed }
}
