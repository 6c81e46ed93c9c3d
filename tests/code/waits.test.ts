import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../harness/command.ts'

/** Of installed machines, whose faults last; of visitors who come at intervals; and of what the next task does. */
const PAUSING = ['tests/deploy/', 'tests/faults/held-socket.long.test.ts', 'storefront/forms/after-press.test.ts']

/** A machine may be several times slower than the one where a test was written. */
const SHORTEST_MS = 30_000

const SIDES = '{admin,backend,contract,scripts,storefront,tests}'
const TESTS = globSync(`${SIDES}/**/*.{test.ts,test.tsx,spec.ts}`, {
  cwd: ROOT,
  exclude: ['**/node_modules/**'],
}).filter((file) => !import.meta.filename.endsWith(file))

function linesOf(file: string): string[] {
  return readFileSync(join(ROOT, file), 'utf8').split('\n')
}

/** Whether a line waits by `expect.poll` or `vi.waitFor` for less; the second one has a second by itself. */
function isImpatient(line: string): boolean {
  const call = /\b(poll|vi\.waitFor|vi\.waitUntil)\((?!\))/.exec(line)?.[1]
  if (call === undefined) return false
  const timeout = /\btimeout: ([\d_]+)/.exec(line)?.[1]
  return timeout === undefined ? call !== 'poll' : Number(timeout.replaceAll('_', '')) < SHORTEST_MS
}

test('no test sleeps: it waits for what it needs', () => {
  const sleeping = /\bsetTimeout\b.* from 'node:timers\/promises'|\.waitForTimeout\(/
  const found = TESTS.filter(
    (file) => !PAUSING.some((path) => file.startsWith(path)) && linesOf(file).some((line) => sleeping.test(line)),
  )
  expect(TESTS.length).toBeGreaterThan(500)
  expect(found).toEqual([])
})

test('no test gives up what it waits for within half a minute', () => {
  const found = TESTS.flatMap((file) =>
    linesOf(file)
      .filter(isImpatient)
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(found).toEqual([])
  expect(['vi.waitFor(look)', 'expect.poll(look, { timeout: 5000 })'].map(isImpatient)).toEqual([true, true])
  expect(['vi.waitFor(look, { timeout: 30_000 })', 'expect.poll(look)'].map(isImpatient)).toEqual([false, false])
})
