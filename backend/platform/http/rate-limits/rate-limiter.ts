import { createHash } from 'node:crypto'
import { plural } from '@shop/contract/text/plural'
import type { FastifyBaseLogger } from 'fastify'
import { type Database, inTransaction, type Trx } from '../../database/database.ts'
import { latestPlausible } from '../../lib/days/time.ts'
import { AppError } from '../errors/app-error.ts'
import { describeError } from '../errors/error-log.ts'
import { addCount, deleteCountsBeyond, deleteExpiredCounts, listCounts } from './rate-limits.repository.ts'

/** More rows than legitimate use makes in 15 minutes, and no more than a few megabytes. */
const MAX_ROWS = 50_000

/** Expired rows are deleted with the first count after this many milliseconds, or after this many counts. */
const SWEEP_INTERVAL_MS = 60_000
const SWEEP_COUNTS = 1000

/**
 * Delay before an attempt in milliseconds: grows with each failure up to the longest, which is short enough that a
 * correct attempt ends before the page says that it takes long (R50).
 */
const DELAY_STEP_MS = 250
const MAX_DELAY_MS = 2000

export type Limit = {
  /** Allowed uses or failures per window of `minutes`, which starts with the first. */
  max: number
  minutes: number
  /** Failures after which further attempts are delayed, a little more each time. */
  delayAfter?: number
  /**
   * Behavior over the limit: by default every attempt is rejected. With a value, one attempt is still tried every
   * so many seconds (0: all of them), so others cannot lock out the rightful user; if it fails it is rejected.
   */
  probeSeconds?: number
}

export type LimitedKey = { key: string; limit: Limit }

export type RateLimiter = {
  /** Counts one use; throws 429 with the seconds to wait once over the limit. */
  count: (limited: LimitedKey) => Promise<void>
  /**
   * Counts one use within a transaction, so only what is committed counts, and costs no commit of its own. Until its end others
   * that count under the key wait.
   */
  countWith: (trx: Trx, limited: LimitedKey) => Promise<void>
  /**
   * Runs one attempt; `null` means failure, and only failures are counted, under each of the keys. On a node only as
   * many run concurrently as may still fail, so concurrent guesses gain nothing; `work` learns whether it waited for others.
   */
  attempt: <Result>(
    limited: readonly LimitedKey[],
    work: (waited: boolean) => Promise<Result | null>,
  ) => Promise<Result | null>
}

declare module '../../context.ts' {
  interface Context {
    /** Limits guesses and uses; shared by all nodes. */
    rateLimiter: RateLimiter
  }
}

type RateLimiterOptions = {
  database: Database
  clock: () => Date
  /** Waits for so many milliseconds. */
  wait: (ms: number) => Promise<unknown>
  log: () => Pick<FastifyBaseLogger, 'warn'>
  maxRows?: number
}

type Entry = { id: string; limit: Limit; local: InFlight }

/** A rate limiter with its counts in the database. Successful attempts write nothing. */
export function createRateLimiter(options: RateLimiterOptions): RateLimiter {
  const { database, clock, wait, log, maxRows = MAX_ROWS } = options
  const attempts = createInFlightAttempts()
  let swept = Number.NEGATIVE_INFINITY
  let countsSinceSweep = 0

  /** Reserves an attempt under every key; returns the failures, counted or possible, before it under each, and whether it waited. */
  async function reserve(entries: readonly Entry[]): Promise<{ before: number[]; waited: boolean }> {
    for (let waited = false; ; waited = true) {
      const counted = await readCounts(entries)
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

  /** The count under each key. Throws 429 when a key without probes is over its limit. */
  async function readCounts(entries: readonly Entry[]): Promise<number[]> {
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

  /** Delays the attempt; over the limit of a key with probes, only one in `probeSeconds` continues. */
  async function delay(entries: readonly Entry[], before: readonly number[]): Promise<void> {
    for (const [index, { id, limit }] of entries.entries()) {
      const { probeSeconds = 0, max } = limit
      if (probeSeconds === 0 || (before[index] ?? 0) < max) continue
      await count({ key: `probe ${id}`, limit: { max: 1, minutes: probeSeconds / 60 } })
    }
    const ms = Math.max(...entries.map(({ limit }, index) => delayOf(limit, before[index] ?? 0)))
    if (ms > 0) await wait(ms)
  }

  /**
   * Counts a failure under every key; throws 429 when that exceeded a limit, so all nodes together let no more
   * pass.
   */
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

  /** Deletes old rows. Errors are logged only; the next sweep tries again. */
  async function sweep(counts: number): Promise<void> {
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

  async function count({ key, limit }: LimitedKey): Promise<void> {
    const now = clock()
    const id = idOf(key)
    const [known] = await listCounts(database, [id], now)
    // Rejections write nothing, however many there are.
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
        const { before, waited } = await reserve(entries)
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

export async function isOverLimit(database: Database, { key, limit }: LimitedKey, now: Date): Promise<boolean> {
  const [known] = await listCounts(database, [idOf(key)], now)
  return known !== undefined && known.counted >= limit.max
}

/** Counts one use; false once over the limit, for uses that are dropped silently. */
export async function countsWithin({ count }: Pick<RateLimiter, 'count'>, limited: LimitedKey): Promise<boolean> {
  try {
    await count(limited)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return false
    throw error
  }
}

/** Counts a mail under both keys or, over the limit of one, under none: a mail that is not sent is none to its mailbox. */
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

function delayOf({ delayAfter = Number.POSITIVE_INFINITY }: Limit, failures: number): number {
  return failures < delayAfter ? 0 : Math.min(MAX_DELAY_MS, (failures - delayAfter + 1) * DELAY_STEP_MS)
}

function tooMany(seconds: number): AppError {
  const minutes = Math.ceil(seconds / 60)
  const wait = seconds <= 10 ? 'a moment' : plural(minutes, 'a minute', `${minutes} minutes`)
  return new AppError('rate_limited', `Too many attempts. Please try again in ${wait}.`, null, seconds)
}

/** Attempts that may wait per key; further ones are rejected with a short Retry-After. */
const MAX_WAITING = 100

/** State of a key while attempts are in flight on this node. */
type InFlight = {
  running: number
  /** The count after the last failure; it may be newer than what was read from the database. */
  counted: number
  expires_at: string
  /** Callers that hold this entry, running or waiting. */
  users: number
  waiting: (() => void)[]
}

/** The attempts in flight on this node, by key. Entries are removed when no one holds them. */
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

/**
 * Takes over a count from the database, unless it is older than the known one: responses of concurrent queries come in
 * any order.
 */
export function noteCount(entry: InFlight, { counted, expires_at }: Pick<InFlight, 'counted' | 'expires_at'>): void {
  const isNewer = expires_at === entry.expires_at ? counted > entry.counted : expires_at > entry.expires_at
  if (isNewer) Object.assign(entry, { counted, expires_at })
}

/** Resolves when an attempt of the key has ended; `null` when too many wait already. */
function nextEnd(entry: InFlight): Promise<void> | null {
  if (entry.waiting.length >= MAX_WAITING) return null
  return new Promise((resolve) => entry.waiting.push(resolve))
}
