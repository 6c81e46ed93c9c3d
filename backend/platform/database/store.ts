import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

export type PoolUse = { open: number; idle: number; waiting: number }

/** The database, or a transaction on it. */
export type Database = Kysely<Tables>
export type Trx = Transaction<Tables>

export type Store = {
  database: Database
  engine: 'sqlite' | 'postgres'
  label: string
  /** PostgreSQL only. */
  connections?: () => PoolUse
  /** Calls back when another process announces a change; PostgreSQL only. */
  listen: (channel: string, onNotice: (payload: string) => void) => () => Promise<void>
  close: () => Promise<void>
}
