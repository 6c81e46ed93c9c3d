import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/database.ts'
import { inTransaction } from '../database/database.ts'
import { localDay } from '../lib/local-day.ts'
import { type JobWorker, startDailyJob } from '../operations/jobs/daily-job.ts'
import { noteChangedDays, sumChangedDays } from './days/changed-days.ts'

const HOUR_OF_DAY = 2
const DAY = 24 * 60 * 60_000
/** Processes of the version before, during an update, note no changes; those of so many days are counted anyway. */
const RECENT_DAYS = 31

/** Sums the days of the books that have changed, once a day on one of the nodes. */
export function startNightlySums(options: {
  database: Database
  log: Pick<FastifyBaseLogger, 'info' | 'error'>
}): JobWorker {
  const { database } = options
  return startDailyJob({
    ...options,
    name: 'books',
    hour: HOUR_OF_DAY,
    run: async (signal) => {
      const now = Date.now()
      const recent = Array.from({ length: RECENT_DAYS }, (_, days) => localDay(new Date(now - days * DAY)))
      await inTransaction(database, (trx) => noteChangedDays(trx, recent))
      await sumChangedDays(database, signal)
    },
  })
}
