import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CodeLoadError, loadCode } from './code.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A module whose first loads fail. */
function failing(times: number) {
  return vi.fn(async () => {
    times -= 1
    if (times >= 0) throw new TypeError('Failed to fetch dynamically imported module')
    return 'the code'
  })
}

test('code that fails to load is retried once after a moment', async () => {
  const load = failing(1)
  const loaded = loadCode(load)
  await vi.advanceTimersByTimeAsync(500)
  expect(load).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(500)
  expect(await loaded).toBe('the code')
})

test('code that fails twice says so, and is requested again the next time', async () => {
  const load = failing(2)
  const failed = loadCode(load).catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  expect(await failed).toBeInstanceOf(CodeLoadError)
  expect(await failed).toMatchObject({ cause: expect.any(TypeError), message: expect.stringContaining('connection') })
  expect(await loadCode(load)).toBe('the code')
})
