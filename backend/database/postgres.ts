import { type Dialect, PostgresDialect } from 'kysely'
import pg from 'pg'

/** How long a request waits for a connection, in milliseconds: a database that is away is told soon. */
const CONNECT_TIMEOUT = 3000

/** How long an answer may take, in milliseconds: a line that has fallen silent breaks nothing off by itself. */
const QUERY_TIMEOUT = 10_000

/** How long a request waits for PostgreSQL, in milliseconds; tests on a busy machine are more patient. */
export type PostgresTimeouts = { connect: number; query: number }

/** Kysely's dialect over a pool. A connection that breaks, idle or at work, is replaced; it never ends the process. */
export function postgresDialect(
  url: string,
  timeouts: PostgresTimeouts = { connect: CONNECT_TIMEOUT, query: QUERY_TIMEOUT },
): Dialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: timeouts.connect,
    query_timeout: timeouts.query,
  })
  pool.on('error', () => {})
  // The pool listens to idle connections only; whoever works on one is told by the query that fails.
  pool.on('connect', (client) => client.on('error', () => {}))
  return new PostgresDialect({ pool })
}

/**
 * Calls `onNotice` whenever another node says that a channel changed. Reconnects by itself; what is missed meanwhile is
 * found by polling. Returns a function that ends it.
 */
export function listen(url: string, channel: string, onNotice: () => void): () => Promise<void> {
  let client: pg.Client | null = null
  let retry: NodeJS.Timeout | null = null
  let ended = false

  async function connect(): Promise<void> {
    const mine = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT })
    client = mine
    mine.on('error', () => {})
    mine.on('end', again)
    mine.on('notification', onNotice)
    try {
      await mine.connect()
      await mine.query(`listen ${channel}`)
    } catch {
      again()
    }
  }

  function again(): void {
    if (ended || retry !== null) return
    retry = setTimeout(() => {
      retry = null
      void connect()
    }, 1000).unref()
  }

  void connect()
  return async () => {
    ended = true
    if (retry !== null) clearTimeout(retry)
    await client?.end().catch(() => {})
  }
}
