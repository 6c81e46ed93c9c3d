import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Store, Trx } from '../database.ts'

const CHANNEL_NAME = 'catalog_changed'

/** For changes of other processes. */
const POLL_INTERVAL_MS = 1000

/** Rows of `catalog_meta` that stock changes are spread over to reduce lock contention. */
const STOCK_VERSIONS = 16

/** Call it first in the transaction: it locks the row, so imports run one at a time; stock changes take no lock. */
export function bumpCatalogVersion(trx: Trx): Promise<void> {
  return bump(trx, 'catalog')
}

/** Call it last in the transaction, after updating products. It updates one of several rows, which reduces waits. */
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

/** Stores the version of a part. Its row is among those summed, so this also bumps the catalog's version. */
export async function storeVersionOf(database: Database, id: string, version: number): Promise<void> {
  await database
    .insertInto('catalog_meta')
    .values({ id, version })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ version }))
    .execute()
}

/** Each committed change adds one to a row, so the sum grows with every change. */
export async function readCatalogVersion(database: Database): Promise<number> {
  const row = await selectVersions(database).executeTakeFirst()
  return Number(row?.version ?? 0)
}

/** The version without stock changes. */
export async function readProductsVersion(database: Database): Promise<number> {
  return Number((await selectVersions(database).executeTakeFirst())?.products ?? 0)
}

/** The versions with and without stock changes. */
function selectVersions(database: Database) {
  return database
    .selectFrom('catalog_meta')
    .select((meta) => [
      meta.fn.sum<number | string>('version').as('version'),
      meta.fn.sum<number | string>('version').filterWhere('id', '=', 'catalog').as('products'),
    ])
}

/** As known to this process; part of every cache key. */
export type CatalogVersion = {
  readonly current: number
  /** The version without stock changes; `NaN` after a change while it can't be read. */
  readonly products: number
  refresh: () => Promise<void>
  close: () => Promise<void>
}

declare module '../../context.ts' {
  interface Context {
    catalogVersion: CatalogVersion
  }
}

/**
 * Follows the version: at once for own changes (`refresh`), by notification where the engine has it, and by polling.
 * While the database is unavailable the last version is used. `onChange` runs before a change of more than stock is
 * known.
 */
export async function watchCatalogVersion(
  store: Store,
  onChange: () => Promise<void> = async () => {},
): Promise<CatalogVersion> {
  const id = randomUUID()
  let current = 0
  let products = Number.NaN
  let closed = false
  let unannounced = false

  /** Reads the versions, and announces a change to other nodes, which also poll. */
  async function read(): Promise<void> {
    const announces = unannounced && store.engine === 'postgres'
    unannounced = false
    const row = await selectVersions(store.database)
      .$if(announces, (query) => query.select(sql`pg_notify(${CHANNEL_NAME}, ${id})`.as('announced')))
      .executeTakeFirst()
    if (Number(row?.products ?? 0) !== products) await onChange()
    current = Number(row?.version ?? 0)
    products = Number(row?.products ?? 0)
  }

  /** `false` while the database is unavailable: the cache stays valid until the next poll. */
  async function tryToRead(): Promise<boolean> {
    if (closed) return true
    return read().then(
      () => true,
      () => false,
    )
  }
  await read()
  const look = createReadQueue(tryToRead)
  const timer = setInterval(() => void look.joinAny(), POLL_INTERVAL_MS).unref()
  const unlisten = store.listen(CHANNEL_NAME, (sender) => {
    if (sender !== id) void look.joinNext()
  })
  return {
    get current() {
      return current
    },
    get products() {
      return products
    },
    refresh: async () => {
      unannounced = true
      // The caller has changed something, so the cache must be invalidated without a version.
      if (!(await look.joinNext())) {
        current += 1
        products = Number.NaN
      }
    },
    close: async () => {
      closed = true
      clearInterval(timer)
      await unlisten()
    },
  }
}

/** Runs one read at a time. After a change, join the next one: the running one may have started before it. */
function createReadQueue<T>(read: () => Promise<T>): { joinAny: () => Promise<T>; joinNext: () => Promise<T> } {
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
