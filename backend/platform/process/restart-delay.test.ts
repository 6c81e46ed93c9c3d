import { expect, test } from 'vitest'
import { restartDelay } from '../../start/start-cluster.ts'

test('a worker that ran for a minute is started again at once', () => {
  expect(restartDelay(60_000, 0)).toBe(0)
  expect(restartDelay(3_600_000, 30_000)).toBe(0)
})

test('a worker that keeps exiting is restarted with growing delays, for ever', () => {
  const delays: number[] = []
  for (let last = 0; delays.length < 8; delays.push(last)) last = restartDelay(50, last)
  expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
})
