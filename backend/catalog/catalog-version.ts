import { sql } from 'kysely'
import type { Database, Store, Trx } from '../database/database.ts'

const CHANNEL = 'catalog_changed'

/** How often another process's change is looked for, in milliseconds. */
const POLL_INTERVAL = 1000

/**
 * Raises the catalog's version. Every transaction that changes products or stock calls this, and calls it first: the
 * row is the lock that puts such changes in line, so that two of them never wait for each other.
 */
export async function raiseCatalogVersion(trx: Trx): Promise<number> {
  const { version } = await trx
    .updateTable('catalog_meta')
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('id', '=', 'catalog')
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

export async function readCatalogVersion(database: Database): Promise<number> {
  const row = await database.selectFrom('catalog_meta').select('version').executeTakeFirst()
  return row?.version ?? 0
}

/** The catalog's version as this process knows it; pages and answers are kept under it. */
export type CatalogVersion = {
  readonly current: number
  /** Call after committing a change of products or stock: kept pages are made anew from here on. */
  refresh: () => Promise<void>
  close: () => Promise<void>
}

/**
 * Follows the version: at once for changes of this process (`refresh`), by notice where the engine has it, and within
 * about a second in any case. While the database is away the last known version stays.
 */
export async function followCatalogVersion(store: Store): Promise<CatalogVersion> {
  let current = await readCatalogVersion(store.database)
  let reading: Promise<void> = Promise.resolve()

  // One after the other, so that an older answer never replaces a newer one.
  function look(): Promise<void> {
    reading = reading.then(async () => {
      try {
        current = await readCatalogVersion(store.database)
      } catch {
        // Away: what is kept stays good, the next look will tell.
      }
    })
    return reading
  }
  const timer = setInterval(() => void look(), POLL_INTERVAL).unref()
  const unlisten = store.listen(CHANNEL, () => void look())
  return {
    get current() {
      return current
    },
    refresh: async () => {
      await look()
      await announce(store)
    },
    close: async () => {
      clearInterval(timer)
      await unlisten()
      await reading
    },
  }
}

/** Tells the other nodes; one that misses it finds out by itself within a second. */
async function announce(store: Store): Promise<void> {
  if (store.engine !== 'postgres') return
  await sql`select pg_notify(${CHANNEL}, '')`.execute(store.database).catch(() => {})
}
