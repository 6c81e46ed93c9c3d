import { expect, test } from 'vitest'
import { coalescedNext } from './coalesced.ts'

/** Work that ends when it is told to, with a number that rises with each run. */
function startRuns() {
  const runs: PromiseWithResolvers<number>[] = []
  return {
    runs,
    work: () => {
      const run = Promise.withResolvers<number>()
      runs.push(run)
      return run.promise
    },
  }
}

test('all that ask during a run share the next one, which begins when that has ended', async () => {
  const [read, { runs, work }] = [coalescedNext<number>(), startRuns()]
  const first = read('sales', work)
  const others = [read('sales', work), read('sales', work), read('sales', work)]
  expect(runs).toHaveLength(1)
  runs[0]?.resolve(1)
  expect(await first).toBe(1)
  await Promise.resolve()
  const late = read('sales', work)
  expect(runs).toHaveLength(2)
  runs[1]?.resolve(2)
  expect(await Promise.all(others)).toEqual([2, 2, 2])
  await Promise.resolve()
  expect(runs).toHaveLength(3)
  runs[2]?.resolve(3)
  expect(await late).toBe(3)
})

test('a run that fails does not keep the next from beginning, and other keys wait for nothing', async () => {
  const [read, { runs, work }] = [coalescedNext<number>(), startRuns()]
  const first = read('sales', work)
  const next = read('sales', work)
  const other = read('orders', work)
  expect(runs).toHaveLength(2)
  runs[0]?.reject(new Error('the database is away'))
  await expect(first).rejects.toThrow('away')
  await Promise.resolve()
  runs[1]?.resolve(7)
  runs[2]?.resolve(8)
  expect(await Promise.all([next, other])).toEqual([8, 7])
})
