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
  /** The last time at which the job was due. A node that was down then runs it later. */
  lastDue: (now: Date) => Date
  log: Pick<FastifyBaseLogger, 'info' | 'error'>
  /** An error's message is stored as the reason of the failure. */
  run: (signal: AbortSignal) => Promise<void>
  clock?: () => Date
}

export type JobWorker = {
  /** Runs the job if it is due and no other node holds it; returns whether it ran. */
  runIfDue: () => Promise<boolean>
  /** Starts nothing new, and aborts a running job. */
  close: () => Promise<void>
}

/** Milliseconds between polls; below, between retries after a failure. */
const POLL_INTERVAL_MS = 60_000
const RETRY_DELAY_MS = 60 * 60_000
/** Milliseconds after which another node may take the job of a node that died; a running job extends its lease. */
const LEASE_MS = 10 * 60_000

/** `hour`: the hour at which the job is due, where the shop is. */
export type DailyJob = Omit<Job, 'lastDue'> & { hour: number }

/** Runs a job once a day on one of the nodes that share a database. */
export function startDailyJob(job: DailyJob): JobWorker {
  return startJob(dueDaily(job))
}

export function runIfDue(job: DailyJob, signal: AbortSignal): Promise<boolean> {
  return runJobIfDue(dueDaily(job), signal)
}

function dueDaily({ hour, ...job }: DailyJob): Job {
  return { ...job, lastDue: (now) => lastDue(now, hour) }
}

/** Runs a job whenever it is due, on one of the nodes that share a database. What had failed is tried at once. */
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
  // After fixing the cause, the operator restarts the shop.
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

/** Runs the job if it is due; a failure is logged, stored with the job, and retried an hour later or by the next start. */
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
