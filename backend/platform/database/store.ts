import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** Pool statistics: open and idle connections, and callers waiting for one. */
export type PoolUse = { open: number; idle: number; waiting: number }

/** The database, or a transaction on it; the first argument of repository functions. */
export type Database = Kysely<Tables>
export type Trx = Transaction<Tables>

export type Store = {
  database: Database
  engine: 'sqlite' | 'postgres'
  label: string
  /** Pool statistics; PostgreSQL only. */
  connections?: () => PoolUse
  /** Calls back when another process announces a change on a channel; PostgreSQL only. */
  listen: (channel: string, onNotice: (payload: string) => void) => () => Promise<void>
  close: () => Promise<void>
}
