import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPlaywrightReport, readVitestReport, sum, tallyLine, tallyOfCheck, tallyOfRunner } from './tally.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tally-'))
})
afterAll(() => rm(folder, { recursive: true }))

const ended = (code: number) => ({ code, timedOut: false })
const vitestReportOf = (...files: [status: string, tests: string[]][]) => ({
  testResults: files.map(([status, tests]) => ({ status, assertionResults: tests.map((test) => ({ status: test })) })),
})
const playwrightReportOf = (stats: object, errors: unknown[] = []) => ({
  stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats },
  errors,
})

async function tallyOf(code: number, report: unknown) {
  const file = join(folder, 'report.json')
  await writeFile(file, typeof report === 'string' ? report : JSON.stringify(report))
  return tallyOfRunner(ended(code), file, readVitestReport)
}

test('the last line names passed and failed, and skipped only if any', () => {
  expect(tallyLine({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed')
  expect(tallyLine({ passed: 12, failed: 3, skipped: 1 })).toBe('12 passed, 3 failed, 1 skipped')
})

test('all runners are summed', () => {
  const tallies = [tallyOfCheck(ended(0)), tallyOfCheck(ended(2)), { passed: 5, failed: 1, skipped: 2 }]
  expect(sum(tallies)).toEqual({ passed: 6, failed: 2, skipped: 2 })
})

test('tests are counted by how they ended', () => {
  const report = vitestReportOf(['passed', ['passed', 'passed', 'pending', 'todo']], ['failed', ['passed', 'failed']])
  expect(readVitestReport(report)).toEqual({ passed: 3, failed: 1, skipped: 2 })
})

test('a test file that cannot be loaded is a failure', () => {
  expect(readVitestReport(vitestReportOf(['failed', []]))).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test('a flaky browser test is a failure', () => {
  expect(readPlaywrightReport(playwrightReportOf({ expected: 4, flaky: 1, unexpected: 2, skipped: 3 }))).toEqual({
    passed: 4,
    failed: 3,
    skipped: 3,
  })
})

test('an error outside any browser test is a failure', () => {
  expect(readPlaywrightReport(playwrightReportOf({ expected: 4 }, [{ message: 'no server' }])).failed).toBe(1)
})

test('a runner that crashes after its tests passed counts as a failure', async () => {
  expect(await tallyOf(1, vitestReportOf(['passed', ['passed']]))).toEqual({ passed: 1, failed: 1, skipped: 0 })
})

test('a runner that ran no test counts as a failure', async () => {
  expect((await tallyOf(0, vitestReportOf())).failed).toBe(1)
  expect((await tallyOf(0, vitestReportOf(['passed', ['pending']]))).failed).toBe(1)
})

test('a runner without a readable report counts as a failure', async () => {
  expect((await tallyOf(0, 'not JSON')).failed).toBe(1)
  expect((await tallyOf(0, { testResults: 'none' })).failed).toBe(1)
  expect((await tallyOfRunner(ended(0), join(folder, 'missing.json'), readVitestReport)).failed).toBe(1)
})
