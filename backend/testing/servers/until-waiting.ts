import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Store } from '../../platform/database/store.ts'

/**
 * Waits until so many transactions of `work` wait for a lock, or it has ended. SQLite runs one transaction at a time
 * anyway.
 */
export async function untilWaiting(
  { engine, database }: Store,
  work: Promise<unknown>,
  transactions = 1,
): Promise<void> {
  if (engine === 'sqlite') return
  let isOver = false
  const end = () => {
    isOver = true
  }
  work.then(end, end)
  while (!isOver) {
    const { rows } = await sql`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(database)
    if (rows.length >= transactions) return
    await wait(5)
  }
}

/** Makes those whose uses are counted wait until the end of the transaction: several are then halfway at once. */
export async function lockCounts(trx: Trx): Promise<void> {
  await trx
    .updateTable('rate_limits')
    .set((row) => ({ counted: row.ref('counted') }))
    .execute()
}
