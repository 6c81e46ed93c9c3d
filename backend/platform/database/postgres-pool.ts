import { Socket } from 'node:net'
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { LRUCache } from 'lru-cache'
import pg from 'pg'
import { createSemaphore } from '../lib/semaphore.ts'
import { SCHEMA_VERSIONS } from './migrate.ts'
import { MAX_PREPARED, MAX_PREPARED_LENGTH } from './queries.ts'
import type { PoolUse } from './store.ts'
import type { TimelineGuard } from './timeline.ts'

/** Timeouts in milliseconds; 0 sets no limit. */
export type PostgresTimeouts = {
  acquire: number
  /** Short, so an unavailable database is noticed soon. */
  connect: number
  /** Detects dead connections, which raise no error by themselves. */
  query: number
  /** Enforced by the server; shorter than `query`, so the connection stays usable. */
  statement: number
}

export const DEFAULT_TIMEOUTS_MS: PostgresTimeouts = { acquire: 10_000, connect: 3000, query: 10_000, statement: 8000 }

const MAX_CONNECTIONS = 10
/** Until TCP keep-alive probes start. */
const KEEP_ALIVE_DELAY_MS = 10_000
/** Until the server ends the transaction of a process that died within it. */
const IDLE_IN_TRANSACTION_MS = 30_000
/** Connections that are not closed by then are destroyed. */
const CLOSE_GRACE_MS = 1000

const MAX_LIFETIME_SECONDS = 30 * 60

/**
 * Makes pg's pool safe against dead connections: a client whose query timed out is destroyed (pg keeps it with its
 * socket stuck, node-postgres #3399), and so are all connections opened before it.
 */
export function openPostgresPool(
  url: string,
  timeouts: PostgresTimeouts = DEFAULT_TIMEOUTS_MS,
  guard: TimelineGuard = async () => {},
): PostgresPool & { use: () => PoolUse } {
  const sockets = new Set<Socket>()
  const pool = new pg.Pool({
    ...connectionOptions(url, timeouts, sockets),
    max: MAX_CONNECTIONS,
    maxLifetimeSeconds: MAX_LIFETIME_SECONDS,
    query_timeout: timeouts.query,
    statement_timeout: timeouts.statement,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  })
  const semaphore = createSemaphore(MAX_CONNECTIONS, timeouts.acquire)
  const openedIn = new WeakMap<pg.ClientBase, number>()
  const guarded = new WeakSet<pg.ClientBase>()
  const nameOf = statementNames()
  let losses = 0
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    openedIn.set(client, losses)
    // The pool only handles errors of idle connections; on others the failing query rejects.
    client.on('error', () => {})
  })

  async function connect(): Promise<PostgresPoolClient> {
    const leave = await semaphore.acquire()
    try {
      for (;;) {
        const client = await pool.connect()
        if (openedIn.get(client) === losses) {
          await requireTimeline(client)
          return lease(client, leave)
        }
        client.release(true)
      }
    } catch (error) {
      leave()
      throw error
    }
  }

  /** Once per connection, which stays with one server. */
  async function requireTimeline(client: pg.PoolClient): Promise<void> {
    if (guarded.has(client)) return
    try {
      await guard(client)
      guarded.add(client)
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  function lease(client: pg.PoolClient, leave: () => void): PostgresPoolClient {
    let failure: Error | null = null
    /** The last error, since later ones only say that the transaction is aborted. */
    let lastError: Error | null = null
    let isTransaction = false
    function query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>
    function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
    function query(sql: unknown, parameters: readonly unknown[] = []): unknown {
      return runQuery(String(sql), [...parameters])
    }
    async function runQuery(sql: string, parameters: unknown[]): Promise<unknown> {
      // A rollback on a dead connection would wait for another timeout.
      if (failure !== null) throw failure
      isTransaction ||= sql === 'begin'
      const name = isTransaction && parameters.length > 0 ? nameOf(sql) : undefined
      try {
        return await (name === undefined
          ? client.query(sql, parameters)
          : client.query({ name, text: sql, values: parameters }))
      } catch (error) {
        if (!(error instanceof Error)) throw error
        if (isTransactionAborted(error)) throw lastError ?? error
        lastError = error
        if (isConnectionLost(error)) {
          failure = error
          if (openedIn.get(client) === losses) losses += 1
        }
        throw error
      }
    }
    const release = (destroy?: boolean) => {
      client.release(failure ?? destroy ?? false)
      leave()
    }
    return { query, release }
  }

  const use = () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: semaphore.waiting })
  return { connect, end: () => endPool(pool, sockets), options: pool.options, use }
}

async function endPool(pool: pg.Pool, sockets: ReadonlySet<Socket>): Promise<void> {
  const timer = setTimeout(() => destroyAll(sockets), CLOSE_GRACE_MS)
  await pool.end()
  await Promise.all([...sockets].map((socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()))))
  clearTimeout(timer)
}

/** Names prepared statements of transactions; other reads are planned for their values. `undefined`: not prepared. */
function statementNames(): (sql: string) => string | undefined {
  // Evicted statements stay prepared until the connection is replaced, so no name is reused.
  const names = new LRUCache<string, string>({ max: MAX_PREPARED })
  let given = 0
  return (sql) => {
    // An update may add a column while this version runs; a prepared `*` would fail.
    if (sql.length > MAX_PREPARED_LENGTH || sql.includes('*')) return undefined
    const known = names.get(sql)
    if (known !== undefined) return known
    given += 1
    const name = `shop-${given}`
    names.set(sql, name)
    return name
  }
}

/**
 * A server that shuts down tells each connection, but idle ones have not read it. A read-only one (25006) is a standby:
 * the proxy does not know the new primary yet.
 */
const LOST_CODES: ReadonlySet<string | undefined> = new Set(['57P01', '57P02', '25006'])

function isConnectionLost(error: Error): boolean {
  return !(error instanceof pg.DatabaseError) || LOST_CODES.has(error.code)
}

function isTransactionAborted(error: Error): boolean {
  return error instanceof pg.DatabaseError && error.code === '25P02'
}

export const APPLICATION_NAME = `packwright ${SCHEMA_VERSIONS.at(-1)}`

/** A connection's socket is in `sockets` until it is closed. */
export function connectionOptions(url: string, timeouts: PostgresTimeouts, sockets: Set<Socket>): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: APPLICATION_NAME,
    connectionTimeoutMillis: timeouts.connect,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    stream: () => {
      const socket = new Socket()
      sockets.add(socket)
      return socket.once('close', () => sockets.delete(socket))
    },
  }
}

/** Ends connections without a word to the server, so their waiting queries fail at once. */
export function destroyAll(sockets: ReadonlySet<Socket>): void {
  for (const socket of sockets) socket.destroy()
}
