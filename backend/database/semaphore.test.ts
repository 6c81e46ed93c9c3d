import { expect, test } from 'vitest'
import { createSemaphore } from './semaphore.ts'

test('a place that is given back twice is free once', async () => {
  const semaphore = createSemaphore(1, 0)
  const leave = await semaphore.enter()
  leave()
  leave()
  await semaphore.enter()
  void semaphore.enter()
  expect(semaphore.waiting).toBe(1)
})
