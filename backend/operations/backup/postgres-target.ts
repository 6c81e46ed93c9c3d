import { sql } from 'kysely'
import { labelOf, type Trx } from '../../platform/database/database.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { openingError } from '../../platform/database/opening-error.ts'
import { openUnlimitedPostgres, SCHEMA_LOCK } from '../../platform/database/postgres-store.ts'
import { BackupError } from './backup-error.ts'
import { advanceSequences, describePostgres, insertLines, insertRow, readPostgres } from './postgres-tables.ts'
import type { Target } from './rows.ts'
import { hasBlobs, parseRow } from './rows.ts'

/** Fills an empty database in one transaction. */
export async function withEmptyPostgres(url: string, fill: (target: Target) => Promise<void>): Promise<void> {
  const database = openUnlimitedPostgres(url)
  const label = labelOf({ databaseUrl: url, dataDir: '' })
  try {
    await database.transaction().execute(async (trx) => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
      await requireAlone(trx, label)
      await requireEmpty(trx, label)
      await fill(createTarget(trx))
    })
  } catch (error) {
    if (isFull(error)) throw new BackupError(`There is no room left on the disk of ${label}. Nothing was restored.`)
    throw error instanceof BackupError ? error : openingError(error, label)
  } finally {
    await database.destroy()
  }
}

function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === '53100') || isFull(error.cause)
}

async function requireAlone(trx: Trx, label: string): Promise<void> {
  const { rows } = await sql<{
    taken: boolean
  }>`select pg_try_advisory_xact_lock(${sql.lit(SCHEMA_LOCK)}) as taken`.execute(trx)
  if (rows[0]?.taken !== true) {
    const sentence = 'Another restore into this database is running, or a shop is starting on it'
    throw new BackupError(`${sentence} (${label}). Nothing was changed; wait until it has ended.`)
  }
}

async function requireEmpty(trx: Trx, label: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relkind in ('r', 'p', 'v', 'm', 'S', 'f') and relnamespace = current_schema()::regnamespace limit 1`.execute(
    trx,
  )
  if (rows.length > 0) {
    const remedy = 'Make a new one with createdb, name it in DATABASE_URL, and restore into that'
    throw new BackupError(`The database is not empty (${label}). Nothing was changed. ${remedy}.`)
  }
}

function createTarget(trx: Trx): Target {
  return {
    migrate: (version) => migrate(trx, version),
    load: (work) => work(),
    describe: () => describePostgres(trx),
    clear: async (table) => void (await sql`delete from ${sql.id(table.name)}`.execute(trx)),
    insert: async (table, { lines, blobs }) => {
      if (!hasBlobs(table)) await insertLines(trx, table, lines)
      else for (const line of lines) await insertRow(trx, table, parseRow(table, line, blobs))
    },
    finish: (table) => advanceSequences(trx, table),
    read: (table) => readPostgres(trx, table),
  }
}
