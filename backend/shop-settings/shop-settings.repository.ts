import type { ShopSettings } from '@shop/contract/shop'
import type { Database, Trx } from '../database/database.ts'
import { parseShopSettings } from '../shop-config.ts'

/** The shop's settings; `null` before the first start. */
export async function findShopSettings(database: Database): Promise<ShopSettings | null> {
  const rows = await database.selectFrom('shop_settings').selectAll().execute()
  if (rows.length === 0) return null
  return parseShopSettings(Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value)])))
}

/** The shop's settings. */
export async function getShopSettings(database: Database): Promise<ShopSettings> {
  const settings = await findShopSettings(database)
  if (settings === null) throw new Error('the shop has no settings yet')
  return settings
}

/** Inserts settings; existing ones are unchanged, so the first of two nodes wins. */
export async function insertShopSettings(database: Database, settings: ShopSettings): Promise<void> {
  const values = Object.entries(settings).map(([key, value]) => ({ key, value: JSON.stringify(value) }))
  await database
    .insertInto('shop_settings')
    .values(values)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

/** Updates settings. Bump the catalog's version first, since cached pages contain them. */
export async function updateShopSettings(trx: Trx, changes: Partial<ShopSettings>): Promise<void> {
  for (const [key, value] of Object.entries(changes)) {
    await trx
      .updateTable('shop_settings')
      .set({ value: JSON.stringify(value) })
      .where('key', '=', key)
      .execute()
  }
}
