import { tmpdir } from 'node:os'
import { createEmptyDatabase, type Engine } from '../../backend/testing/engines.ts'
import { setup } from './postgres.ts'
import { type ShopServer, startShop } from './shop-server.ts'
import { fillShop } from './shop-template.ts'

/** Shops on one of the two engines. */
export type EngineShops = {
  /** Starts a shop with a new database: the test catalog and demo data. */
  start: (settings?: Record<string, string>) => Promise<ShopServer>
  /** Call it after the shops have been stopped. */
  close: () => Promise<void>
}

export async function openEngineShops(engine: Engine): Promise<EngineShops> {
  if (engine === 'sqlite') return { start: startShop, close: async () => {} }
  const stopPostgres = await setup()
  return {
    start: async (settings) => {
      const database = await createEmptyDatabase('postgres')
      await fillShop(tmpdir(), database.url)
      const shop = await startShop({ ...settings, DATABASE_URL: database.url })
      const stop = async () => {
        const code = await shop.stop()
        await database.close()
        return code
      }
      return { ...shop, stop }
    },
    close: async () => stopPostgres?.(),
  }
}
