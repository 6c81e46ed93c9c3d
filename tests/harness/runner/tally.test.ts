import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '../command.ts'
import {
  listPlaywrightFailures,
  NOTHING,
  readPlaywrightReport,
  readVitestReport,
  sum,
  tallyLines,
  tallyOfCheck,
  tallyOfRunner,
} from './tally.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tally-'))
})
afterAll(() => rm(folder, { recursive: true }))

const ended = (code: number) => ({ code, timedOut: false })
const BACKEND_TEST = join(ROOT, 'backend/shop.test.ts')
const UNIT_STACK = `AssertionError: expected 3 to be 4\n    at sumOf (${ROOT}/backend/sum.ts:7:1)\n    at ${BACKEND_TEST}:12:13`
const BROWSER_ERROR = {
  message: 'Error: \u001b[2mexpect(\u001b[22mlocator).toHaveText() failed\n\nExpected: "$79.00"\nReceived: "$80.00"\n',
  stack: `Error\n    at Cart.expectTotal (${ROOT}/tests/browser/cart/cart.ts:3:5)\n    at ${ROOT}/tests/browser/cart/cart.spec.ts:45:3`,
}
const vitestReportOf = (...files: [status: string, tests: string[]][]) => ({
  testResults: files.map(([status, tests]) => ({
    name: BACKEND_TEST,
    status,
    message: tests.length === 0 ? 'SyntaxError: no such module\n  in a line' : '',
    assertionResults: tests.map((test, index) => ({
      status: test === 'flaky' ? 'passed' : test,
      fullName: `the shop keeps promise ${index + 1}`,
      failureMessages: ['flaky', 'failed'].includes(test) ? [UNIT_STACK] : [],
    })),
  })),
})
/** A spec for each status, the last one in a `describe`. */
const playwrightReportOf = (statuses: string[], errors: unknown[] = [], error: object = BROWSER_ERROR) => {
  const specs = statuses.map((status, index) => ({
    title: `promise ${index + 1}`,
    file: 'cart/cart.spec.ts',
    line: 40,
    tests: [{ projectName: 'phone', status, results: [status === 'expected' ? {} : { error }] }],
  }))
  return {
    config: { rootDir: join(ROOT, 'tests/browser') },
    suites: [{ specs: specs.slice(0, -1), suites: [{ specs: specs.slice(-1) }] }],
    errors,
  }
}

async function tallyOf(code: number, report: unknown) {
  const file = join(folder, 'report.json')
  await writeFile(file, typeof report === 'string' ? report : JSON.stringify(report))
  return tallyOfRunner('Units', ended(code), file, readVitestReport)
}

test('the last line counts passed and failed, and skipped only if any', () => {
  expect(tallyLines({ ...NOTHING, passed: 12 })).toEqual(['12 passed, 0 failed'])
  expect(tallyLines({ ...NOTHING, passed: 12, failed: 3, skipped: 1 })).toEqual(['12 passed, 3 failed, 1 skipped'])
})

test('the lines before the last have file, line and difference of what failed or was flaky, in every runner', async () => {
  const tallies = [
    tallyOfCheck('Types', ended(1)),
    tallyOfCheck('Lint', ended(0)),
    await tallyOf(1, vitestReportOf(['failed', ['passed', 'failed']], ['failed', []])),
    await tallyOf(1, vitestReportOf(['passed', ['passed']])),
    await tallyOf(0, vitestReportOf(['passed', ['passed', 'flaky']])),
    await tallyOf(0, vitestReportOf()),
    await tallyOf(0, 'not JSON'),
    readPlaywrightReport(playwrightReportOf(['unexpected', 'expected', 'flaky'], [{ message: 'no shop\nat line 1' }])),
  ]
  expect(tallyLines(sum(tallies))).toEqual([
    'FLAKY backend/shop.test.ts:12 › the shop keeps promise 2',
    '  AssertionError: expected 3 to be 4',
    'FLAKY tests/browser/cart/cart.spec.ts:45 › promise 3 (phone)',
    '  Error: expect(locator).toHaveText() failed',
    '  Expected: "$79.00"',
    '  Received: "$80.00"',
    'FAILED Types',
    'FAILED backend/shop.test.ts:12 › the shop keeps promise 2',
    '  AssertionError: expected 3 to be 4',
    'FAILED backend/shop.test.ts: not loaded',
    '  SyntaxError: no such module',
    'FAILED Units: the runner failed, none of its tests did',
    'FAILED Units: no test ran',
    `FAILED Units: no readable report: Unexpected token 'o', "not JSON" is not valid JSON`,
    'FAILED tests/browser/cart/cart.spec.ts:45 › promise 1 (phone)',
    '  Error: expect(locator).toHaveText() failed',
    '  Expected: "$79.00"',
    '  Received: "$80.00"',
    'FAILED outside any test: no shop',
    '7 passed, 8 failed',
  ])
})

test('a failed browser test is reported by its place, its message and where; a long wait by its first lines', () => {
  const message = [
    'Error: expect(locator).toBeVisible() failed',
    ...Array.from({ length: 99 }, (_, at) => `- look ${at}`),
  ]
  const error = { ...BROWSER_ERROR, message: message.join('\n'), snippet: '> 45 | expect' }
  const report = playwrightReportOf(['expected', 'unexpected'], [], error)
  const [said = '', ...others] = listPlaywrightFailures(report)
  expect(others).toEqual([])
  expect(said.split('\n')).toEqual([
    'tests/browser/cart/cart.spec.ts:45 › promise 2 (phone)',
    ...message.slice(0, 25),
    '… 75 more lines',
    '> 45 | expect',
  ])
})

test('tests are counted by their result, a flaky one as passed', () => {
  const units = vitestReportOf(['passed', ['passed', 'passed', 'pending', 'todo']], ['failed', ['passed', 'failed']])
  expect(readVitestReport(units)).toMatchObject({ passed: 3, failed: 1, skipped: 2 })
  const browser = playwrightReportOf(['expected', 'expected', 'flaky', 'unexpected', 'skipped'])
  expect(readPlaywrightReport(browser)).toMatchObject({ passed: 3, failed: 1, skipped: 1 })
})

test('a runner that only skipped its tests, or left no report, has failed', async () => {
  expect((await tallyOf(0, vitestReportOf(['passed', ['pending']]))).failed).toBe(1)
  expect((await tallyOf(0, { testResults: 'none' })).failed).toBe(1)
  expect((await tallyOfRunner('Units', ended(0), join(folder, 'missing.json'), readVitestReport)).failed).toBe(1)
})
