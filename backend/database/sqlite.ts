import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { type Dialect, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely'

/** Milliseconds to wait for another process, such as a command of the owner's, to finish its change. */
const BUSY_TIMEOUT = 5000

/** Kysely's dialect over Node's own SQLite. Every acknowledged change has reached the disk (WAL, synchronous=FULL). */
export function sqliteDialect(file: string): Dialect {
  mkdirSync(dirname(file), { recursive: true })
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT, enableForeignKeyConstraints: true })
  database.exec('pragma journal_mode = wal; pragma synchronous = full')
  return new SqliteDialect({ database: adaptDatabase(database) })
}

function adaptDatabase(database: DatabaseSync): SqliteDatabase {
  return {
    close: () => database.close(),
    prepare: (sql) => adaptStatement(database.prepare(adaptSql(sql, database.isTransaction))),
  }
}

function adaptSql(sql: string, inTransaction: boolean): string {
  // A transaction that begins by reading could not become a writing one while another process writes; one that begins
  // as a writer waits its turn.
  if (sql === 'begin') return 'begin immediate'
  // SQLite has rolled back by itself, on a full disk for one; a second time would fail and hide why.
  if (sql === 'rollback' && !inTransaction) return 'select null'
  return sql
}

function adaptStatement(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...parameters.map(toInput)),
    run: (parameters) => statement.run(...parameters.map(toInput)),
    iterate: (parameters) => statement.iterate(...parameters.map(toInput)),
  }
}

/** Refuses what SQLite and PostgreSQL would store differently (booleans, dates, objects) instead of guessing. */
function toInput(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return value
  if (value instanceof Uint8Array) return value
  throw new TypeError(`a ${typeof value} cannot be stored`)
}
