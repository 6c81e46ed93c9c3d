import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type Dialect, PostgresDialect } from 'kysely'
import pg from 'pg'
import { connectionOptions, destroyAll, openPostgresPool, type PostgresTimeouts, TIMEOUTS } from './postgres-pool.ts'

/** Milliseconds until the listening connection is reopened; below, how long closing waits for it. */
const RETRY_DELAY = 1000
const CLOSE_GRACE = 500

/** Kysely's dialect over a pool. Broken connections, idle or in use, are replaced and never end the process. */
export function postgresDialect(url: string, timeouts?: PostgresTimeouts): Dialect {
  return new PostgresDialect({ pool: openPostgresPool(url, timeouts) })
}

/**
 * Calls `onNotice` whenever another node announces a change on a channel. Reconnects by itself; missed notifications
 * are covered by polling. Returns a function that stops listening.
 */
export function listen(url: string, channel: string, onNotice: () => void): () => Promise<void> {
  const sockets = new Set<Socket>()
  let client: pg.Client | null = null
  let retry: NodeJS.Timeout | null = null
  let ended = false

  async function connect(): Promise<void> {
    const mine = new pg.Client({ ...connectionOptions(url, TIMEOUTS, sockets), query_timeout: TIMEOUTS.query })
    client = mine
    mine.on('error', () => {})
    mine.on('end', again)
    mine.on('notification', onNotice)
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
    }, RETRY_DELAY).unref()
  }

  void connect()
  return async () => {
    ended = true
    if (retry !== null) clearTimeout(retry)
    await Promise.race([client?.end().catch(() => {}), pause(CLOSE_GRACE, undefined, { ref: false })])
    destroyAll(sockets)
  }
}
