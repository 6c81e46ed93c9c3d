import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/database.ts'
import { AppError } from '../errors/app-error.ts'
import { describeError } from '../errors/describe-error.ts'
import { createInFlightAttempts, type InFlight, nextEnd } from './in-flight-attempts.ts'
import { addCount, claimProbe, deleteCountsBeyond, deleteExpiredCounts, listCounts } from './rate-limits.repository.ts'

/** Rows kept at once: more than any honest quarter of an hour makes, and no more than a few megabytes. */
const MAX_ROWS = 50_000

/** Rows that are over go at the latest with the first count after this many milliseconds, or after this many counts. */
const SWEEP_INTERVAL = 60_000
const SWEEP_COUNTS = 1000

/**
 * The wait before an attempt grows by a step with each failure, up to the longest, in milliseconds: short enough that
 * whoever is right has their answer before a page says that it takes long (R50).
 */
const DELAY_STEP = 250
const LONGEST_DELAY = 2000

export type Limit = {
  /** At most so many within so many minutes from the first. */
  most: number
  minutes: number
  /** From so many on, the next ones wait a little longer each before they are looked at. */
  slowFrom?: number
  /**
   * Once there were too many: refused without a look when left out; otherwise one is still looked at every so many
   * seconds (0: all of them), so that strangers cannot keep out whoever is right. A wrong one is refused.
   */
  lookEvery?: number
}

/** What is counted, and how much of it is too much. */
export type LimitedKey = { key: string; limit: Limit }

export type RateLimiter = {
  /** Counts one use, whatever comes of it; refuses with the seconds to wait once there were too many. */
  count: (limited: LimitedKey) => Promise<void>
  /**
   * Does the work of one attempt; `null` from it is a failure, and only failures are counted, under each of the keys.
   * On a node as many run at a time as may still fail, so that guesses made at the same instant gain nothing.
   */
  attempt: <Result>(limited: readonly LimitedKey[], work: () => Promise<Result | null>) => Promise<Result | null>
}

declare module '../context.ts' {
  interface Context {
    /** Counts what strangers may try only so often; shared by all nodes. */
    rateLimiter: RateLimiter
  }
}

export type RateLimiterOptions = {
  database: Database
  clock: () => Date
  /** Waits that many milliseconds. */
  wait: (ms: number) => Promise<unknown>
  log: () => Pick<FastifyBaseLogger, 'warn'>
  maxRows?: number
}

type Place = { id: string; limit: Limit; local: InFlight }

/** Counts in the database, for all nodes; what is right writes nothing. */
export function createRateLimiter(options: RateLimiterOptions): RateLimiter {
  const { database, clock, wait, log, maxRows = MAX_ROWS } = options
  const attempts = createInFlightAttempts()
  let swept = Number.NEGATIVE_INFINITY
  let countsSinceSweep = 0

  /** Takes a place under every key, in turn; answers how many failures, certain or possible, stand before it in each. */
  async function enter(places: readonly Place[]): Promise<number[]> {
    for (;;) {
      const counted = await readCounts(places)
      const busy = places.find(({ limit, local }, index) => {
        return limit.lookEvery === undefined && (counted[index] ?? 0) + local.running >= limit.most
      })
      if (busy === undefined) {
        const before = places.map(({ local }, index) => (counted[index] ?? 0) + local.running)
        for (const { local } of places) local.running += 1
        return before
      }
      const ended = nextEnd(busy.local)
      if (ended === null) throw tooMany(1)
      await ended
    }
  }

  /** How much is counted under each key. Refuses when one is full that takes nothing more. */
  async function readCounts(places: readonly Place[]): Promise<number[]> {
    const now = clock()
    const stored = await listCounts(
      database,
      places.map(({ id }) => id),
      now,
    )
    return places.map(({ id, limit, local }) => {
      const row = stored.find(({ key_hash }) => key_hash === id)
      const fresh = local.expires_at > now.toISOString() ? local.counted : 0
      const counted = Math.max(row?.counted ?? 0, fresh)
      if (counted >= limit.most && limit.lookEvery === undefined) {
        throw tooMany(secondsUntil(row?.expires_at ?? local.expires_at, now))
      }
      return counted
    })
  }

  /** Slows down; under a key that is full and still looks now and then, only who gets the turn goes on. */
  async function slowDown(places: readonly Place[], before: readonly number[]): Promise<void> {
    for (const [index, { id, limit }] of places.entries()) {
      const { lookEvery = 0, most } = limit
      if (lookEvery === 0 || (before[index] ?? 0) < most) continue
      const now = clock()
      const claimed = await claimProbe(database, idOf(`turn ${id}`), now, new Date(now.getTime() + lookEvery * 1000))
      if (!claimed) throw tooMany(lookEvery)
    }
    const delay = Math.max(...places.map(({ limit }, index) => delayOf(limit, before[index] ?? 0)))
    if (delay > 0) await wait(delay)
  }

  /** Counts a failure under every key; refuses when that was one too many, so that no node lets more pass. */
  async function countFailure(places: readonly Place[]): Promise<void> {
    const now = clock()
    const waits: number[] = []
    for (const { id, limit, local } of places) {
      const row = await addCount(database, id, now, expiryOf(limit, now))
      Object.assign(local, { counted: row.counted, expires_at: row.expires_at })
      if (row.counted > limit.most) waits.push(secondsUntil(row.expires_at, now))
    }
    await sweep(places.length)
    if (waits.length > 0) throw tooMany(Math.max(...waits))
  }

  /** Keeps the table small. What fails here is the next one's work. */
  async function sweep(counts: number): Promise<void> {
    const now = clock()
    countsSinceSweep += counts
    if (now.getTime() - swept < SWEEP_INTERVAL && countsSinceSweep < Math.min(SWEEP_COUNTS, maxRows)) return
    swept = now.getTime()
    countsSinceSweep = 0
    try {
      await deleteExpiredCounts(database, now)
      await deleteCountsBeyond(database, maxRows)
    } catch (error) {
      log().warn({ error: describeError(error) }, 'old rate limits were not deleted')
    }
  }

  return {
    count: async ({ key, limit }) => {
      const now = clock()
      const id = idOf(key)
      const [known] = await listCounts(database, [id], now)
      // A refusal writes nothing, however often it is asked for.
      if (known !== undefined && known.counted >= limit.most) throw tooMany(secondsUntil(known.expires_at, now))
      const row = await addCount(database, id, now, expiryOf(limit, now))
      await sweep(1)
      if (row.counted > limit.most) throw tooMany(secondsUntil(row.expires_at, now))
    },
    attempt: async (limited, work) => {
      const places = limited.map(({ key, limit }) => {
        const id = idOf(key)
        return { id, limit, local: attempts.hold(id) }
      })
      let running = false
      try {
        const before = await enter(places)
        running = true
        await slowDown(places, before)
        const result = await work()
        if (result === null) await countFailure(places)
        return result
      } finally {
        for (const { id, local } of places) {
          if (running) local.running -= 1
          attempts.release(id)
        }
      }
    },
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

function delayOf({ slowFrom = Number.POSITIVE_INFINITY }: Limit, failures: number): number {
  return failures < slowFrom ? 0 : Math.min(LONGEST_DELAY, (failures - slowFrom + 1) * DELAY_STEP)
}

function tooMany(seconds: number): AppError {
  const minutes = Math.ceil(seconds / 60)
  const wait = seconds <= 10 ? 'a moment' : minutes === 1 ? 'a minute' : `${minutes} minutes`
  return new AppError('rate_limited', `Too many attempts. Please try again in ${wait}.`, null, seconds)
}
