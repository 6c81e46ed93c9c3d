import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('a place that is given back twice is free once', async () => {
  const turns = createTurns(1, 0)
  const leave = await turns.enter()
  leave()
  leave()
  await turns.enter()
  void turns.enter()
  expect(turns.waiting).toBe(1)
})
