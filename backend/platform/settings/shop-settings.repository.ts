import { type AdminSettings, SETTING_KEYS } from '@shop/contract/settings/admin'
import type { Database, Trx } from '../database/database.ts'
import { setShopZone } from '../lib/days/shop-zone.ts'
import { loadShopConfig, parseShopSetting, parseShopSettings } from './shop-config.ts'

declare module '../database/tables.ts' {
  interface Tables {
    shop_settings: {
      key: string
      value: string
    }
  }
}

async function findShopSettings(database: Database): Promise<AdminSettings | null> {
  const rows = await database
    .selectFrom('shop_settings')
    .select(['key', 'value'])
    .where('key', 'in', SETTING_KEYS)
    .execute()
  if (rows.length === 0) return null
  return parseShopSettings(Object.fromEntries(rows.map(({ key, value }) => [key, parseStored(key, value)])))
}

/** Before version 0030 it may have a path, which links never had. */
function parseStored(key: string, value: string): unknown {
  const stored: unknown = JSON.parse(value)
  return key === 'url' && typeof stored === 'string' && URL.canParse(stored) ? new URL(stored).origin : stored
}

/** Stores shop.config.ts at the first start only, so an update can't change the shop. */
export async function loadFirstSettings(database: Database): Promise<void> {
  if ((await findShopSettings(database)) === null) await insertStored(database, await loadShopConfig())
}

export async function getShopSettings(database: Database): Promise<AdminSettings> {
  const settings = await findShopSettings(database)
  if (settings === null) throw new Error('the shop has no settings yet')
  return settings
}

/** From now on this process's days are in the shop's time zone (R55). */
export async function applyTimeZone(database: Database): Promise<void> {
  setShopZone((await getShopSettings(database)).timeZone)
}

export async function areOrdersOpen(database: Database): Promise<boolean> {
  const row = await database.selectFrom('shop_settings').select('value').where('key', '=', 'orders').executeTakeFirst()
  return isOpen(row?.value ?? null)
}

/** Parses the setting `orders`. */
export function isOpen(stored: string | null): boolean {
  return stored !== null && parseShopSetting('orders', JSON.parse(stored)) === 'open'
}

export function parseStoredSetting(key: string, value: string): unknown {
  const stored = parseStored(key, value)
  return SETTING_KEYS.some((known) => known === key) ? parseShopSetting(key, stored) : stored
}

export async function insertStored(database: Database, values: Readonly<Record<string, unknown>>): Promise<void> {
  await database
    .insertInto('shop_settings')
    .values(Object.entries(values).map(([key, value]) => ({ key, value: JSON.stringify(value) })))
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

/** Bump the catalog's version first, since cached pages contain them. */
export async function storeValues(trx: Trx, values: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [key, value] of Object.entries(values)) {
    const row = { key, value: JSON.stringify(value) }
    // A setting newer than the shop has no row yet.
    await trx
      .insertInto('shop_settings')
      .values(row)
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: row.value }))
      .execute()
  }
}

export async function deleteStored(trx: Trx, keys: readonly string[]): Promise<void> {
  await trx.deleteFrom('shop_settings').where('key', 'in', keys).execute()
}

export function updateShopSettings(trx: Trx, changes: Partial<AdminSettings>): Promise<void> {
  return storeValues(trx, changes)
}
