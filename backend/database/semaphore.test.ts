import { expect, onTestFinished, test, vi } from 'vitest'
import { createSemaphore } from './semaphore.ts'

test('releasing a permit twice frees it once', async () => {
  const semaphore = createSemaphore(1, 0)
  const leave = await semaphore.acquire()
  leave()
  leave()
  await semaphore.acquire()
  void semaphore.acquire()
  expect(semaphore.waiting).toBe(1)
})

test('a caller that gave up waiting takes no permit from those who still wait', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const semaphore = createSemaphore(1, 1000)
  const leave = await semaphore.acquire()
  const late = expect(semaphore.acquire()).rejects.toThrow('timeout exceeded')
  await vi.advanceTimersByTimeAsync(1000)
  await late
  expect(semaphore.waiting).toBe(0)
  leave()
  void semaphore.acquire()
  expect(semaphore.waiting).toBe(0)
})
