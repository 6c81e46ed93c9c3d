import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult, SelectQueryNode } from 'kysely'
import { LRUCache } from 'lru-cache'
import { createSemaphore } from '../lib/semaphore.ts'
import { MAX_PREPARED, MAX_PREPARED_LENGTH } from './queries.ts'

export const BUSY_TIMEOUT_MS = 5000

const MIN_PAUSE_MS = 1
const MAX_PAUSE_MS = 25

/** The longest that a transaction's statements hold up other work of the process. */
const MAX_TURN_MS = 20

type DriverOptions = {
  /** In milliseconds. */
  busyTimeout: number
  /** Throws when the file is missing; called before each transaction and single write. */
  requireFile: () => void
  /** Called every second: saves the contents of a deleted log. */
  saveLog: () => void
}

const LOOK_INTERVAL_MS = 1000

/** Reads never wait for a write (WAL); writes and transactions share a connection. Waits don't block the event loop. */
export class SqliteDriver implements Driver {
  readonly #writer: DatabaseSync
  readonly #reader: DatabaseSync
  readonly #semaphore = createSemaphore(1, 0)
  readonly #options: DriverOptions
  #look: NodeJS.Timeout | undefined

  constructor(writer: DatabaseSync, reader: DatabaseSync, options: DriverOptions) {
    this.#writer = writer
    this.#reader = reader
    this.#options = options
  }

  async init(): Promise<void> {
    this.#look = setInterval(() => this.#saveLog(), LOOK_INTERVAL_MS).unref()
  }

  #saveLog(): void {
    if (!this.#writer.isOpen || this.#writer.isTransaction) return
    try {
      this.#options.saveLog()
    } catch {
      // Another program writes, or the disk is full: the next look tries again, and changes report it.
    }
  }

  async acquireConnection(): Promise<SqliteConnection> {
    return new SqliteConnection(this.#writer, this.#reader, this.#semaphore.acquire, this.#options)
  }

  async beginTransaction(connection: SqliteConnection): Promise<void> {
    await connection.begin()
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
    connection.release()
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    // SQLite may have rolled back already, such as on a full disk; a second rollback would hide the cause.
    if (this.#writer.isTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'))
    connection.release()
  }

  async releaseConnection(connection: SqliteConnection): Promise<void> {
    connection.release()
  }

  async destroy(): Promise<void> {
    clearInterval(this.#look)
    for (const database of [this.#reader, this.#writer]) if (database.isOpen) database.close()
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #writer: DatabaseSync
  readonly #reader: DatabaseSync
  readonly #acquire: () => Promise<() => void>
  readonly #options: DriverOptions
  #release: (() => void) | null = null
  /** When other work could last run. */
  #turnedAt = 0

  constructor(writer: DatabaseSync, reader: DatabaseSync, acquire: () => Promise<() => void>, options: DriverOptions) {
    this.#writer = writer
    this.#reader = reader
    this.#acquire = acquire
    this.#options = options
  }

  /** `begin immediate`: a transaction that starts with a read can't upgrade while another process writes. */
  async begin(): Promise<void> {
    const deadline = this.#deadline()
    this.#release = await this.#acquire()
    await retryWhileBusy(deadline, () => {
      this.#options.requireFile()
      this.#writer.exec('begin immediate')
    })
    this.#turnedAt = performance.now()
  }

  release(): void {
    this.#release?.()
    this.#release = null
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#release !== null) {
      await this.#letOthersRun()
      return retryWhileBusy(this.#deadline(), () => run<R>(this.#writer, query))
    }
    const deadline = this.#deadline()
    if (SelectQueryNode.is(query.query)) return retryWhileBusy(deadline, () => run<R>(this.#reader, query))
    const release = await this.#acquire()
    try {
      return await retryWhileBusy(deadline, () => {
        this.#options.requireFile()
        return run<R>(this.#writer, query)
      })
    } finally {
      release()
    }
  }

  /** Statements run in this thread: inserting thousands of rows would hold up pages. */
  async #letOthersRun(): Promise<void> {
    if (performance.now() - this.#turnedAt < MAX_TURN_MS) return
    await nextTurn()
    this.#turnedAt = performance.now()
  }

  /** Monotonic, so corrections of the system's clock don't matter. */
  #deadline(): number {
    return performance.now() + this.#options.busyTimeout
  }

  // biome-ignore lint/correctness/useYield: the shop does not stream results
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('SQLite is not read in streams')
  }
}

declare module 'node:sqlite' {
  interface StatementSync extends Disposable {}
}

const statements = new WeakMap<DatabaseSync, LRUCache<string, StatementSync>>()

/** SQLite prepares again after a change of the schema. */
function prepare(database: DatabaseSync, sql: string): StatementSync {
  const kept = statements.get(database) ?? new LRUCache<string, StatementSync>({ max: MAX_PREPARED })
  statements.set(database, kept)
  const statement = kept.get(sql) ?? database.prepare(sql)
  kept.set(sql, statement)
  return statement
}

function run<R>(database: DatabaseSync, query: CompiledQuery): QueryResult<R> {
  if (query.sql.length <= MAX_PREPARED_LENGTH) return runPrepared(prepare(database, query.sql), query)
  // V8 does not see its memory, a megabyte, which would stay until the next collection.
  const statement = database.prepare(query.sql)
  try {
    return runPrepared(statement, query)
  } finally {
    statement[Symbol.dispose]()
  }
}

function runPrepared<R>(statement: StatementSync, { parameters }: CompiledQuery): QueryResult<R> {
  const values = parameters.map(toInput)
  if (statement.columns().length > 0) {
    statement.setReturnArrays(true)
    const rows = statement.all(...values)
    // Only now does SQLite notice columns changed by another connection.
    const names = statement.columns().map(({ name }) => name)
    return { rows: rows.map((row) => toObject(names, row)) as R[] }
  }
  const { changes, lastInsertRowid } = statement.run(...values)
  return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] }
}

/** Makes an object of a row's values. node:sqlite's are dictionaries: three times the time and twice the memory. */
function toObject(
  names: readonly string[],
  values: Readonly<Record<number, SQLOutputValue>>,
): Record<string, SQLOutputValue> {
  const object: Record<string, SQLOutputValue> = {}
  for (let index = 0; index < names.length; index += 1) object[names[index] ?? ''] = values[index] ?? null
  return object
}

async function retryWhileBusy<T>(deadline: number, work: () => T): Promise<T> {
  for (let wait = MIN_PAUSE_MS; ; wait = Math.min(wait * 2, MAX_PAUSE_MS)) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline) throw error
      await pause(wait)
    }
  }
}

/** The lowest byte of SQLite's extended codes is the primary one. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5
}

/** Rejects values that the engines would store differently (booleans, dates, objects). */
function toInput(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return value
  if (value instanceof Uint8Array) return value
  throw new TypeError(`a ${typeof value} cannot be stored`)
}
