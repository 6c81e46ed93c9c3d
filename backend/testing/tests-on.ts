import { type TestAPI, test } from 'vitest'
import type { Engine } from './servers/engines.ts'

/** Called for each test of a suite. */
type Register = ((name: string, run: () => Promise<void> | void) => void) & Pick<TestAPI, 'each'>

const OMITTED: Register = Object.assign(() => {}, { each: () => () => {} })

/**
 * `onBoth` is for tests of locks, concurrency, or a query not otherwise run on PostgreSQL; `test` for all others.
 * Suites about money are of `BOTH_ENGINES`, so the short form notices a missing lock; others of `ENGINES`.
 */
export function testsOn(engine: Engine): { test: Register; onBoth: Register } {
  return { test: engine === 'sqlite' ? test : OMITTED, onBoth: test }
}
