import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { openTestStore } from './servers/engines.ts'
import { openTestShop } from './test-shop.ts'

/** A new shop for each test. */
export const eachTestShop = givenBy(openTestShop, beforeEach, afterEach)

/** A shop for all tests. */
export const sharedTestShop = givenBy(openTestShop, beforeAll, afterAll)

/** The database without the backend. */
export const eachTestStore = givenBy(openTestStore, beforeEach, afterEach)
export const sharedTestStore = givenBy(openTestStore, beforeAll, afterAll)

type Hook = (run: () => Promise<void>) => void

/** The object exists at once, and has the running test's instance. */
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
