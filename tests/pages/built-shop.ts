import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { buildApp } from '../../backend/app.ts'
import { findSource } from '../../backend/catalog/import/catalog-source.ts'
import { importCatalog } from '../../backend/catalog/import/import-catalog.ts'
import { loadBuiltStorefront } from '../../backend/pages/storefront.ts'
import { type Database, inTransaction } from '../../backend/platform/database/database.ts'
import { readSettings } from '../../backend/platform/settings/settings.ts'
import { loadFirstSettings, updateShopSettings } from '../../backend/platform/settings/shop-settings.repository.ts'
import { openTestStore } from '../../backend/testing/servers/engines.ts'
import { PICTURES } from '../harness/shop/shop-server.ts'

/** A response of the shop. */
export type PageResponse = { status: number; type: string; location: string | null; text: string; bytes: Buffer }

/** The whole shop with its built pages, called in process. */
export type BuiltShop = {
  get: (address: string) => Promise<PageResponse>
  database: Database
  /** Listens on loopback, too, and returns the address. */
  listen: () => Promise<string>
  close: () => Promise<void>
}

type BuiltShopOptions = {
  /** The folder of a catalog; without one it is the test catalog. */
  goods?: string
  orders?: 'paused' | 'open'
  /** Writes of the family before the shop is asked for pages. */
  prepare?: (database: Database) => Promise<void>
}

export async function openBuiltShop({ goods, orders = 'paused', prepare }: BuiltShopOptions = {}): Promise<BuiltShop> {
  const opened = await openTestStore('sqlite')
  if (goods !== undefined) await takeGoods(opened.store.database, goods)
  const { database } = opened.store
  await loadFirstSettings(database)
  await inTransaction(database, (trx) => updateShopSettings(trx, { orders }))
  await prepare?.(database)
  const { dataDir } = opened.location
  await mkdir(PICTURES, { recursive: true })
  await symlink(PICTURES, join(dataDir, 'images'))
  const app = await buildApp({
    settings: readSettings({ DATA_DIR: dataDir, DEMO: 'off' }),
    store: opened.store,
    storefront: await loadBuiltStorefront(),
    maxDelay: 60_000,
  })
  return {
    database,
    get: async (address) => {
      const { statusCode, headers, payload, rawPayload } = await app.inject(address)
      const { location } = headers
      return {
        status: statusCode,
        type: String(headers['content-type']),
        location: typeof location === 'string' ? location : null,
        text: payload,
        bytes: rawPayload,
      }
    },
    listen: () => app.listen({ host: '127.0.0.1', port: 0 }),
    close: async () => {
      await app.close()
      await opened.close()
    },
  }
}

async function takeGoods(database: Database, folder: string): Promise<void> {
  const options = { actor: 'test', clock: () => new Date(), stock: true, apply: true, large_price_changes: true }
  const { errors, applied } = await importCatalog(database, await findSource(folder), options)
  if (!applied) throw new Error(`the catalog was not imported: ${JSON.stringify(errors)}`)
}
