import type { Database, Trx } from '../../database/database.ts'
import { parseShopSettings, SHOP_KEYS, type StoredSettings } from '../shop-config.ts'

/** The shop's settings; `null` before the first start. */
export async function findShopSettings(database: Database): Promise<StoredSettings | null> {
  const rows = await database.selectFrom('shop_settings').selectAll().where('key', 'in', SHOP_KEYS).execute()
  if (rows.length === 0) return null
  return parseShopSettings(Object.fromEntries(rows.map(({ key, value }) => [key, parseStored(key, value)])))
}

/** An address from before version 0030 may have a path, which links never had. */
function parseStored(key: string, value: string): unknown {
  const stored: unknown = JSON.parse(value)
  return key === 'url' && typeof stored === 'string' && URL.canParse(stored) ? new URL(stored).origin : stored
}

/** The shop's settings. */
export async function getShopSettings(database: Database): Promise<StoredSettings> {
  const settings = await findShopSettings(database)
  if (settings === null) throw new Error('the shop has no settings yet')
  return settings
}

/** Inserts settings; existing ones are unchanged, so the first of two nodes wins. */
export async function insertShopSettings(database: Database, settings: StoredSettings): Promise<void> {
  const values = Object.entries(settings).map(([key, value]) => ({ key, value: JSON.stringify(value) }))
  await database
    .insertInto('shop_settings')
    .values(values)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

/** Updates settings. Bump the catalog's version first, since cached pages contain them. */
export async function updateShopSettings(trx: Trx, changes: Partial<StoredSettings>): Promise<void> {
  for (const [key, value] of Object.entries(changes)) {
    const row = { key, value: JSON.stringify(value) }
    // A setting that is newer than the shop has no row yet.
    await trx
      .insertInto('shop_settings')
      .values(row)
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: row.value }))
      .execute()
  }
}
