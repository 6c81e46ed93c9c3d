import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { type Location, labelOf, sqliteFile } from '../../database/database.ts'
import { EmptyDatabaseError, NewerDatabaseError, SCHEMA_VERSIONS } from '../../database/migrate.ts'
import { openingError } from '../../database/opening-error.ts'
import { countPostgres, describePostgres, readPostgres } from './postgres-tables.ts'
import { countSqlite, describeSqlite, readSqlite } from './sqlite-tables.ts'
import { type Row, sortTables, type Table } from './table.ts'

/** A consistent view of a database while others write. */
export type Snapshot = {
  engine: 'sqlite' | 'postgres'
  /** The last migration applied to the database. */
  schema: string
  /** Referenced tables first. */
  tables: readonly Table[]
  count: (table: Table) => Promise<number>
  read: (table: Table) => AsyncIterable<readonly Row[]>
}

/** Milliseconds to wait for another process that holds a lock on the file. */
const BUSY_TIMEOUT = 5000

/** Runs `work` on a consistent snapshot of a running shop. */
export async function withSnapshot<T>(location: Location, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = location
  return databaseUrl === null
    ? withSqliteSnapshot(sqliteFile(dataDir), labelOf(location), work)
    : withPostgresSnapshot(databaseUrl, labelOf(location), work)
}

/** In WAL mode a read transaction sees what was committed when it began, and blocks no writer. */
async function withSqliteSnapshot<T>(
  file: string,
  label: string,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const { database, schema } = openSqlite(file, label)
  try {
    return await work({
      engine: 'sqlite',
      schema,
      tables: sortTables(describeSqlite(database)),
      count: async (table) => countSqlite(database, table),
      read: (table) => readSqlite(database, table),
    })
  } finally {
    database.close()
  }
}

function openSqlite(file: string, label: string): { database: DatabaseSync; schema: string } {
  let database: DatabaseSync | null = null
  try {
    if (!existsSync(file)) throw new EmptyDatabaseError()
    database = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT })
    database.exec('begin')
    const isShop = database.prepare(`select 1 from sqlite_schema where name = 'kysely_migration'`).get() !== undefined
    const applied = isShop ? database.prepare('select name from kysely_migration order by name').all() : []
    return { database, schema: requireSchema(applied.map(({ name }) => String(name))) }
  } catch (error) {
    database?.close()
    throw openingError(error, label)
  }
}

function requireSchema(applied: readonly string[]): string {
  const last = applied.at(-1)
  if (last === undefined) throw new EmptyDatabaseError()
  if (!SCHEMA_VERSIONS.includes(last)) throw new NewerDatabaseError(last)
  return last
}

async function withPostgresSnapshot<T>(
  url: string,
  label: string,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const { openUnlimitedPostgres } = await import('../../database/postgres-store.ts')
  const database = openUnlimitedPostgres(url)
  try {
    const begin = database.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
    return await begin.execute(async (trx) => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
      const { rows } = await sql<{ name: string }>`select to_regclass('kysely_migration') as name`.execute(trx)
      if (!rows[0]?.name) throw new EmptyDatabaseError()
      const applied = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(trx)
      const schema = requireSchema(applied.rows.map(({ name }) => name))
      const tables = sortTables(await describePostgres(trx))
      return work({
        engine: 'postgres',
        schema,
        tables,
        count: (table) => countPostgres(trx, table),
        read: (table) => readPostgres(trx, table),
      })
    })
  } catch (error) {
    throw isOpening(error) ? openingError(error, label) : error
  } finally {
    await database.destroy()
  }
}

/** A failure to open the database, rather than one of the backup itself. */
function isOpening(error: unknown): boolean {
  return !(error instanceof Error) || error.name !== 'BackupError'
}
