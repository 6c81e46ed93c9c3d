import { afterAll, beforeAll } from 'vitest'

/** A timer, such as one that goes on asking whether the shop can be reached, acts amid the tests of later files. */
let before: number
beforeAll(() => {
  before = countTimers()
})
afterAll(() => {
  if (countTimers() > before) throw new Error('The tests of this file leave a running timer behind.')
})

function countTimers(): number {
  return process.getActiveResourcesInfo().filter((type) => type === 'Timeout').length
}
