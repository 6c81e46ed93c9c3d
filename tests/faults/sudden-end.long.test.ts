import { expect, test } from 'vitest'
import { runKillRounds } from './kill-rounds.ts'

test('kill -9 at any moment loses no acknowledged sign-up, message or cancellation', async () => {
  const { acknowledged, missing } = await runKillRounds(4, null, () => {})
  expect(missing).toBe(0)
  expect(acknowledged).toBeGreaterThan(0)
})
