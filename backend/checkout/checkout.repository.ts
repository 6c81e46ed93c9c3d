import type { DeliveryOption } from '@shop/contract/delivery'
import type { StateCode } from '@shop/contract/tax'
import type { Database, Trx } from '../database/database.ts'

/** A state's combined sales tax rate, in millionths. */
export type StoredTaxRate = { state: StateCode; rate_millionths: number }

export function listDeliveryOptions(database: Database): Promise<DeliveryOption[]> {
  return database
    .selectFrom('delivery_options')
    .select([
      'delivery_type_id',
      'provider_name',
      'delivery_type',
      'display_text',
      'delivery_cost_cents',
      'estimated_days',
    ])
    .orderBy('position')
    .execute()
}

/** A state's rate in millionths; `null` when there is none. */
export async function findTaxRate(database: Database, state: StateCode): Promise<number | null> {
  const row = await database
    .selectFrom('tax_rates')
    .select('rate_millionths')
    .where('state', '=', state)
    .executeTakeFirst()
  return row?.rate_millionths ?? null
}

/** All rates, by state. */
export async function listTaxRates(database: Database): Promise<{ state: string; rate_millionths: number }[]> {
  return database.selectFrom('tax_rates').select(['state', 'rate_millionths']).orderBy('state').execute()
}

export async function hasTaxRates(database: Database): Promise<boolean> {
  return (await database.selectFrom('tax_rates').select('state').executeTakeFirst()) !== undefined
}

/** Replaces all options and rates. Bump the catalog's version first. */
export async function replaceDeliveryAndTax(
  trx: Trx,
  options: readonly DeliveryOption[],
  rates: readonly StoredTaxRate[],
): Promise<void> {
  await trx.deleteFrom('delivery_options').execute()
  await trx.deleteFrom('tax_rates').execute()
  const rows = options.map((option, position) => ({ ...option, position }))
  if (rows.length > 0) await trx.insertInto('delivery_options').values(rows).execute()
  if (rates.length > 0)
    await trx
      .insertInto('tax_rates')
      .values([...rates])
      .execute()
}
