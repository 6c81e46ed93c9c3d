import type { DeliveryOption } from '@shop/contract/delivery/calls'
import type { Database, Trx } from '../platform/database/database.ts'

/** In the order of the checkout, which preselects the first. */
export async function listDeliveryOptions(database: Database): Promise<DeliveryOption[]> {
  const rows = await database.selectFrom('delivery_options').selectAll().orderBy('position').execute()
  return rows.map(({ position: _, ...option }) => option)
}

/** Bump the catalog's version first. */
export async function replaceDeliveryOptionRows(trx: Trx, options: readonly DeliveryOption[]): Promise<void> {
  await trx.deleteFrom('delivery_options').execute()
  const rows = options.map((option, position) => ({ ...option, position }))
  if (rows.length > 0) await trx.insertInto('delivery_options').values(rows).execute()
}

declare module '../platform/database/tables.ts' {
  interface Tables {
    delivery_options: DeliveryOptionsTable
  }
}

type DeliveryOptionsTable = DeliveryOption & {
  /** From 0; the first is preselected. */
  position: number
}
