import { expect, test } from 'vitest'
import { loadOnce } from './load-once.ts'

test('what was loaded is shared, also by calls at the same time', async () => {
  let loads = 0
  const load = loadOnce(async () => ++loads)
  expect(await Promise.all([load(), load()])).toEqual([1, 1])
  expect(await load()).toBe(1)
})

test('a failed load is reported to all who wait for it, and tried again by the next call', async () => {
  let loads = 0
  const load = loadOnce(async () => {
    loads += 1
    if (loads === 1) throw new Error('no such module')
    return loads
  })
  const results = await Promise.allSettled([load(), load()])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await load()).toBe(2)
})
