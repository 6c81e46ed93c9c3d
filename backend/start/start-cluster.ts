import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { join } from 'node:path'
import closeWithGrace from 'close-with-grace'
import { pino } from 'pino'
import { AggregatorRegistry } from 'prom-client'
import { type FromPrimary, parseFromWorker } from '../platform/process/messages.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { CLOSE_GRACE } from './close-shop.ts'

const MAIN = join(import.meta.dirname, '../main.ts')

/** Milliseconds beyond its own grace period before a worker is killed. */
const KILL_GRACE = 2000

/** The leader fills the database and runs background jobs; followers only serve requests. */
type Role = 'leader' | 'follower'

/**
 * Runs the shop as several processes on one port. The leader starts first, since it migrates the database; if it fails,
 * it has logged why and no followers are started. Workers that exit later are restarted.
 */
export async function startCluster(settings: Settings): Promise<boolean> {
  const log = pino({ level: settings.logLevel, base: null })
  const closing = new AbortController()
  handleMessages()
  const leader = fork('leader')
  const greeting = await greetingOf(leader)
  if (greeting === null) {
    process.exitCode = 1
    return false
  }
  const grace = CLOSE_GRACE + settings.drainSeconds * 1000
  closeWithGrace({ logger: false, delay: grace + 2 * KILL_GRACE }, async () => {
    closing.abort()
    await closeWorkers(grace + KILL_GRACE)
  })
  const keep = { closing: closing.signal, log }
  keepRunning('leader', leader, keep)
  await Promise.all(Array.from({ length: settings.workers - 1 }, () => startFollower(keep)))
  console.info(greeting.replace(/\)$/m, `, ${settings.workers} processes)`))
  return true
}

async function startFollower(keep: KeepOptions): Promise<void> {
  const worker = fork('follower')
  keepRunning('follower', worker, keep)
  await greetingOf(worker)
}

function fork(role: Role): Worker {
  cluster.setupPrimary({ exec: MAIN, args: role === 'follower' ? ['--follower'] : [] })
  return cluster.fork()
}

/** The greeting of a worker once it listens; `null` when it exits before. */
async function greetingOf(worker: Worker): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>()
  worker.on('message', (message) => {
    const known = parseFromWorker(message)
    if (known?.type === 'shop:listening') resolve(known.greeting)
  })
  worker.once('exit', () => resolve(null))
  return promise
}

type Log = { warn: (fields: object, message: string) => void }
type KeepOptions = { closing: AbortSignal; log: Log }

/** Restarts a worker whenever it exits, until the shop closes. */
function keepRunning(role: Role, worker: Worker, { closing, log }: KeepOptions, lastDelay = 0): void {
  const startedAt = performance.now()
  worker.once('exit', (code, signal) => {
    if (closing.aborted) return
    const delay = restartDelay(performance.now() - startedAt, lastDelay)
    log.warn({ pid: worker.process.pid, role, code, signal, delay }, 'a process of the shop ended; it is started again')
    setTimeout(() => {
      if (!closing.aborted) keepRunning(role, fork(role), { closing, log }, delay)
    }, delay)
  })
}

/** Workers that serve requests. */
const listening = new WeakSet<Worker>()

/** Collects the metrics of all workers for the one that requests them; `null` when one does not respond. */
function handleMessages(): void {
  const all = new AggregatorRegistry()
  cluster.on('message', async (worker, message) => {
    const known = parseFromWorker(message)
    if (known?.type === 'shop:listening') listening.add(worker)
    if (known?.type !== 'shop:metrics') return
    const text = await all.clusterMetrics().catch(() => null)
    send(worker, { type: 'shop:metrics', id: known.id, text })
  })
}

/** Lets every worker finish its requests, and kills those that do not exit in time. */
async function closeWorkers(timeoutMs: number): Promise<void> {
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
  const timer = setTimeout(() => {
    for (const worker of workers) worker.process.kill('SIGKILL')
  }, timeoutMs)
  await Promise.all(
    workers.map(async (worker) => {
      const ended = worker.isDead() ? null : once(worker, 'exit')
      // A worker that is still starting serves nobody and does not listen for messages yet.
      if (listening.has(worker)) send(worker, { type: 'shop:close' })
      else worker.process.kill('SIGTERM')
      await ended
    }),
  )
  clearTimeout(timer)
}

function send(worker: Worker, message: FromPrimary): void {
  // It may exit at this moment, which is not an error.
  if (worker.isConnected()) worker.send(message, () => {})
}

/** A worker that ran this long was healthy, so that the delay is reset. In milliseconds. */
const HEALTHY_RUN = 60_000
const FIRST_DELAY = 1000
const MAX_DELAY = 30_000

/**
 * Delay before a worker is restarted: none after a healthy run, otherwise twice the last one, so that a worker that
 * cannot start does not use up the processor.
 */
export function restartDelay(uptime: number, lastDelay: number): number {
  if (uptime >= HEALTHY_RUN) return 0
  return lastDelay === 0 ? FIRST_DELAY : Math.min(lastDelay * 2, MAX_DELAY)
}
