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
  /** Opening a connection; short, so an unavailable database is noticed soon. */
  connect: number
  /** Waiting for a result; detects dead connections, which raise no error by themselves. */
  query: number
  /** Running a statement, enforced by the server; shorter than `query`, so the connection stays usable. */
  statement: number
}

export const DEFAULT_TIMEOUTS_MS: PostgresTimeouts = { acquire: 10_000, connect: 3000, query: 10_000, statement: 8000 }

const MAX_CONNECTIONS = 10
/** Milliseconds without traffic after which TCP keep-alive probes start. */
const KEEP_ALIVE_DELAY_MS = 10_000
/** Milliseconds after which the server ends the transaction of a process that died in the middle of it. */
const IDLE_IN_TRANSACTION_MS = 30_000
/** Milliseconds to wait for connections to close; those that do not are destroyed. */
const CLOSE_GRACE_MS = 1000

/** Seconds after which a connection is replaced, so nodes spread out again after a failover or a new standby. */
const MAX_LIFETIME_SECONDS = 30 * 60

/**
 * pg's pool, made safe against dead connections: a client whose query timed out is destroyed (pg puts it back with its
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
  /** Increased whenever a connection was found dead. */
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

  /** Once for each connection, which stays with one server. */
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
    /** The last error, since the server then only says that the transaction is aborted. */
    let lastError: Error | null = null
    let isTransaction = false
    function query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>
    function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
    function query(sql: unknown, parameters: readonly unknown[] = []): unknown {
      return runQuery(String(sql), [...parameters])
    }
    async function runQuery(sql: string, parameters: unknown[]): Promise<unknown> {
      // A rollback on a dead connection would only wait for a second timeout.
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
          // When several connections die together, each fails in turn; those opened since the first failure are good.
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

/**
 * Names under which connections keep statements of transactions prepared, as planning one takes longer than running it. What
 * is read outside of transactions, such as lists, is planned for its values each time. `undefined`: not to be kept.
 */
function statementNames(): (sql: string) => string | undefined {
  // What it drops stays prepared until its connection is replaced, so a name is never given twice.
  const names = new LRUCache<string, string>({ max: MAX_PREPARED })
  let given = 0
  return (sql) => {
    // `*` gets another column when an update adds one while this version still runs, and such a plan fails from then on.
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
 * The server that shuts down or has crashed says so to each connection; those that were idle have not read it yet. One
 * that may only be read (25006) is a standby, to which a proxy leads until it knows which server is the primary.
 */
const LOST_CODES: ReadonlySet<string | undefined> = new Set(['57P01', '57P02', '25006'])

function isConnectionLost(error: Error): boolean {
  return !(error instanceof pg.DatabaseError) || LOST_CODES.has(error.code)
}

function isTransactionAborted(error: Error): boolean {
  return error instanceof pg.DatabaseError && error.code === '25P02'
}

/** The name of this version's connections; an update names nodes of other versions by it. */
export const APPLICATION_NAME = `packwright ${SCHEMA_VERSIONS.at(-1)}`

/** Options of every connection; its socket is in `sockets` until it is closed. */
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

/** Ends connections without a word to the server, so what waits for them fails at once. */
export function destroyAll(sockets: ReadonlySet<Socket>): void {
  for (const socket of sockets) socket.destroy()
}
