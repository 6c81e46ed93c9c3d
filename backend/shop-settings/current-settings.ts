import type { ShopSettings } from '@shop/contract/shop'
import type { CatalogVersion } from '../catalog-version/catalog-version.ts'
import type { Database } from '../database/database.ts'
import { getShopSettings } from './shop-settings.repository.ts'

/** What names the shop, for whatever is made outside a transaction. */
export type CurrentSettings = {
  /** Not older than the version that pages are kept under. `stale` where the database cannot be asked. */
  read: () => Promise<{ shop: ShopSettings; stale: boolean }>
  /** As they were read last, for what cannot wait. */
  readonly last: ShopSettings
}

declare module '../context.ts' {
  interface Context {
    shopSettings: CurrentSettings
  }
}

/** Reads the settings again once the version has moved on, since a change of them bumps it. */
export async function followSettings(database: Database, version: CatalogVersion): Promise<CurrentSettings> {
  let [readAt, last] = [version.current, await getShopSettings(database)]
  return {
    get last() {
      return last
    },
    read: async () => {
      // Noted before: what is read then is of this version or a newer one.
      const { current } = version
      if (current === readAt) return { shop: last, stale: false }
      try {
        const shop = await getShopSettings(database)
        if (current > readAt) [readAt, last] = [current, shop]
        return { shop, stale: false }
      } catch {
        return { shop: last, stale: true }
      }
    },
  }
}

/** Settings that never change: a node that serves pages of another backend has no database. */
export function fixedSettings(shop: ShopSettings): CurrentSettings {
  return { last: shop, read: async () => ({ shop, stale: false }) }
}
