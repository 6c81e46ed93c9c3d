import { afterAll, beforeAll, vi } from 'vitest'

/**
 * Files of a project share their modules and their process. What one leaves behind makes a later one fail or hang now and
 * then, so the one that leaves it fails.
 */
let environment: string
beforeAll(() => {
  environment = JSON.stringify(process.env)
})
afterAll(() => {
  const isFake = vi.isFakeTimers()
  // Otherwise all later files would have them too.
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  if (isFake) throw new Error('The tests of this file leave fake timers behind.')
  if (JSON.stringify(process.env) !== environment)
    throw new Error('The tests of this file leave another environment behind.')
})
