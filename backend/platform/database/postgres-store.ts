import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type Dialect, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { migrateToLatest, type SchemaWork, type Updating } from './migrate.ts'
import { openingError } from './opening-error.ts'
import {
  APPLICATION_NAME,
  connectionOptions,
  DEFAULT_TIMEOUTS_MS,
  destroyAll,
  openPostgresPool,
  type PostgresTimeouts,
} from './postgres-pool.ts'
import type { Database, Store } from './store.ts'
import type { Tables } from './tables.ts'
import type { TimelineGuard } from './timeline.ts'

export async function openPostgres(
  url: string,
  label: string,
  timeouts: PostgresTimeouts = DEFAULT_TIMEOUTS_MS,
  { guard, ...updating }: Updating & { guard?: TimelineGuard },
): Promise<Store> {
  const pool = openPostgresPool(url, timeouts, guard)
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  try {
    await migrateToLatest(database, { ...updating, withSchemaLock: (work) => lockPostgres(url, timeouts, work) })
  } catch (error) {
    await database.destroy().catch(() => {})
    throw openingError(error, label)
  }
  return {
    database,
    engine: 'postgres',
    label,
    connections: pool.use,
    listen: (channel, onNotice) => listen(url, channel, onNotice),
    close: () => database.destroy(),
  }
}

/** Advisory lock while migrating or restoring. */
export const SCHEMA_LOCK = 4_046_171_011

/** Without query timeouts, since migrations of a large shop take long. */
export function openUnlimitedPostgres(url: string, timeouts: PostgresTimeouts = DEFAULT_TIMEOUTS_MS): Database {
  return new Kysely<Tables>({ dialect: postgresDialect(url, { ...timeouts, acquire: 0, query: 0, statement: 0 }) })
}

async function listOtherNodes(connection: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string; address: string | null }>`
    select distinct application_name as name, host(client_addr) as address from pg_stat_activity
    where datname = current_database() and application_name like 'packwright %' and application_name <> ${APPLICATION_NAME}
    order by 1, 2`.execute(connection)
  return rows.map(({ name, address }) => (address === null ? name : `${name} at ${address}`))
}

/** The lock belongs to the connection, so it is released however the process ends. */
async function lockPostgres(url: string, timeouts: PostgresTimeouts, work: SchemaWork): Promise<void> {
  const unlimited = openUnlimitedPostgres(url, timeouts)
  try {
    await unlimited.connection().execute(async (connection) => {
      await sql`select pg_advisory_lock(${sql.lit(SCHEMA_LOCK)})`.execute(connection)
      await work(unlimited, await listOtherNodes(connection))
    })
  } finally {
    await unlimited.destroy()
  }
}

/** Milliseconds until the listening connection is reopened; below, until closing gives up. */
const RETRY_DELAY_MS = 1000
const CLOSE_GRACE_MS = 500

export function postgresDialect(url: string, timeouts?: PostgresTimeouts): Dialect {
  return new PostgresDialect({ pool: openPostgresPool(url, timeouts) })
}

/** Listens on a channel and reconnects; polling covers missed notifications. Returns a function that stops it. */
export function listen(url: string, channel: string, onNotice: (payload: string) => void): () => Promise<void> {
  const sockets = new Set<Socket>()
  let client: pg.Client | null = null
  let retry: NodeJS.Timeout | null = null
  let ended = false

  async function connect(): Promise<void> {
    const mine = new pg.Client({
      ...connectionOptions(url, DEFAULT_TIMEOUTS_MS, sockets),
      query_timeout: DEFAULT_TIMEOUTS_MS.query,
    })
    client = mine
    mine.on('error', () => {})
    mine.on('end', again)
    mine.on('notification', ({ payload = '' }) => onNotice(payload))
    try {
      await mine.connect()
      await mine.query(`listen ${channel}`)
    } catch {
      destroyAll(sockets)
      again()
    }
  }

  function again(): void {
    if (ended || retry !== null) return
    retry = setTimeout(() => {
      retry = null
      void connect()
    }, RETRY_DELAY_MS).unref()
  }

  void connect()
  return async () => {
    ended = true
    if (retry !== null) clearTimeout(retry)
    await Promise.race([client?.end().catch(() => {}), pause(CLOSE_GRACE_MS, undefined, { ref: false })])
    destroyAll(sockets)
  }
}
