import { randomUUID } from 'node:crypto'
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'

/** Tables of work that nodes share, with their keys. */
const KEY_COLUMNS = { outbox: 'id', payment_operations: 'operation_id', gateway_events: 'event_hash' } as const
type WorkTable = keyof typeof KEY_COLUMNS

/** Tables with a column `claim` for the worker. */
const WITH_CLAIM: ReadonlySet<string> = new Set<WorkTable>(['outbox', 'payment_operations'])

/** Considered at a time when several nodes claim. */
const MAX_CANDIDATES = 10

type Work<T> = {
  table: T
  /** Whether a row is due. */
  isDue: RawBuilder<SqlBool>
  /** Milliseconds until another node may take over. */
  lease: number
}

/** Claims the row that has been due longest, or returns `null`. A conditional update: no two nodes get the same row. */
export async function claimDue<T extends WorkTable>(
  database: Database,
  { table, isDue, lease }: Work<T>,
  now: Date,
): Promise<Selectable<Tables[T]> | null> {
  const key = sql.ref(KEY_COLUMNS[table])
  const { rows } = await sql<{ id: string; at: string }>`
    select ${key} as id, next_attempt_at as at from ${sql.table(table)}
    where ${isDue} order by next_attempt_at limit ${MAX_CANDIDATES}`.execute(database)
  const claim = WITH_CLAIM.has(table) ? sql`claim = ${randomUUID()},` : sql``
  const until = new Date(now.getTime() + lease).toISOString()
  for (const { id, at } of rows) {
    const claimed = await sql<Selectable<Tables[T]>>`
      update ${sql.table(table)} set ${claim} attempts = attempts + 1, next_attempt_at = ${until}
      where ${key} = ${id} and next_attempt_at = ${at} and ${isDue} returning *`.execute(database)
    const [row] = claimed.rows
    if (row !== undefined) return row
  }
  return null
}
