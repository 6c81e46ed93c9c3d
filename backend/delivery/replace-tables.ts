import type { DeliveryOption } from '@shop/contract/delivery/calls'
import { isUnusualTaxRate, USUAL_TAX_RATES } from '@shop/contract/tax/calls'
import {
  type ChangeContext,
  canonicalJson,
  changeCatalog,
  type Json,
  type Subject,
} from '../admin/audit/audit.repository.ts'
import { nameLastEditor, type UndoRule } from '../admin/audit/undo-change.ts'
import { bumpCatalogVersion } from '../platform/database/catalog-version/catalog-version.ts'
import type { Database, Trx } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors/app-error.ts'
import {
  listTaxStates,
  listZipRates,
  replaceTaxStateRows,
  replaceZipRateRows,
  type TaxState,
  type ZipTaxRate,
} from '../tax/sales-tax.repository.ts'
import {
  listDeliveryOptions,
  readTaxTable,
  replaceDeliveryOptionRows,
  replaceTaxTable,
  type TaxTable,
} from './checkout.repository.ts'
import {
  parseStoredDeliveryOptions,
  parseStoredTaxStates,
  parseStoredTaxTable,
  parseStoredZipRates,
} from './checkout-files.ts'

/** A table of the checkout that owners replace as a whole. */
type Replaceable<T extends Json> = {
  subject: Subject
  action: string
  /** In a sentence. */
  noun: string
  read: (database: Database) => Promise<T>
  write: (trx: Trx, table: T) => Promise<void>
  /** Parses what the audit log holds. */
  parse: (stored: Json) => T
}

const DELIVERY_OPTIONS: Replaceable<readonly DeliveryOption[]> = {
  subject: { kind: 'delivery', id: 'options' },
  action: 'delivery_options.replaced',
  noun: 'delivery options',
  read: listDeliveryOptions,
  write: replaceDeliveryOptionRows,
  parse: parseStoredDeliveryOptions,
}

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

export const undoDeliveryOptions = undoRuleOf(DELIVERY_OPTIONS)
export const undoTaxRates = undoRuleOf(TAX_RATES)
export const undoZipRates = undoRuleOf(ZIP_RATES)
export const undoTaxStates = undoRuleOf(TAX_STATES)

export function replaceDeliveryOptions(
  context: ChangeContext,
  options: readonly DeliveryOption[],
  seen: readonly DeliveryOption[],
): Promise<number | null> {
  return replace(context, DELIVERY_OPTIONS, options, seen)
}

/** With their source and date. */
export async function replaceTaxRates(
  context: ChangeContext,
  table: TaxTable,
  seen: TaxTable,
  { unusualRates = false }: { unusualRates?: boolean } = {},
): Promise<number | null> {
  requireUsualRates(table.rates, seen.rates, { nameOf: ({ state }) => state, unusualRates })
  return replace(context, TAX_RATES, table, seen)
}

/** In which states sales tax is collected; a state that is not among them counts as not decided. */
export function replaceTaxStates(
  context: ChangeContext,
  states: readonly TaxState[],
  seen: readonly TaxState[],
): Promise<number | null> {
  return replace(context, TAX_STATES, states, seen)
}

/** The rates of ZIP codes, which win over those of their states. */
export async function replaceZipRates(
  context: ChangeContext,
  rates: readonly ZipTaxRate[],
  seen: readonly ZipTaxRate[],
  { unusualRates = false }: { unusualRates?: boolean } = {},
): Promise<number | null> {
  const nameOf = ({ state, first_zip }: ZipTaxRate) => `${state} ${first_zip}`
  requireUsualRates(rates, seen, { nameOf, unusualRates })
  return replace(context, ZIP_RATES, rates, seen)
}

/**
 * Replaces a table; the checkout shows it within a second. Throws when the current one is not `seen`, which the caller was
 * shown. Returns the audit entry's id, or `null` when nothing differs.
 */
function replace<T extends Json>(
  context: ChangeContext,
  { subject, action, noun, read, write }: Replaceable<T>,
  after: T,
  seen: T,
): Promise<number | null> {
  return changeCatalog(context, async (trx) => {
    const before = await read(trx)
    if (canonicalJson(before) !== canonicalJson(seen)) {
      const who = await nameLastEditor(trx, [subject])
      throw new AppError('conflict', `${who} has changed the ${noun} since you opened them. Please look at them again.`)
    }
    if (canonicalJson(before) === canonicalJson(after)) return null
    await write(trx, after)
    return { action, subject, before, after }
  })
}

function undoRuleOf<T extends Json>({ read, write, parse }: Replaceable<T>): UndoRule {
  return { lock: bumpCatalogVersion, readPresent: read, writeBefore: (trx, { before }) => write(trx, parse(before)) }
}

/** A rate of 82 % is one of 8.2 % without its point, and one of 0.082 % is a fraction, unless it is said to be meant. */
function requireUsualRates<Rate extends { rate_millionths: number }>(
  rates: readonly Rate[],
  seen: readonly Rate[],
  { nameOf, unusualRates }: { nameOf: (rate: Rate) => string; unusualRates: boolean },
): void {
  const before = new Map(seen.map((rate) => [nameOf(rate), rate.rate_millionths]))
  const unusual = rates.find(
    (rate) => isUnusualTaxRate(rate.rate_millionths / 10_000) && before.get(nameOf(rate)) !== rate.rate_millionths,
  )
  if (unusual === undefined || unusualRates) return
  const percent = unusual.rate_millionths / 10_000
  throw new AppError(
    'conflict',
    `${nameOf(unusual)}: ${percent} % is unusual, most rates are ${USUAL_TAX_RATES}. Please confirm that it is meant.`,
  )
}
