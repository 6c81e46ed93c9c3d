import { HOUR_MS } from '@shop/contract/durations'
import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { BOTH_ENGINES, openTestNode } from '../../testing/servers/engines.ts'
import { eachTestStore } from '../../testing/test-hooks.ts'
import { type DailyJob, lastDue, runIfDue, startDailyJob } from './daily-job.ts'
import { claimJob, findJob } from './jobs.repository.ts'

const signal = new AbortController().signal

test("a job is due since its hour today, or before that since yesterday's", () => {
  expect(lastDue(new Date('2026-11-22T07:59:59Z'), 3)).toEqual(new Date('2026-11-21T08:00:00Z'))
  expect(lastDue(new Date('2026-11-22T08:00:00Z'), 3)).toEqual(new Date('2026-11-22T08:00:00Z'))
  // Clocks are put back in that night.
  expect(lastDue(new Date('2026-11-01T08:00:00Z'), 3)).toEqual(new Date('2026-11-01T08:00:00Z'))
})

describe.each(BOTH_ENGINES)('a daily job on %s', (engine) => {
  const opened = eachTestStore(engine)
  let now: Date
  let runs: number
  let lines: string[]
  beforeEach(async () => {
    now = new Date('2026-11-22T08:05:00Z')
    runs = 0
    lines = []
  })

  const buildJob = (run: () => Promise<void> = async () => {}): DailyJob => ({
    database: opened.store.database,
    name: 'sweep',
    hour: 3,
    log: pino({ base: null }, { write: (line: string) => void lines.push(line) }),
    clock: () => now,
    run: async () => {
      runs += 1
      await run()
    },
  })
  const pass = (ms: number) => {
    now = new Date(now.getTime() + ms)
  }

  test('runs once a day, however often it is polled', async () => {
    expect(await runIfDue(buildJob(), signal)).toBe(true)
    pass(HOUR_MS)
    expect(await runIfDue(buildJob(), signal)).toBe(false)
    pass(23 * HOUR_MS)
    expect(await runIfDue(buildJob(), signal)).toBe(true)
    expect(runs).toBe(2)
  })

  test('runs on only one of several nodes', async () => {
    const nodes = await Promise.all([1, 2, 3].map(() => openTestNode(opened)))
    const ran = await Promise.all(nodes.map(({ database }) => runIfDue({ ...buildJob(), database }, signal)))
    expect(ran.filter(Boolean)).toHaveLength(1)
    expect(runs).toBe(1)
    await Promise.all(nodes.map((node) => node.close()))
  })

  test('a failure is logged, stored with the job, and retried after an hour', async () => {
    const failing = buildJob(() => Promise.reject(new Error('There is no room left.')))
    await runIfDue(failing, signal)
    expect(await findJob(opened.store.database, 'sweep')).toMatchObject({
      succeeded_at: null,
      failed_at: now.toISOString(),
      failure: 'There is no room left.',
    })
    expect(lines.join('')).toContain('sweep failed')
    pass(HOUR_MS / 2)
    expect(await runIfDue(buildJob(), signal)).toBe(false)
    pass(HOUR_MS)
    expect(await runIfDue(buildJob(), signal)).toBe(true)
    expect(await findJob(opened.store.database, 'sweep')).toMatchObject({
      failure: null,
      succeeded_at: now.toISOString(),
    })
  })

  test('a start of the shop retries what had failed at once, since its owner may have mended it', async () => {
    await runIfDue(
      buildJob(() => Promise.reject(new Error('The folder cannot be found.'))),
      signal,
    )
    pass(60_000)
    await startDailyJob(buildJob()).close()
    expect(await findJob(opened.store.database, 'sweep')).toMatchObject({ failure: null })
  })

  test('a node that is stopped during the job releases it at once', async () => {
    const stop = new AbortController()
    const stopped = buildJob(async () => {
      stop.abort()
      stop.signal.throwIfAborted()
    })
    await runIfDue(stopped, stop.signal)
    expect(await findJob(opened.store.database, 'sweep')).toMatchObject({
      holder: null,
      failed_at: null,
      failure: null,
    })
    expect(await runIfDue(buildJob(), signal)).toBe(true)
  })

  test('the lease of a node that died expires after ten minutes', async () => {
    const claim = { name: 'sweep', holder: 'dead', now, dueSince: now, retryAfter: now }
    await claimJob(opened.store.database, { ...claim, leasedUntil: new Date(now.getTime() + 10 * 60_000) })
    pass(9 * 60_000)
    expect(await runIfDue(buildJob(), signal)).toBe(false)
    pass(60_000)
    expect(await runIfDue(buildJob(), signal)).toBe(true)
  })

  test('runs and fails as usual after a clock that was years ahead is set right', async () => {
    for (const run of [async () => {}, () => Promise.reject(new Error('There is no room left.'))]) {
      pass(24 * HOUR_MS)
      const right = now
      pass(4 * 365 * 24 * HOUR_MS)
      expect(await runIfDue(buildJob(run), signal)).toBe(true)
      now = right
      expect(await runIfDue(buildJob(), signal)).toBe(true)
    }
    const claim = { name: 'sweep', holder: 'dead', now, dueSince: now, retryAfter: now }
    pass(24 * HOUR_MS)
    await claimJob(opened.store.database, { ...claim, leasedUntil: new Date(now.getTime() + 365 * 24 * HOUR_MS) })
    expect(await runIfDue(buildJob(), signal)).toBe(true)
  })
})
