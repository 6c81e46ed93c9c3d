import { type TestAPI, test } from 'vitest'
import type { Engine } from './servers/engines.ts'

/** The function that a suite calls for each of its tests. */
type Register = ((name: string, run: () => Promise<void> | void) => void) & Pick<TestAPI, 'each'>

const OMITTED: Register = Object.assign(() => {}, { each: () => () => {} })

/**
 * The tests of a suite. `onBoth` is for one that locks, runs something at once, or runs a query that no other test runs on
 * PostgreSQL; `test` is for all others, whose rules SQLite proves. Suites about money are of `BOTH_ENGINES`: the short form
 * notices when a lock is missing that only PostgreSQL needs. Others are of `ENGINES`.
 */
export function testsOn(engine: Engine): { test: Register; onBoth: Register } {
  return { test: engine === 'sqlite' ? test : OMITTED, onBoth: test }
}
