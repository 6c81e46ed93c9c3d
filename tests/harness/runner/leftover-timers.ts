import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll } from 'vitest'

/** Checks of whether the timers have ended, and the milliseconds before each. */
const CHECKS = 400
const INTERVAL_MS = 50

/** A timer, such as one that checks again and again whether the shop can be reached, acts during the tests of later files. */
let before: number
beforeAll(() => {
  before = countTimers()
})

// Timers that end by themselves are allowed: the runner has one while it reports the results of a file.
afterAll(async () => {
  for (let check = 0; check < CHECKS && countTimers() > before; check += 1) await delay(INTERVAL_MS)
  if (countTimers() > before) throw new Error('The tests of this file leave a running timer behind.')
})

function countTimers(): number {
  return process.getActiveResourcesInfo().filter((type) => type === 'Timeout').length
}
