import { sql } from 'kysely'
import type { Database, Store, Trx } from '../database/database.ts'

const CHANNEL = 'catalog_changed'

/** How often another process's change is looked for, in milliseconds. */
const POLL_INTERVAL = 1000

/** Rows of `catalog_meta` that changes of stock take turns on. */
const STOCK_VERSIONS = 16

/**
 * Bumps the catalog's version for a change of products. Its transaction calls this first: the row is the lock that
 * puts imports in line. Changes of stock go past it.
 */
export function bumpCatalogVersion(trx: Trx): Promise<void> {
  return bump(trx, 'catalog')
}

/**
 * Bumps the catalog's version for a change of stock. Its transaction calls this last, behind the rows of products: on
 * one row of several, so that changes of different products do not wait for one another.
 */
export function bumpStockVersion(trx: Trx): Promise<void> {
  return bump(trx, `stock-${Math.floor(Math.random() * STOCK_VERSIONS)}`)
}

async function bump(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable('catalog_meta')
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Each committed change adds one to one of the rows, so their sum grows with every change. */
export async function readCatalogVersion(database: Database): Promise<number> {
  const row = await database
    .selectFrom('catalog_meta')
    .select((meta) => meta.fn.sum<number | string>('version').as('version'))
    .executeTakeFirst()
  return Number(row?.version ?? 0)
}

/** The catalog's version as this process knows it; pages and answers are kept under it. */
export type CatalogVersion = {
  readonly current: number
  /** Call after committing a change of products or stock: kept pages are made anew from here on. */
  refresh: () => Promise<void>
  close: () => Promise<void>
}

declare module '../context.ts' {
  interface Context {
    /** After a committed change of products or stock: `await catalogVersion.refresh()`. */
    catalogVersion: CatalogVersion
  }
}

/**
 * Follows the version: at once for changes of this process (`refresh`), by notice where the engine has it, and within
 * about a second in any case. While the database is away the last known version stays.
 */
export async function watchCatalogVersion(store: Store): Promise<CatalogVersion> {
  let current = await readCatalogVersion(store.database)
  let closed = false

  async function read(): Promise<boolean> {
    if (closed) return true
    try {
      current = await readCatalogVersion(store.database)
      return true
    } catch {
      // Away: what is kept stays good, the next look will tell.
      return false
    }
  }
  const look = readOneAtATime(read)
  const timer = setInterval(() => void look.joinAny(), POLL_INTERVAL).unref()
  const unlisten = store.listen(CHANNEL, () => void look.joinNext())
  return {
    get current() {
      return current
    },
    refresh: async () => {
      // There is at least the caller's own change, whose pages must not be those of before.
      if (!(await look.joinNext())) current += 1
      void announce(store)
    },
    close: async () => {
      closed = true
      clearInterval(timer)
      await unlisten()
    },
  }
}

/**
 * One read at a time, so that an older answer never replaces a newer one, and never more than one that waits: a silent
 * database gathers no queue. Whoever just changed something joins the next read, not one that may have begun before.
 */
function readOneAtATime<T>(read: () => Promise<T>): { joinAny: () => Promise<T>; joinNext: () => Promise<T> } {
  let running: Promise<T> | null = null
  let next: Promise<T> | null = null
  function start(): Promise<T> {
    next = null
    running ??= read().finally(() => {
      running = null
    })
    return running
  }
  return {
    joinAny: () => running ?? start(),
    joinNext: () => {
      if (running === null) return start()
      next ??= running.then(start)
      return next
    },
  }
}

/** Tells the other nodes; one that misses it finds out by itself within a second. */
async function announce(store: Store): Promise<void> {
  if (store.engine !== 'postgres') return
  await sql`select pg_notify(${CHANNEL}, '')`.execute(store.database).catch(() => {})
}
