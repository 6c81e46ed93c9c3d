import { createHash } from 'node:crypto'
import { plural } from '@shop/contract/text/plural'
import type { FastifyBaseLogger } from 'fastify'
import { type Database, inTransaction, type Trx } from '../../database/database.ts'
import { latestPlausible } from '../../lib/days/time.ts'
import { AppError } from '../errors/app-error.ts'
import { describeError } from '../errors/error-log.ts'
import { addCount, deleteCountsBeyond, deleteExpiredCounts, listCounts } from './rate-limits.repository.ts'

/** Legitimate use makes fewer in 15 minutes; a few megabytes. */
const MAX_ROWS = 50_000

/** Expired rows are deleted after this many milliseconds, or this many counts. */
const SWEEP_INTERVAL_MS = 60_000
const SWEEP_COUNTS = 1000

/** Milliseconds per failure up to the longest, which ends before the page says that it takes long (R50). */
const DELAY_STEP_MS = 250
const MAX_DELAY_MS = 2000

export type Limit = {
  /** Uses or failures per window of `minutes`, which starts with the first. */
  max: number
  minutes: number
  /** Failures until attempts are delayed. */
  delayAfter?: number
  /**
   * Over the limit, lets one attempt through per interval (0: all of them, delayed), so others can't lock out the
   * rightful user; by default all are rejected.
   */
  probeSeconds?: number
}

export type LimitedKey = { key: string; limit: Limit }

export type RateLimiter = {
  /** Counts one use; throws 429 over the limit. */
  count: (limited: LimitedKey) => Promise<void>
  /** Counts one use within a transaction, so only committed ones count. Others with the key wait until its end. */
  countWith: (trx: Trx, limited: LimitedKey) => Promise<void>
  /**
   * Runs one attempt; `null` is a failure, and only failures count, under each key. Only as many run at once as may
   * still fail, so concurrent guesses gain nothing; `work` learns whether it waited.
   */
  attempt: <Result>(
    limited: readonly LimitedKey[],
    work: (waited: boolean) => Promise<Result | null>,
  ) => Promise<Result | null>
}

declare module '../../context.ts' {
  interface Context {
    /** Shared by all nodes. */
    rateLimiter: RateLimiter
  }
}

type RateLimiterOptions = {
  database: Database
  clock: () => Date
  wait: (ms: number) => Promise<unknown>
  log: () => Pick<FastifyBaseLogger, 'warn'>
  maxRows?: number
}

type Entry = { id: string; limit: Limit; local: InFlight }

/** Counts are in the database. Successful attempts write nothing. */
export function createRateLimiter(options: RateLimiterOptions): RateLimiter {
  const { database, clock, wait } = options
  const attempts = createInFlightAttempts()
  const sweep = createSweep(options)

  /** Delays the attempt; over a limit with probes, one per `probeSeconds` continues. */
  async function delay(entries: readonly Entry[], before: readonly number[]): Promise<void> {
    for (const [index, { id, limit }] of entries.entries()) {
      const { probeSeconds = 0, max } = limit
      if (probeSeconds === 0 || (before[index] ?? 0) < max) continue
      await count({ key: `probe ${id}`, limit: { max: 1, minutes: probeSeconds / 60 } })
    }
    const ms = Math.max(...entries.map(({ limit }, index) => computeDelay(limit, before[index] ?? 0)))
    if (ms > 0) await wait(ms)
  }

  /** Counts a failure under every key; throws 429 over a limit, which then holds across nodes. */
  async function countFailure(entries: readonly Entry[]): Promise<void> {
    const now = clock()
    const waits: number[] = []
    for (const { id, limit, local } of entries) {
      const row = await addCount(database, id, now, expiryOf(limit, now))
      noteCount(local, row)
      if (row.counted > limit.max) waits.push(secondsUntil(row.expires_at, now))
    }
    await sweep(entries.length)
    if (waits.length > 0) throw tooMany(Math.max(...waits))
  }

  async function count({ key, limit }: LimitedKey): Promise<void> {
    const now = clock()
    const id = idOf(key)
    const [known] = await listCounts(database, [id], now)
    // Rejections write nothing.
    if (known !== undefined && known.counted >= limit.max) throw tooMany(secondsUntil(known.expires_at, now))
    const row = await addCount(database, id, now, expiryOf(limit, now))
    await sweep(1)
    if (row.counted > limit.max) throw tooMany(secondsUntil(row.expires_at, now))
  }

  return {
    count,
    countWith: async (trx, { key, limit }) => {
      const now = clock()
      const row = await addCount(trx, idOf(key), now, expiryOf(limit, now))
      if (row.counted > limit.max) throw tooMany(secondsUntil(row.expires_at, now))
    },
    attempt: async (limited, work) => {
      const entries = limited.map(({ key, limit }) => {
        const id = idOf(key)
        return { id, limit, local: attempts.acquire(id) }
      })
      let running = false
      try {
        const { before, waited } = await reserve(options, entries)
        running = true
        await delay(entries, before)
        const result = await work(waited)
        if (result === null) await countFailure(entries)
        return result
      } finally {
        for (const { id, local } of entries) {
          if (running) local.running -= 1
          attempts.release(id)
        }
      }
    },
  }
}

/** Makes what deletes old rows now and then. It is called with the number of new counts; errors are only logged. */
function createSweep({ database, clock, log, maxRows = MAX_ROWS }: RateLimiterOptions) {
  let swept = Number.NEGATIVE_INFINITY
  let countsSinceSweep = 0
  return async (counts: number): Promise<void> => {
    const now = clock()
    countsSinceSweep += counts
    if (Math.abs(now.getTime() - swept) < SWEEP_INTERVAL_MS && countsSinceSweep < Math.min(SWEEP_COUNTS, maxRows))
      return
    swept = now.getTime()
    countsSinceSweep = 0
    try {
      await deleteExpiredCounts(database, now)
      await deleteCountsBeyond(database, maxRows)
    } catch (error) {
      log().warn({ error: describeError(error) }, 'old rate limits were not deleted')
    }
  }
}

/**
 * Reserves an attempt under every key; returns the failures before it, and whether it waited. Throws 429 when a key
 * without probes is over its limit.
 */
async function reserve(
  options: Pick<RateLimiterOptions, 'database' | 'clock'>,
  entries: readonly Entry[],
): Promise<{ before: number[]; waited: boolean }> {
  for (let waited = false; ; waited = true) {
    const counted = await readCounts(options, entries)
    const busy = entries.find(({ limit, local }, index) => {
      return limit.probeSeconds === undefined && (counted[index] ?? 0) + local.running >= limit.max
    })
    if (busy === undefined) {
      const before = entries.map(({ local }, index) => (counted[index] ?? 0) + local.running)
      for (const { local } of entries) local.running += 1
      return { before, waited }
    }
    const ended = nextEnd(busy.local)
    if (ended === null) throw tooMany(1)
    await ended
  }
}

/** The counts by key. Throws 429 when a key without probes is over its limit. */
async function readCounts(
  { database, clock }: Pick<RateLimiterOptions, 'database' | 'clock'>,
  entries: readonly Entry[],
): Promise<number[]> {
  const now = clock()
  const stored = await listCounts(
    database,
    entries.map(({ id }) => id),
    now,
  )
  return entries.map(({ id, limit, local }) => {
    const row = stored.find(({ key_hash }) => key_hash === id)
    const isFresh = local.expires_at > now.toISOString() && local.expires_at <= latestPlausible(now)
    const fresh = isFresh ? local.counted : 0
    const counted = Math.max(row?.counted ?? 0, fresh)
    if (counted >= limit.max && limit.probeSeconds === undefined) {
      throw tooMany(secondsUntil(row?.expires_at ?? local.expires_at, now))
    }
    return counted
  })
}

export async function isOverLimit(database: Database, { key, limit }: LimitedKey, now: Date): Promise<boolean> {
  const [known] = await listCounts(database, [idOf(key)], now)
  return known !== undefined && known.counted >= limit.max
}

/** Counts one use; false over the limit, for uses that are dropped silently. */
export async function countsWithin({ count }: Pick<RateLimiter, 'count'>, limited: LimitedKey): Promise<boolean> {
  try {
    await count(limited)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return false
    throw error
  }
}

/** Counts an email under both keys, or under none when one is over its limit. */
export async function countsTogether(
  { database, rateLimiter }: { database: Database; rateLimiter: Pick<RateLimiter, 'countWith'> },
  ...keys: [LimitedKey, LimitedKey]
): Promise<boolean> {
  try {
    await inTransaction(database, async (trx) => {
      for (const limited of keys) await rateLimiter.countWith(trx, limited)
    })
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return false
    throw error
  }
}

function idOf(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

function expiryOf({ minutes }: Limit, now: Date): Date {
  return new Date(now.getTime() + minutes * 60_000)
}

function secondsUntil(time: string, now: Date): number {
  return Math.max(1, Math.ceil((Date.parse(time) - now.getTime()) / 1000))
}

function computeDelay({ delayAfter = Number.POSITIVE_INFINITY }: Limit, failures: number): number {
  return failures < delayAfter ? 0 : Math.min(MAX_DELAY_MS, (failures - delayAfter + 1) * DELAY_STEP_MS)
}

function tooMany(seconds: number): AppError {
  const minutes = Math.ceil(seconds / 60)
  const wait = seconds <= 10 ? 'a moment' : plural(minutes, 'a minute', `${minutes} minutes`)
  return new AppError('rate_limited', `Too many attempts. Please try again in ${wait}.`, null, seconds)
}

/** Per key; further ones are rejected with a short Retry-After. */
const MAX_WAITING = 100

/** A key with attempts in flight on this node. */
type InFlight = {
  running: number
  counted: number
  expires_at: string
  /** Callers that hold this entry. */
  users: number
  waiting: (() => void)[]
}

/** Attempts in flight on this node, by key. */
export function createInFlightAttempts() {
  const entries = new Map<string, InFlight>()
  return {
    acquire: (key: string): InFlight => {
      const entry = entries.get(key) ?? { running: 0, counted: 0, expires_at: '', users: 0, waiting: [] }
      entry.users += 1
      entries.set(key, entry)
      return entry
    },
    release: (key: string): void => {
      const entry = entries.get(key)
      if (entry === undefined) return
      entry.users -= 1
      if (entry.users === 0) entries.delete(key)
      for (const wake of entry.waiting.splice(0)) wake()
    },
  }
}

/** Updates the count unless a newer one is known: concurrent queries respond in any order. */
export function noteCount(entry: InFlight, { counted, expires_at }: Pick<InFlight, 'counted' | 'expires_at'>): void {
  const isNewer = expires_at === entry.expires_at ? counted > entry.counted : expires_at > entry.expires_at
  if (isNewer) Object.assign(entry, { counted, expires_at })
}

/** Resolves when an attempt of the key has ended; `null` when too many wait. */
function nextEnd(entry: InFlight): Promise<void> | null {
  if (entry.waiting.length >= MAX_WAITING) return null
  return new Promise((resolve) => entry.waiting.push(resolve))
}
