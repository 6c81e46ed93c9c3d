import { existsSync } from 'node:fs'
import pg from 'pg'
import type { Settings } from '../settings.ts'
import { openStore, type Store, sqliteFile } from './database.ts'

const CONNECT_TIMEOUT_MS = 3000

/**
 * Opens the database of a shop that has been started before. A command that made an empty one in passing would answer
 * that nothing is there, while the shop runs on another.
 */
export async function openExistingStore(settings: Pick<Settings, 'databaseUrl' | 'dataDir'>): Promise<Store> {
  const missing =
    settings.databaseUrl === null ? missingFile(settings.dataDir) : await missingTables(settings.databaseUrl)
  if (missing === null) return openStore(settings)
  throw new Error(
    `There is no shop in ${missing}. Start it once with npm start, or name the database of the running shop: DATABASE_URL or DATA_DIR in the environment or in .env.`,
  )
}

function missingFile(dataDir: string): string | null {
  const file = sqliteFile(dataDir)
  return existsSync(file) ? null : `SQLite at ${file}`
}

/** Where it cannot be reached, opening it tells why. */
async function missingTables(url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  try {
    await client.connect()
    const { rows } = await client.query("select to_regclass('catalog_meta') as found")
    const { host, pathname } = new URL(url)
    return rows[0]?.found === null ? `PostgreSQL at ${host}${pathname}` : null
  } catch {
    return null
  } finally {
    await client.end().catch(() => {})
  }
}
