import { DAY_MS } from '@shop/contract/durations'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../platform/database/database.ts'
import { type JobWorker, startDailyJob } from '../platform/jobs/daily-job.ts'
import { findJob } from '../platform/jobs/jobs.repository.ts'
import { mergeParts } from '../platform/merge-parts.ts'
import type { ShopModule } from '../platform/module.ts'
import type { RetentionSettings } from '../platform/settings/settings.ts'

/** After the nightly backup, which then contains what is deleted. */
const HOUR_OF_DAY = 4

const JOB_NAME = 'retention'
/** Without a run, after which the clock is doubted. */
const LONGEST_PAUSE_DAYS = 31

type RetentionOptions = {
  database: Database
  modules: readonly ShopModule[]
  retention: RetentionSettings
  log: Pick<FastifyBaseLogger, 'info' | 'error'>
  clock?: () => Date
}

/** Daily, on one of the nodes. */
export function startRetention(options: RetentionOptions): JobWorker {
  const { database, log, clock } = options
  const run = () => deleteUnlessClockJumped(options)
  return startDailyJob({ database, name: JOB_NAME, hour: HOUR_OF_DAY, log, run, ...(clock && { clock }) })
}

/** Deletes nothing on the first day after a month without a run: the clock may be years ahead. */
export async function deleteUnlessClockJumped(options: RetentionOptions): Promise<void> {
  const { database, log, clock = () => new Date() } = options
  const last = (await findJob(database, JOB_NAME))?.succeeded_at ?? null
  if (last !== null && clock().getTime() - Date.parse(last) > LONGEST_PAUSE_DAYS * DAY_MS) {
    log.error({ last }, 'no old data is deleted before tomorrow: check that the clock of this machine is right')
    return
  }
  await deleteOldData(options)
}

export async function deleteOldData(options: RetentionOptions): Promise<void> {
  const deleted = await deleteOld(options)
  if (Object.values(deleted).some((count) => count > 0)) options.log.info({ deleted }, 'deleted old data')
}

async function deleteOld({ database, modules, retention, clock = () => new Date() }: RetentionOptions) {
  const now = clock().getTime()
  const deleted: Record<string, number> = {}
  const oldData = mergeParts(
    'old data',
    modules.map((module) => [module.name, module.oldData]),
  )
  for (const [kind, { days, remove }] of Object.entries(oldData)) {
    const age = typeof days === 'number' ? days : retention[days]
    deleted[kind] = age === null ? 0 : await remove(database, new Date(now - age * DAY_MS).toISOString())
  }
  return deleted
}
