import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Store } from '../../platform/database/store.ts'

/** Waits until `work` waits for the caller's lock, or has ended. SQLite runs one transaction at a time anyway. */
export async function untilWaiting({ engine, database }: Store, work: Promise<unknown>): Promise<void> {
  if (engine === 'sqlite') return
  let isOver = false
  const end = () => {
    isOver = true
  }
  work.then(end, end)
  while (!isOver) {
    const { rows } = await sql`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(database)
    if (rows.length > 0) return
    await wait(5)
  }
}
