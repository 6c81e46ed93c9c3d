import { normalizeIP } from '@fastify/rate-limit'
import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { BOTH_ENGINES } from '../../../testing/servers/engines.ts'
import { eachTestStore } from '../../../testing/test-hooks.ts'
import { inTransaction } from '../../database/database.ts'
import { createInFlightAttempts, createRateLimiter, type Limit, noteCount, type RateLimiter } from './rate-limiter.ts'

/** Work that ends when the test says so. */
function createPendingWork() {
  const { promise, resolve } = Promise.withResolvers<string | null>()
  return { work: () => promise, end: resolve }
}
const right = async () => 'right'
const wrong = async () => null
const broken = () => Promise.reject(new Error('the database is unavailable'))
const tooMany = (retryAfter: number, words: string) =>
  expect.objectContaining({ code: 'rate_limited', retryAfter, message: expect.stringContaining(words) })

describe.each(BOTH_ENGINES)('the rate limiter on %s', (engine) => {
  const opened = eachTestStore(engine)
  let limiter: RateLimiter
  let now: number
  let waits: number[]
  beforeEach(async () => {
    now = Date.parse('2026-11-21T12:00:00Z')
    waits = []
    limiter = openLimiter()
  })

  function openLimiter(maxRows?: number): RateLimiter {
    return createRateLimiter({
      database: opened.store.database,
      clock: () => new Date(now),
      wait: async (ms) => void waits.push(ms),
      log: () => pino({ level: 'silent' }),
      ...(maxRows === undefined ? {} : { maxRows }),
    })
  }
  const rows = () => opened.store.database.selectFrom('rate_limits').selectAll().execute()
  const attempt = <Result>(key: string, limit: Limit, work: () => Promise<Result | null>) =>
    limiter.attempt([{ key, limit }], work)

  test('uses over the limit are rejected with the seconds to wait, until the window ends', async () => {
    const limit = { max: 2, minutes: 10 }
    const count = (key: string) => limiter.count({ key, limit })
    await count('a')
    await count('a')
    await count('b')
    now += 4 * 60_000
    await expect(count('a')).rejects.toThrow(tooMany(360, '6 minutes'))
    now += 6 * 60_000
    await count('a')
  })

  test('a use counted in a transaction counts once it is committed, and under the limit', async () => {
    const limited = { key: 'a', limit: { max: 1, minutes: 10 } }
    const use = (work: () => Promise<unknown>) =>
      inTransaction(opened.store.database, async (trx) => {
        await limiter.countWith(trx, limited)
        await work()
      })
    await expect(use(() => Promise.reject(new Error('sold out')))).rejects.toThrow('sold out')
    await use(right)
    await expect(use(right)).rejects.toThrow(tooMany(600, '10 minutes'))
    expect((await rows()).map(({ counted }) => counted)).toEqual([1])
  })

  test('a clock that was years ahead locks no one out once it is set right', async () => {
    const limit = { max: 2, minutes: 10 }
    const right = now
    now += 4 * 365 * 24 * 60 * 60_000
    for (const key of ['a', 'b']) {
      await limiter.count({ key, limit })
      await limiter.count({ key, limit })
      await expect(limiter.count({ key, limit })).rejects.toThrow(tooMany(600, '10 minutes'))
    }
    now = right
    await limiter.count({ key: 'a', limit })
    expect(await rows()).toEqual([expect.objectContaining({ counted: 1, expires_at: '2026-11-21T12:10:00.000Z' })])
    await limiter.count({ key: 'a', limit })
    await expect(limiter.count({ key: 'a', limit })).rejects.toThrow(tooMany(600, '10 minutes'))
    expect(await attempt('b', limit, async () => 'right')).toBe('right')
  })

  test('concurrent uses are all counted', async () => {
    const limit = { max: 5, minutes: 10 }
    const uses = Array.from({ length: 12 }, () => limiter.count({ key: 'a', limit }))
    const rejected = (await Promise.allSettled(uses)).filter(({ status }) => status === 'rejected')
    expect(rejected).toHaveLength(7)
  })

  test('only failures are counted, neither successes nor errors', async () => {
    const limit = { max: 1, minutes: 1 }
    for (let round = 0; round < 3; round += 1) {
      expect(await attempt('a', limit, right)).toBe('right')
      await expect(attempt('a', limit, broken)).rejects.toThrow('the database is unavailable')
    }
    expect(await rows()).toEqual([])
    expect(await attempt('a', limit, wrong)).toBeNull()
    await expect(attempt('a', limit, right)).rejects.toThrow('a minute')
    expect(await attempt('b', limit, right)).toBe('right')
  })

  test('concurrent attempts wait for each other, and all correct ones succeed', async () => {
    const first = [createPendingWork(), createPendingWork()]
    const works = [...first.map(({ work }) => work), right, right, right]
    const results = works.map((work) => attempt('a', { max: 2, minutes: 15 }, work))
    for (const { end } of first) end('right')
    expect(await Promise.all(results)).toEqual(Array(5).fill('right'))
  })

  test('no more concurrent wrong attempts run than may fail', async () => {
    let tried = 0
    const guess = async () => {
      tried += 1
      return null
    }
    const guesses = Array.from({ length: 9 }, () => attempt('a', { max: 3, minutes: 15 }, guess))
    const rejected = (await Promise.allSettled(guesses)).filter(({ status }) => status === 'rejected')
    expect(rejected).toHaveLength(6)
    expect(tried).toBe(3)
  })

  test('attempts beyond the queue are rejected with a short delay', async () => {
    const { work, end } = createPendingWork()
    const limit = { max: 1, minutes: 15 }
    const results = Array.from({ length: 102 }, () => attempt('a', limit, work))
    const rejected = Promise.any(
      results.map((result) =>
        result.then(
          () => Promise.reject(new Error('it was not rejected')),
          (error: unknown) => error,
        ),
      ),
    )
    expect(await rejected).toEqual(tooMany(1, 'a moment'))
    end('right')
    const statuses = (await Promise.allSettled(results)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 'fulfilled')).toHaveLength(101)
  })

  test('repeated failures increase the delay', async () => {
    const limit = { max: 40, minutes: 15, delayAfter: 3 }
    for (let failure = 0; failure < 30; failure += 1) await attempt('a', limit, wrong)
    expect(waits.slice(0, 3)).toEqual([250, 500, 750])
    expect(waits).toEqual(waits.toSorted((one, other) => one - other))
    expect(waits.at(-1)).toBe(2000)
    await attempt('b', limit, wrong)
    expect(waits).toHaveLength(27)
  })

  test('with `probeSeconds: 0` correct attempts pass over the limit, and wrong ones are rejected', async () => {
    const limit = { max: 2, minutes: 15, probeSeconds: 0 }
    for (let failure = 0; failure < 2; failure += 1) expect(await attempt('a', limit, wrong)).toBeNull()
    for (let round = 0; round < 3; round += 1) {
      await expect(attempt('a', limit, wrong)).rejects.toThrow(tooMany(900, '15 minutes'))
      expect(await attempt('a', limit, right)).toBe('right')
    }
  })

  test('over the limit one attempt per `probeSeconds` is tried, on all nodes together', async () => {
    const limit = { max: 1, minutes: 15, probeSeconds: 10 }
    const other = openLimiter()
    await attempt('a', limit, wrong)
    let tried = 0
    const probe = async () => {
      tried += 1
      return 'right'
    }
    const results = await Promise.allSettled(
      [limiter, other, limiter, other].map((node) => node.attempt([{ key: 'a', limit }], probe)),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(tried).toBe(1)
    await expect(attempt('a', limit, probe)).rejects.toThrow(tooMany(10, 'a moment'))
    now += 10_000
    expect(await attempt('a', limit, probe)).toBe('right')
  })

  test('nodes share one count', async () => {
    const other = openLimiter()
    const limited = [{ key: 'a', limit: { max: 2, minutes: 15 } }]
    await limiter.attempt(limited, wrong)
    await other.attempt(limited, wrong)
    for (const node of [limiter, other, openLimiter()]) {
      await expect(node.attempt(limited, right)).rejects.toThrow(tooMany(900, '15 minutes'))
    }
  })

  test('a failure is counted under each of its keys', async () => {
    const keys = (person: string) => [
      { key: 'address', limit: { max: 3, minutes: 15 } },
      { key: person, limit: { max: 2, minutes: 15 } },
    ]
    await limiter.attempt(keys('a'), wrong)
    await limiter.attempt(keys('a'), wrong)
    await expect(limiter.attempt(keys('a'), right)).rejects.toThrow()
    await limiter.attempt(keys('b'), wrong)
    await expect(limiter.attempt(keys('c'), right)).rejects.toThrow()
  })

  test('expired counts are deleted, and the table is bounded', async () => {
    const limit = { max: 5, minutes: 15 }
    const small = openLimiter(10)
    for (let key = 0; key < 45; key += 1) await small.count({ key: `key ${key}`, limit })
    expect((await rows()).length).toBeLessThan(2 * 10)
    now += 16 * 60_000
    await small.count({ key: 'later', limit })
    expect(await rows()).toHaveLength(1)
  })

  test('keys that are used once, for however long they count, do not push out the failures of a guess', async () => {
    const small = openLimiter(10)
    const guess = () => small.attempt([{ key: 'guess', limit: { max: 3, minutes: 15 } }], wrong)
    await guess()
    await guess()
    for (let key = 0; key < 45; key += 1) await small.count({ key: `key ${key}`, limit: { max: 5, minutes: 360 } })
    await guess()
    await expect(guess()).rejects.toThrow('Too many attempts')
  })

  test('a rejection writes nothing', async () => {
    const limit = { max: 1, minutes: 15 }
    await attempt('a', limit, wrong)
    await limiter.count({ key: 'b', limit })
    const before = await rows()
    for (let round = 0; round < 5; round += 1) {
      await expect(attempt('a', limit, wrong)).rejects.toThrow()
      await expect(limiter.count({ key: 'b', limit })).rejects.toThrow()
    }
    expect(await rows()).toEqual(before)
  })

  test('the table contains no address and no email', async () => {
    await limiter.count({ key: 'sign-in to ada@shop.example from 203.0.113.7', limit: { max: 5, minutes: 15 } })
    expect(JSON.stringify(await rows())).not.toMatch(/ada|203\.0/)
  })
})

// The key of limits per client address: an IPv6 network is counted as a whole /64.
test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:0:1:a:b:c:d', '2001:db8:0:1::'],
  ['2001:db8:0:1::5', '2001:db8:0:1::'],
  ['2001:0DB8:0000:0001::', '2001:db8:0:1::'],
  ['::1', '::'],
])('%s counts as %s', (ip, key) => {
  expect(normalizeIP(ip)).toBe(key)
})

const [FIRST_WINDOW, NEXT_WINDOW] = ['2026-11-21T12:15:00.000Z', '2026-11-21T12:30:00.000Z']

test.each([
  ['a higher count replaces a lower one', 3, FIRST_WINDOW, [3, FIRST_WINDOW]],
  ['a lower count that is received late does not', 1, FIRST_WINDOW, [2, FIRST_WINDOW]],
  ['the first count of the next window does', 1, NEXT_WINDOW, [1, NEXT_WINDOW]],
])('%s', (_, counted, expires_at, expected) => {
  const entry = createInFlightAttempts().acquire('a')
  noteCount(entry, { counted: 2, expires_at: FIRST_WINDOW })
  noteCount(entry, { counted, expires_at })
  expect([entry.counted, entry.expires_at]).toEqual(expected)
})

test('a high count of a window that is over does not replace one of the next', () => {
  const entry = createInFlightAttempts().acquire('a')
  noteCount(entry, { counted: 1, expires_at: NEXT_WINDOW })
  noteCount(entry, { counted: 9, expires_at: FIRST_WINDOW })
  expect([entry.counted, entry.expires_at]).toEqual([1, NEXT_WINDOW])
})
