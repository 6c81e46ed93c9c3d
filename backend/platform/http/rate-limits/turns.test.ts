import { describe, expect, test } from 'vitest'
import { createTurns } from './turns.ts'

describe('turns', () => {
  let now = 0
  const clock = () => new Date(now)

  /** Starts so many pieces of work that end when told; `running` counts those that have begun and not ended. */
  function start(turns: ReturnType<typeof createTurns>, count: number) {
    const ends: (() => void)[] = []
    const all = Array.from({ length: count }, () => turns.run(() => new Promise<void>((resolve) => ends.push(resolve))))
    const endAll = async () => {
      for (let ended = 0; ended < count; ended += 1) {
        await settled()
        ends[ended]?.()
      }
      await Promise.all(all)
    }
    return { running: async () => settled().then(() => ends.length), endAll }
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve))

  test('a limited number of many tasks runs at once', async () => {
    const work = start(createTurns(clock, { atOnce: 3 }), 10)
    expect(await work.running()).toBe(3)
    await work.endAll()
  })

  test('as much runs at once as went well in the last minute, up to a bound', async () => {
    const turns = createTurns(clock, { atOnce: 2, atMost: 6 })
    const runningOf10 = async () => {
      const work = start(turns, 10)
      const running = await work.running()
      await work.endAll()
      return running
    }
    turns.noteSuccess()
    expect(await runningOf10()).toBe(2)
    for (let count = 0; count < 3; count += 1) turns.noteSuccess()
    expect(await runningOf10()).toBe(4)
    for (let count = 0; count < 9; count += 1) turns.noteSuccess()
    expect(await runningOf10()).toBe(6)
    now += 60_000
    expect(await runningOf10()).toBe(2)
  })

  test('work is told whether it had to wait', async () => {
    const turns = createTurns(clock, { atOnce: 1 })
    const told = await Promise.all([1, 2].map(() => turns.run(async (waited) => waited)))
    expect([...told, await turns.run(async (waited) => waited)]).toEqual([false, true, false])
  })

  test('a waiting task starts as soon as more may run', async () => {
    const turns = createTurns(clock, { atOnce: 1, atMost: 3 })
    const work = start(turns, 3)
    expect(await work.running()).toBe(1)
    turns.noteSuccess()
    turns.noteSuccess()
    turns.noteSuccess()
    expect(await work.running()).toBe(3)
    await work.endAll()
  })

  test('work that waited for a quarter of a minute is refused', async () => {
    const turns = createTurns(clock, { atOnce: 1 })
    const first = start(turns, 1)
    await first.running()
    const late = turns.run(() => Promise.resolve('done'))
    now += 15_001
    await first.endAll()
    await expect(late).rejects.toMatchObject({ code: 'unavailable', retryAfter: 5 })
  })
})
