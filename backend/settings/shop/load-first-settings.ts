import type { Database } from '../../database/database.ts'
import { loadShopConfig } from '../shop-config.ts'
import { findShopSettings, insertShopSettings } from './shop-settings.repository.ts'

/**
 * First start: stores the values of shop.config.ts. The file is not read again, so that an update cannot change the
 * shop.
 */
export async function loadFirstSettings(database: Database): Promise<void> {
  if ((await findShopSettings(database)) !== null) return
  await insertShopSettings(database, await loadShopConfig())
}
