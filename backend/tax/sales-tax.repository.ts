import { parseStateCode, type StateCode, US_STATES } from '@shop/contract/address/us-states'
import { keysOf } from '@shop/contract/http/coercion'
import type { OrderTerms } from '@shop/contract/order-totals'
import type { SalesTax } from '@shop/contract/tax/zip-rates'
import type { Database, Trx } from '../platform/database/database.ts'
import { chunksOf } from '../platform/database/queries.ts'
import { findTaxRate, listTaxRates } from './tax-rates.repository.ts'

/** With the rate as stored. */
type TaxTerms = Pick<OrderTerms, 'deliveryTaxed'> & { rateMillionths: number }

/** For an online order to a ZIP code: no tax where it is not collected. */
export async function findTaxTerms(
  database: Database,
  { state, zip }: { state: StateCode | null; zip: string },
): Promise<TaxTerms> {
  const decision = state === null ? null : await findDecision(database, state)
  if (state === null || decision?.collected !== 1) return { rateMillionths: 0, deliveryTaxed: false }
  const own = await findZipRate(database, state, zip)
  return {
    rateMillionths: own ?? (await findTaxRate(database, state)) ?? 0,
    deliveryTaxed: decision.delivery_taxed === 1,
  }
}

export async function findSalesTax(database: Database, state: StateCode): Promise<SalesTax | null> {
  const [rate, decision, zipRates] = await Promise.all([
    findTaxRate(database, state),
    findDecision(database, state),
    database.selectFrom('zip_tax_rates').selectAll().where('state', '=', state).orderBy('first_zip').execute(),
  ])
  const tax = decideSalesTax(rate, decision, zipRates)
  return tax.rate === null ? null : tax
}

/** The tax by state for manual orders. An undecided state has its rate until the shop collects somewhere. */
export async function listTakenTaxes(database: Database): Promise<(SalesTax & { state: StateCode })[]> {
  const rates = new Map((await listTaxRates(database)).map((row) => [row.state, row.rate_millionths]))
  const decisions = new Map((await listTaxStates(database)).map((row) => [row.state, row]))
  const zipRates = Map.groupBy(await listZipRates(database), ({ state }) => state)
  const isCollecting = [...decisions.values()].some(({ collected }) => collected === 1)
  return keysOf(US_STATES).map((state) => {
    const [rate = null, decision = null] = [rates.get(state), decisions.get(state)]
    const isEstimated = decision === null && !isCollecting
    if (isEstimated) return { state, collected: true, rate: fractionOf(rate), deliveryTaxed: false, zipRates: [] }
    return { state, ...decideSalesTax(rate, decision, zipRates.get(state) ?? []) }
  })
}

function decideSalesTax(rate: number | null, decision: TaxState | null, zipRates: readonly ZipTaxRate[]): SalesTax {
  if (decision?.collected !== 1) return { collected: false, rate: 0, deliveryTaxed: false, zipRates: [] }
  return {
    collected: true,
    rate: fractionOf(rate),
    deliveryTaxed: decision.delivery_taxed === 1,
    zipRates: zipRates.map(({ first_zip, last_zip, rate_millionths }) => {
      return { from: first_zip, to: last_zip, rate: rate_millionths / 1_000_000 }
    }),
  }
}

function fractionOf(millionths: number | null): number | null {
  return millionths === null ? null : millionths / 1_000_000
}

/** By name. */
export async function listUndecidedStates(database: Database): Promise<StateCode[]> {
  const rows = await database.selectFrom('tax_states').select('state').execute()
  const decided = new Set(rows.map(({ state }) => state))
  return Object.keys(US_STATES).flatMap((text) => {
    const state = decided.has(text) ? null : parseStateCode(text)
    return state === null ? [] : [state]
  })
}

export async function listTaxStates(database: Database): Promise<TaxState[]> {
  return database.selectFrom('tax_states').selectAll().orderBy('state').execute()
}

/** Bump the catalog's version first. */
export async function replaceTaxStateRows(trx: Trx, states: readonly TaxState[]): Promise<void> {
  await trx.deleteFrom('tax_states').execute()
  if (states.length === 0) return
  await trx
    .insertInto('tax_states')
    .values([...states])
    .execute()
}

export async function listZipRates(database: Database): Promise<ZipTaxRate[]> {
  return database.selectFrom('zip_tax_rates').selectAll().orderBy('state').orderBy('first_zip').execute()
}

/** Bump the catalog's version first. */
export async function replaceZipRateRows(trx: Trx, rates: readonly ZipTaxRate[]): Promise<void> {
  await trx.deleteFrom('zip_tax_rates').execute()
  for (const part of chunksOf(rates))
    await trx
      .insertInto('zip_tax_rates')
      .values([...part])
      .execute()
}

async function findDecision(database: Database, state: StateCode) {
  const row = await database.selectFrom('tax_states').selectAll().where('state', '=', state).executeTakeFirst()
  return row ?? null
}

/** In millionths, of a ZIP code with its own rate. */
async function findZipRate(database: Database, state: StateCode, zip: string): Promise<number | null> {
  const row = await database
    .selectFrom('zip_tax_rates')
    .select('rate_millionths')
    .where('state', '=', state)
    .where('first_zip', '<=', zip)
    .where('last_zip', '>=', zip)
    .executeTakeFirst()
  return row?.rate_millionths ?? null
}

type SalesTaxTables = { tax_states: TaxState; zip_tax_rates: ZipTaxRate }

declare module '../platform/database/tables.ts' {
  interface Tables extends SalesTaxTables {}
}

/** Undecided states have no row. */
export type TaxState = {
  state: string
  collected: number
  delivery_taxed: number
  /** The permit's number, as a note. */
  permit: string
}

/** Both ends are included; a state's ranges don't overlap. */
export type ZipTaxRate = {
  state: string
  /** Five digits, as is `last_zip`. */
  first_zip: string
  last_zip: string
  rate_millionths: number
}
