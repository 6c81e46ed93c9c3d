import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { openTestStore } from './servers/engines.ts'
import { openTestShop } from './test-shop.ts'

/** A shop that each test of a file or a suite is given anew. */
export const eachTestShop = givenBy(openTestShop, beforeEach, afterEach)

/** A shop that all tests of a file or a suite share. */
export const sharedTestShop = givenBy(openTestShop, beforeAll, afterAll)

/** A test store: the database without the backend around it. */
export const eachTestStore = givenBy(openTestStore, beforeEach, afterEach)
export const sharedTestStore = givenBy(openTestStore, beforeAll, afterAll)

type Hook = (run: () => Promise<void>) => void

/** The object is there at once, and has what was opened for the test that runs. */
function givenBy<Options extends unknown[], Opened extends { close: () => Promise<void> }>(
  open: (...options: Options) => Promise<Opened>,
  before: Hook,
  after: Hook,
) {
  return (...options: Options): Opened => {
    const opened: Opened = Object.create(null)
    before(async () => void Object.assign(opened, await open(...options)))
    after(() => opened.close())
    return opened
  }
}
