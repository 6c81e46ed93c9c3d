import { type TestAPI, test } from 'vitest'
import { ENGINES, type Engine } from './servers/engines.ts'

/** The function that a suite calls for each of its tests. */
type Register = ((name: string, run: () => Promise<void> | void) => void) & Pick<TestAPI, 'each'>

const OMITTED: Register = Object.assign(() => {}, { each: () => () => {} })

/**
 * The tests of a suite. `onBoth` is for one that locks, runs something at once, or runs a query that no other test runs on
 * PostgreSQL; `onEngines` is for those of them that the short form runs on SQLite, in a suite of `BOTH_ENGINES`; `test` is for
 * all others, whose rules SQLite proves.
 */
export function testsOn(engine: Engine): { test: Register; onBoth: Register; onEngines: Register } {
  return {
    test: engine === 'sqlite' ? test : OMITTED,
    onBoth: test,
    onEngines: ENGINES.includes(engine) ? test : OMITTED,
  }
}
