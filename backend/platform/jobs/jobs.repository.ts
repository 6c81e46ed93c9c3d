import type { Selectable } from 'kysely'
import type { Database } from '../database/database.ts'
import { latestPlausible } from '../lib/days/time.ts'

type Job = Selectable<JobsTables['jobs']>

export async function findJob(database: Database, name: string): Promise<Job | null> {
  return (await database.selectFrom('jobs').selectAll().where('name', '=', name).executeTakeFirst()) ?? null
}

type Claim = {
  name: string
  holder: string
  now: Date
  /** Only when it has not succeeded since. */
  dueSince: Date
  /** Only when it has not failed since. */
  retryAfter: Date
  leasedUntil: Date
}

/** Takes the lease if the job is due and free. Future times, from a wrong clock, count as never. */
export async function claimJob(database: Database, claim: Claim): Promise<boolean> {
  const { name, holder, now, dueSince, retryAfter, leasedUntil } = claim
  const latest = latestPlausible(now)
  await database
    .insertInto('jobs')
    .values({ name, holder: null, leased_until: null, succeeded_at: null, failed_at: null, failure: null, note: null })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const { numUpdatedRows } = await database
    .updateTable('jobs')
    .set({ holder, leased_until: leasedUntil.toISOString() })
    .where('name', '=', name)
    .where((row) =>
      row.or([
        row('leased_until', 'is', null),
        row('leased_until', '<=', now.toISOString()),
        row('leased_until', '>', latest),
      ]),
    )
    .where((row) =>
      row.or([
        row('succeeded_at', 'is', null),
        row('succeeded_at', '<', dueSince.toISOString()),
        row('succeeded_at', '>', latest),
      ]),
    )
    .where((row) =>
      row.or([
        row('failed_at', 'is', null),
        row('failed_at', '<', retryAfter.toISOString()),
        row('failed_at', '>', latest),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export function extendLease(database: Database, name: string, holder: string, until: Date): Promise<void> {
  return updateHeld(database, name, holder, { leased_until: until.toISOString() })
}

export function noteOnJob(database: Database, name: string, holder: string, note: string): Promise<void> {
  return updateHeld(database, name, holder, { note })
}

export function finishJob(
  database: Database,
  name: string,
  holder: string,
  now: Date,
  failure: string | null,
): Promise<void> {
  const outcome = failure === null ? { succeeded_at: now.toISOString() } : { failed_at: now.toISOString() }
  return updateHeld(database, name, holder, { holder: null, leased_until: null, failure, ...outcome })
}

export function releaseJob(database: Database, name: string, holder: string): Promise<void> {
  return updateHeld(database, name, holder, { holder: null, leased_until: null })
}

async function updateHeld(database: Database, name: string, holder: string, values: Partial<Job>): Promise<void> {
  await database.updateTable('jobs').set(values).where('name', '=', name).where('holder', '=', holder).execute()
}

type JobsTables = { jobs: JobsTable }

declare module '../database/tables.ts' {
  interface Tables extends JobsTables {}
}

type JobsTable = {
  name: string
  holder: string | null
  /** So a node that died doesn't hold the job for ever. */
  leased_until: string | null
  succeeded_at: string | null
  failed_at: string | null
  failure: string | null
  note: string | null
}
