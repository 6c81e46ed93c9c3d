import { parseStateCode, type StateCode } from '@shop/contract/address/us-states'
import type { Database, Trx } from '../platform/database/database.ts'

export type StoredTaxRate = { state: StateCode; rate_millionths: number }

/** In millionths; `null` when there is none. */
export async function findTaxRate(database: Database, state: StateCode): Promise<number | null> {
  const row = await database
    .selectFrom('tax_rates')
    .select('rate_millionths')
    .where('state', '=', state)
    .executeTakeFirst()
  return row?.rate_millionths ?? null
}

export async function listTaxRates(database: Database): Promise<{ state: string; rate_millionths: number }[]> {
  return database.selectFrom('tax_rates').select(['state', 'rate_millionths']).orderBy('state').execute()
}

export async function hasTaxRates(database: Database): Promise<boolean> {
  return (await database.selectFrom('tax_rates').select('state').executeTakeFirst()) !== undefined
}

/** In the order of the states. */
export type TaxTable = TaxSource & { rates: readonly StoredTaxRate[] }

/** For rates imported before sources were stored. */
export const UNKNOWN_SOURCE: TaxSource = { source: '', published: '', note: '' }

export async function readTaxTable(database: Database): Promise<TaxTable> {
  const stored = await database.selectFrom('tax_source').selectAll().executeTakeFirst()
  const { id: _, ...source } = stored ?? { id: 1, ...UNKNOWN_SOURCE }
  const rows = await database.selectFrom('tax_rates').selectAll().orderBy('state').execute()
  const rates = rows.flatMap(({ state, rate_millionths }) => {
    const code = parseStateCode(state)
    return code === null ? [] : [{ state: code, rate_millionths }]
  })
  return { ...source, rates }
}

/** Bump the catalog's version first. */
export async function replaceTaxTable(trx: Trx, { rates, ...source }: TaxTable): Promise<void> {
  await trx.deleteFrom('tax_rates').execute()
  await trx.deleteFrom('tax_source').execute()
  if (rates.length > 0)
    await trx
      .insertInto('tax_rates')
      .values([...rates])
      .execute()
  await trx
    .insertInto('tax_source')
    .values({ id: 1, ...source })
    .execute()
}

type TaxTables = {
  tax_rates: TaxRatesTable
  tax_source: TaxSourceTable
}

declare module '../platform/database/tables.ts' {
  interface Tables extends TaxTables {}
}

type TaxRatesTable = {
  state: string
  /** 94600 is 9.46 percent. */
  rate_millionths: number
}

/** One row, or none when imported before it was stored. */
type TaxSourceTable = TaxSource & { id: number }

export type TaxSource = {
  source: string
  /** A calendar day. */
  published: string
  note: string
}
