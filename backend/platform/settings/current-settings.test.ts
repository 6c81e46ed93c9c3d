import { expect, test } from 'vitest'
import { shop as config } from '../../../shop.config.ts'
import { eachTestStore } from '../../testing/test-hooks.ts'
import { watchCatalogVersion } from '../database/catalog-version/catalog-version.ts'
import { inTransaction } from '../database/database.ts'
import { fixedSettings, followSettings } from './current-settings.ts'
import { updateShopSettings } from './shop-settings.repository.ts'

const opened = eachTestStore('sqlite')

async function shownWhile(orders: 'paused' | 'open', isTestShop: boolean): Promise<object> {
  const { store } = opened
  await inTransaction(store.database, (trx) => updateShopSettings(trx, { orders }))
  const version = await watchCatalogVersion(store)
  const { last } = await followSettings(store.database, version, {
    readShown: async () => PRESENTATION,
    hasCodes: async () => false,
    isTestShop,
  })
  await version.close()
  return last
}

const PRESENTATION = { lines: [], previews: [], quiz: null }
const {
  shopAddress: _address,
  capture: _capture,
  shipDays: _days,
  wholesalePercent: _percent,
  timeZone: _zone,
  openNotices,
  ...PAUSED
} = { ...config, ...PRESENTATION }

test('a page of a paused shop knows nothing of open orders', async () => {
  expect(await shownWhile('paused', false)).toEqual(PAUSED)
  expect(await shownWhile('paused', true)).toEqual(PAUSED)
})

test('while orders are open lines of their own stand above the header', async () => {
  expect(await shownWhile('open', false)).toEqual({ ...PAUSED, orders: 'open', notices: openNotices })
})

test('an open shop that charges no card says so on every page', async () => {
  expect(await shownWhile('open', true)).toMatchObject({
    notices: ['Test shop: no card is charged, nothing ships.', ...openNotices],
  })
})

test('a shop whose calls go to another backend is paused', () => {
  const settings = { ...config, orders: 'open' as const }
  expect(fixedSettings(settings, PRESENTATION).last).toEqual(PAUSED)
})
