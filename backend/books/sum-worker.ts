import type { FastifyBaseLogger } from 'fastify'
import { type Database, inTransaction } from '../platform/database/database.ts'
import { createErrorLog, describeError } from '../platform/http/errors/error-log.ts'
import { addDays, localDay } from '../platform/lib/days/local-day.ts'
import { repeat } from '../platform/lib/repeat.ts'
import { noteChangedDays } from './days/changed-days.ts'
import { sumChangedDays } from './days/sum-changed-days.ts'

/** Milliseconds between rounds; below, between log lines while every round fails. */
const INTERVAL = 60_000
const ERROR_PERIOD = 60 * 60_000
/** Processes of the version before note no changes while both run, at an update; those of so many days are counted anyway. */
const RECENT_DAYS = 31

/** Sums the days of the books that have changed, once a minute, until closed. Several nodes may each run one. */
export function startBooksSums({
  database,
  log,
}: {
  database: Database
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
}): { close: () => Promise<void> } {
  const errorLog = createErrorLog(ERROR_PERIOD)
  const ending = new AbortController()
  let noted = ''
  const loop = repeat(
    async () => {
      const today = localDay(new Date())
      if (noted !== today) await noteRecentDays(database)
      noted = today
      await sumChangedDays(database, ending.signal)
    },
    INTERVAL,
    (error) => {
      if (!ending.signal.aborted) errorLog.report(log, {}, describeError(error), 'the books could not be summed')
    },
  )
  return {
    close: async () => {
      ending.abort()
      await loop.close()
      errorLog.close()
    },
  }
}

async function noteRecentDays(database: Database): Promise<void> {
  const today = localDay(new Date())
  const days = Array.from({ length: RECENT_DAYS }, (_, age) => addDays(today, -age))
  await inTransaction(database, (trx) => noteChangedDays(trx, days))
}
