import type { PageTexts, Presentation, Shop } from '@shop/contract/pages/shop'
import type { AdminSettings } from '@shop/contract/settings/admin'
import type { CatalogVersion } from '../database/catalog-version/catalog-version.ts'
import type { Database } from '../database/database.ts'
import { getShopSettings } from './shop-settings.repository.ts'

export type CurrentSettings = {
  /** At least as new as the version of cached pages; `stale` while the database is unavailable. */
  read: () => Promise<{ shop: Shop; stale: boolean }>
  /** Without waiting. */
  readonly last: Shop
}

declare module '../context.ts' {
  interface Context {
    shopSettings: CurrentSettings
  }
}

type Shown = Presentation & Partial<PageTexts>

type FollowOptions = {
  readShown: (database: Database) => Promise<Shown>
  /** There is an active discount code. */
  hasCodes: (database: Database) => Promise<boolean>
  /** Cards are not charged, which pages say. */
  isTestShop: boolean
}

/** Reads them again when the catalog's version has changed, since each change of them bumps it. */
export async function followSettings(
  database: Database,
  version: CatalogVersion,
  { readShown, hasCodes, isTestShop }: FollowOptions,
): Promise<CurrentSettings> {
  const readShop = async (): Promise<Shop> => {
    const shop = pageSettings(await getShopSettings(database), isTestShop)
    const codes = shop.orders === 'open' && (await hasCodes(database)) ? ({ codes: true } as const) : {}
    return { ...shop, ...codes, ...(await readShown(database)) }
  }
  let [readAt, last] = [version.current, await readShop()]
  return {
    get last() {
      return last
    },
    read: async () => {
      // Before the settings, which then belong to this version or a newer one.
      const { current } = version
      if (current === readAt) return { shop: last, stale: false }
      try {
        const shop = await readShop()
        if (current > readAt) [readAt, last] = [current, shop]
        return { shop, stale: false }
      } catch {
        return { shop: last, stale: true }
      }
    },
  }
}

const TEST_SHOP = 'Test shop: no card is charged, nothing ships.'

function pageSettings(settings: AdminSettings, isTestShop: boolean): Shop {
  const { orders, openNotices, ...others } = settings
  const { shopAddress: _address, capture: _capture, shipDays: _days, wholesalePercent: _percent, ...known } = others
  const { timeZone: _zone, ...shop } = known
  if (orders === 'paused') return shop
  return { ...shop, orders, notices: isTestShop ? [TEST_SHOP, ...openNotices] : openNotices }
}

/** For a node that serves pages of another backend and has no database. Orders are paused. */
export function fixedSettings(settings: AdminSettings, shown: Shown): CurrentSettings {
  const shop = { ...pageSettings({ ...settings, orders: 'paused' }, false), ...shown }
  return { last: shop, read: async () => ({ shop, stale: false }) }
}
