import { get } from '../http/call.ts'
import { asList, asNumber, asRecord, asText } from '../http/coercion.ts'
import type { OrderTerms } from '../order-totals.ts'
import { parseTaxRate, taxCalls } from './calls.ts'

/** Applies to both ZIP codes and all between; takes precedence over the state's. */
export type ZipRate = { from: string; to: string; rate: number }

export type SalesTax = {
  /** Without it, an order has no tax. */
  collected: boolean
  /** A fraction; `null` when missing: no tax then (R19). */
  rate: number | null
  deliveryTaxed: boolean
  zipRates: readonly ZipRate[]
}

/** `taxCalls` with the answer of a shop whose orders are open; paused pages need not load it. */
export const salesTaxCalls = {
  getSalesTax: get<SalesTax, { params: { state: string } }>(taxCalls.getStateTaxRate.path, parseSalesTax),
}

/** Parses a state's sales tax; while orders are paused, only the rate. */
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

/** The tax terms for a ZIP code; until it is complete, those of the state. */
export function selectTaxTerms(
  { collected, rate, deliveryTaxed, zipRates }: SalesTax,
  zip: string,
): Pick<OrderTerms, 'taxRate' | 'deliveryTaxed'> {
  if (!collected) return { taxRate: 0, deliveryTaxed: false }
  // Five digits sort like numbers.
  const own = zip.length === 5 ? zipRates.find(({ from, to }) => from <= zip && zip <= to) : undefined
  return { taxRate: own?.rate ?? rate, deliveryTaxed }
}
