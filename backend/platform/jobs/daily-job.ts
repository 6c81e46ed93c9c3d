import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/database.ts'
import { describeError } from '../http/errors/error-log.ts'
import { addDays, localDay } from '../lib/days/local-day.ts'
import { hourOf } from '../lib/days/local-time.ts'
import { claimJob, extendLease, finishJob, releaseJob } from './jobs.repository.ts'

export type Job = {
  database: Database
  name: string
  lastDue: (now: Date) => Date
  log: Pick<FastifyBaseLogger, 'info' | 'error'>
  /** An error's message is stored as the reason. */
  run: (signal: AbortSignal) => Promise<void>
  clock?: () => Date
}

export type JobWorker = {
  runIfDue: () => Promise<boolean>
  close: () => Promise<void>
}

/** Milliseconds; below, between retries after a failure. */
const POLL_INTERVAL_MS = 60_000
const RETRY_DELAY_MS = 60 * 60_000
/** Until another node may take over; a running job extends its lease. */
const LEASE_MS = 10 * 60_000

export type DailyJob = Omit<Job, 'lastDue'> & { hour: number }

/** Runs a job once a day, at an hour in the shop's time zone, on one of the nodes. */
export function startDailyJob(job: DailyJob): JobWorker {
  return startJob(dueDaily(job))
}

export function runIfDue(job: DailyJob, signal: AbortSignal): Promise<boolean> {
  return runJobIfDue(dueDaily(job), signal)
}

function dueDaily({ hour, ...job }: DailyJob): Job {
  return { ...job, lastDue: (now) => lastDue(now, hour) }
}

/** Runs a job whenever it is due, on one of the nodes. A failed one is retried at once. */
export function startJob(job: Job): JobWorker {
  const ending = new AbortController()
  let running: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | null = null

  function round(retryDelay: number = RETRY_DELAY_MS): void {
    running = runJobIfDue(job, ending.signal, retryDelay)
      .catch((error: unknown) => job.log.error({ error: describeError(error) }, `${job.name} could not be polled`))
      .then(() => {
        if (!ending.signal.aborted) timer = setTimeout(() => round(), POLL_INTERVAL_MS).unref()
      })
  }
  // The operator restarts the shop after fixing the cause.
  round(0)
  return {
    runIfDue: () => runJobIfDue(job, ending.signal),
    close: async () => {
      ending.abort()
      if (timer !== null) clearTimeout(timer)
      await running
    },
  }
}

/** A failure is logged, stored, and retried an hour later or at the next start. */
async function runJobIfDue(job: Job, signal: AbortSignal, retryDelay: number = RETRY_DELAY_MS): Promise<boolean> {
  const { database, name, log, clock = () => new Date() } = job
  const [now, holder] = [clock(), randomUUID()]
  const leasedUntil = () => new Date(clock().getTime() + LEASE_MS)
  const retryAfter = new Date(now.getTime() - retryDelay)
  const claim = { name, holder, now, dueSince: job.lastDue(now), retryAfter, leasedUntil: leasedUntil() }
  if (!(await claimJob(database, claim))) return false
  const renewal = setInterval(() => {
    extendLease(database, name, holder, leasedUntil()).catch(() => {})
  }, LEASE_MS / 5).unref()
  try {
    await job.run(signal)
    await finishJob(database, name, holder, clock(), null)
  } catch (error) {
    if (signal.aborted) {
      await releaseJob(database, name, holder)
      return true
    }
    const failure = error instanceof Error ? error.message : 'Something went wrong.'
    log.error({ job: name, error: describeError(error) }, `${name} failed`)
    await finishJob(database, name, holder, clock(), failure)
  } finally {
    clearInterval(renewal)
  }
  return true
}

export function lastDue(now: Date, hour: number): Date {
  const today = localDay(now)
  const due = [today, addDays(today, -1)].map((day) => hourOf(day, hour))
  return due.find((time) => time <= now) ?? now
}
