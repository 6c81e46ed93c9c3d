import { Kysely, PostgresDialect, sql } from 'kysely'
import { migrateToLatest, type SchemaWork, type Updating } from './migrate.ts'
import { openingError } from './opening-error.ts'
import { listen, postgresDialect } from './postgres.ts'
import { APPLICATION_NAME, openPostgresPool, type PostgresTimeouts, TIMEOUTS } from './postgres-pool.ts'
import type { Database, Store } from './store.ts'
import type { Tables } from './tables.ts'

/** Opens PostgreSQL and runs migrations. */
export async function openPostgres(
  url: string,
  label: string,
  timeouts: PostgresTimeouts = TIMEOUTS,
  updating: Updating,
): Promise<Store> {
  const pool = openPostgresPool(url, timeouts)
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

/** Advisory lock held while migrating or restoring. */
export const SCHEMA_LOCK = 4_046_171_011

/** Without query timeouts, since migrations of a large shop take long; only connecting is limited. */
export function openUnlimitedPostgres(url: string, timeouts: PostgresTimeouts = TIMEOUTS): Database {
  return new Kysely<Tables>({ dialect: postgresDialect(url, { ...timeouts, acquire: 0, query: 0, statement: 0 }) })
}

/** Running nodes of other versions, from the first one on that names its connections. */
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
