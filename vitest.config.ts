import { configDefaults, defineConfig } from 'vitest/config'
import { inlineScript } from './storefront/build/inline-script.ts'
import { COMPILE_CACHE } from './tests/harness/runner/compile-cache.ts'
import { requireProjectNode } from './tests/harness/runner/project-node.ts'
import { testWorkers } from './tests/harness/runner/test-workers.ts'
import { TrialsFirst } from './tests/harness/runner/trials-first.ts'

requireProjectNode()

// Tests and the programs that they start compile each module once.
process.env.NODE_COMPILE_CACHE ??= COMPILE_CACHE

/** Tests that copy the project or start several programs; `npm test` leaves them out, `npm test -- all` runs them. */
const LONG = '**/*.long.test.ts'
const exclude = [...configDefaults.exclude, LONG]

/**
 * Files of a project run in the same processes and load their modules once: loading them anew for each file cost three
 * times as much as running the tests. A test puts back what it changes in a module, and a file leaves nothing running.
 */
const SHARED_MODULES = { exclude, isolate: false, setupFiles: ['tests/harness/runner/leftovers.ts'] }
/** Each file of theirs runs in a process of its own, and finds the database and the data of a shop that were made once. */
const OF_PROCESSES = { globalSetup: ['tests/harness/servers/postgres.ts', 'tests/harness/shop/shop-template.ts'] }
/** Node loads the modules, as when the shop runs: a quarter less work than Vite's loading. Node reads no JSX. */
const LOADED_BY_NODE = { experimental: { viteModuleRunner: false, nodeLoader: false } }
/** Of code that runs in browsers; a backend has timers of its own. */
const OF_PAGES = {
  ...SHARED_MODULES,
  setupFiles: [...SHARED_MODULES.setupFiles, 'tests/harness/runner/leftover-timers.ts'],
}

export default defineConfig({
  test: {
    // A forgotten `.only` would hide every other test.
    allowOnly: false,
    // CI repeats a failed test once: 5,000 tests would otherwise reject a good change for one that fails once in 50,000 runs.
    // The tally names it as flaky, which is a defect of the test or of the shop; elsewhere it has failed.
    retry: process.env.CI === undefined ? 0 : 1,
    maxWorkers: testWorkers(),
    // Otherwise Vitest's own order, or the random one that CONTRIBUTING.md offers.
    ...(process.env.TEST_FORM === 'long' && { sequence: { sequencer: TrialsFirst } }),
    // Caps, never waits: tests wait for what they need. No test of the short form takes 6 s with both cores for itself.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    restoreMocks: true,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          include: ['tests/*.test.ts', 'tests/{code,texts,gateway,harness}/**/*.test.ts'],
          ...SHARED_MODULES,
          ...LOADED_BY_NODE,
        },
      },
      { extends: true, test: { name: 'contract', include: ['contract/**/*.test.ts'], ...OF_PAGES, ...LOADED_BY_NODE } },
      {
        extends: true,
        test: {
          name: 'backend',
          // All that load the whole backend, which each project does anew.
          include: ['backend/**/*.test.ts', 'scripts/**/*.test.ts', 'tests/pages/*.test.ts', 'tests/fuzz/*.test.ts'],
          globalSetup: ['tests/harness/servers/postgres.ts'],
          ...SHARED_MODULES,
          ...LOADED_BY_NODE,
        },
      },
      { extends: true, test: { name: 'deploy', include: ['tests/deploy/*.test.ts'], ...LOADED_BY_NODE } },
      {
        extends: true,
        test: {
          name: 'long',
          include: [LONG],
          ...OF_PROCESSES,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          ...LOADED_BY_NODE,
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: ['tests/faults/*.test.ts'],
          exclude,
          ...OF_PROCESSES,
          ...LOADED_BY_NODE,
        },
      },
      { extends: true, test: { name: 'admin', include: ['admin/**/*.test.{ts,tsx}'], ...OF_PAGES } },
      {
        extends: true,
        plugins: [inlineScript()],
        test: { name: 'storefront', include: ['storefront/**/*.test.{ts,tsx}'], ...OF_PAGES },
      },
    ],
  },
})
