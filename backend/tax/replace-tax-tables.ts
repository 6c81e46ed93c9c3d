import { parseStateCode } from '@shop/contract/address/us-states'
import { type AdminZipRate, zipRateDoubt } from '@shop/contract/tax/admin'
import { taxRateDoubt } from '@shop/contract/tax/calls'
import type { ChangeContext } from '../admin/audit/audit.repository.ts'
import { type Replaceable, replaceTable, undoRuleOf } from '../admin/audit/replace-table.ts'
import { AppError } from '../platform/http/errors/app-error.ts'
import {
  listTaxStates,
  listZipRates,
  replaceTaxStateRows,
  replaceZipRateRows,
  type TaxState,
  type ZipTaxRate,
} from './sales-tax.repository.ts'
import { parseStoredTaxStates, parseStoredTaxTable, parseStoredZipRates } from './state-rates-file.ts'
import { readTaxTable, replaceTaxTable, type TaxTable } from './tax-rates.repository.ts'

const TAX_RATES: Replaceable<TaxTable> = {
  subject: { kind: 'tax', id: 'rates' },
  action: 'tax_rates.replaced',
  noun: 'tax rates',
  read: readTaxTable,
  write: replaceTaxTable,
  parse: parseStoredTaxTable,
}

const TAX_STATES: Replaceable<readonly TaxState[]> = {
  subject: { kind: 'tax', id: 'states' },
  action: 'tax_states.replaced',
  noun: 'states in which sales tax is collected',
  read: listTaxStates,
  write: replaceTaxStateRows,
  parse: parseStoredTaxStates,
}

const ZIP_RATES: Replaceable<readonly ZipTaxRate[]> = {
  subject: { kind: 'tax', id: 'ZIP codes' },
  action: 'zip_rates.replaced',
  noun: 'rates of ZIP codes',
  read: listZipRates,
  write: replaceZipRateRows,
  parse: parseStoredZipRates,
}

export const undoTaxRates = undoRuleOf(TAX_RATES)
export const undoZipRates = undoRuleOf(ZIP_RATES)
export const undoTaxStates = undoRuleOf(TAX_STATES)

/** With source and date. */
export async function replaceTaxRates(
  context: ChangeContext,
  table: TaxTable,
  seen: TaxTable,
  { unusual_rates = false }: { unusual_rates?: boolean } = {},
): Promise<number | null> {
  if (!unusual_rates) {
    const doubtOf = ({ rate_millionths }: { rate_millionths: number }) => taxRateDoubt(rate_millionths / 10_000)
    requireUsualRates(table.rates, seen.rates, { nameOf: ({ state }) => state, doubtOf })
  }
  return replaceTable(context, TAX_RATES, table, seen)
}

/** A state that is not listed is undecided. */
export function replaceTaxStates(
  context: ChangeContext,
  states: readonly TaxState[],
  seen: readonly TaxState[],
): Promise<number | null> {
  return replaceTable(context, TAX_STATES, states, seen)
}

/** They take precedence over the states' rates. */
export async function replaceZipRates(
  context: ChangeContext,
  rates: readonly ZipTaxRate[],
  seen: readonly ZipTaxRate[],
  { unusual_rates = false }: { unusual_rates?: boolean } = {},
): Promise<number | null> {
  if (!unusual_rates) {
    const nameOf = ({ state, first_zip }: ZipTaxRate) => `${state} ${first_zip}`
    const doubtOf = (rate: ZipTaxRate) => toWireRate(rate).map(zipRateDoubt)[0] ?? null
    requireUsualRates(rates, seen, { nameOf, doubtOf })
  }
  return replaceTable(context, ZIP_RATES, rates, seen)
}

/** Empty for a state that is no longer known. */
export function toWireRate({ state, first_zip: from, last_zip: to, rate_millionths }: ZipTaxRate): AdminZipRate[] {
  const code = parseStateCode(state)
  return code === null ? [] : [{ state: code, from, to, percent: rate_millionths / 10_000 }]
}

/** Throws for a doubtful rate, unless the stored rate has the same doubt. */
function requireUsualRates<Rate>(
  rates: readonly Rate[],
  seen: readonly Rate[],
  { nameOf, doubtOf }: { nameOf: (rate: Rate) => string; doubtOf: (rate: Rate) => string | null },
): void {
  const meant = new Map(seen.map((rate) => [nameOf(rate), doubtOf(rate)]))
  for (const rate of rates) {
    const doubt = doubtOf(rate)
    if (doubt !== null && doubt !== meant.get(nameOf(rate)))
      throw new AppError('conflict', `${nameOf(rate)}: ${doubt}. Please confirm that’s what you want.`)
  }
}
