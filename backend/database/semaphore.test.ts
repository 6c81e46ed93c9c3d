import { expect, test } from 'vitest'
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
