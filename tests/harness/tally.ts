import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import * as z from 'zod/mini'
import { type CommandResult, ROOT } from './command.ts'

/**
 * Numbers of passed, failed and skipped tests, and the names of the failed ones. Flaky ones failed at first and passed when
 * repeated; they count as passed.
 */
export type Tally = {
  passed: number
  failed: number
  skipped: number
  failures: readonly string[]
  flaky: readonly string[]
}

export const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0, failures: [], flaky: [] }

/** Sums tallies. */
export function sum(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (a, b) => ({
      passed: a.passed + b.passed,
      failed: a.failed + b.failed,
      skipped: a.skipped + b.skipped,
      failures: [...a.failures, ...b.failures],
      flaky: [...a.flaky, ...b.flaky],
    }),
    NOTHING,
  )
}

/** The end of a run's output: the names of flaky and of failed tests, and the counts in the last line. */
export function tallyLines(tally: Tally): string[] {
  return [
    ...tally.flaky.map((name) => `FLAKY ${name}`),
    ...tally.failures.map((name) => `FAILED ${name}`),
    tallyLine(tally),
  ]
}

/** The counts in one line. */
export function tallyLine({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** A failure outside of tests, with the name it is reported by. */
export function failure(name: string): Tally {
  return { ...NOTHING, failed: 1, failures: [name] }
}

/** A tool that only passes or fails counts as one test. */
export function tallyOfCheck(name: string, { code }: CommandResult): Tally {
  return code === 0 ? { ...NOTHING, passed: 1 } : failure(name)
}

/**
 * Corrects a test runner's report: a runner that crashed, timed out, wrote no report or ran no test counts as a
 * failure.
 */
export async function tallyOfRunner(
  name: string,
  { code }: CommandResult,
  reportFile: string,
  read: (report: unknown) => Tally,
): Promise<Tally> {
  let tally = NOTHING
  try {
    tally = read(JSON.parse(await readFile(reportFile, 'utf8')))
  } catch (error) {
    console.error(`The runner left no readable report: ${error instanceof Error ? error.message : error}`)
    return failure(`${name}: no readable report`)
  }
  if (tally.passed + tally.failed === 0) return sum([tally, failure(`${name}: no test ran`)])
  if (code !== 0 && tally.failed === 0)
    return sum([tally, failure(`${name}: the runner failed, none of its tests did`)])
  return tally
}

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
})

/** Parses Vitest's JSON report. A file that failed without a failed test (it could not be loaded) is one failure. */
export function readVitestReport(report: unknown): Tally {
  return sum(
    vitestReport.parse(report).testResults.map(({ name, status, assertionResults: tests }) => {
      const file = relative(ROOT, name)
      const nameOf = (test: { fullName: string }) => `${file} › ${test.fullName}`
      const failed = tests.filter((test) => test.status === 'failed')
      const flaky = tests.filter((test) => test.status === 'passed' && test.failureMessages.length > 0)
      if (status === 'failed' && failed.length === 0) return sum([countOf(tests), failure(`${file}: not loaded`)])
      return { ...countOf(tests), failed: failed.length, failures: failed.map(nameOf), flaky: flaky.map(nameOf) }
    }),
  )
}

function countOf(tests: readonly { status: string }[]): Tally {
  const passed = tests.filter(({ status }) => status === 'passed').length
  const failed = tests.filter(({ status }) => status === 'failed').length
  return { ...NOTHING, passed, skipped: tests.length - passed - failed }
}

type Suite = { specs: Spec[]; suites?: Suite[] | undefined }
type Spec = z.output<typeof spec>

const spec = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(z.object({ projectName: z.string(), status: z.string() })),
})
const suite: z.ZodMiniType<Suite> = z.object({
  specs: z.array(spec),
  suites: z.optional(z.array(z.lazy(() => suite))),
})
const playwrightReport = z.object({
  suites: z.array(suite),
  errors: z.array(z.object({ message: z.optional(z.string()) })),
})

/** Parses Playwright's JSON report. An error outside any test is one failure. */
export function readPlaywrightReport(report: unknown): Tally {
  const { suites, errors } = playwrightReport.parse(report)
  const tests = suites
    .flatMap(specsOf)
    .flatMap(({ title, file, tests }) =>
      tests.map(({ projectName, status }) => ({ name: `${file} (${projectName}) › ${title}`, status })),
    )
  const count = (...statuses: string[]) => tests.filter(({ status }) => statuses.includes(status))
  const failed = count('unexpected')
  const flaky = count('flaky')
  const outside = errors.map(({ message = '' }) => failure(`outside any test: ${message.split('\n')[0]}`))
  return sum([
    {
      passed: count('expected').length + flaky.length,
      failed: failed.length,
      skipped: count('skipped').length,
      failures: failed.map(({ name }) => name),
      flaky: flaky.map(({ name }) => name),
    },
    ...outside,
  ])
}

function specsOf({ specs, suites = [] }: Suite): Spec[] {
  return [...specs, ...suites.flatMap(specsOf)]
}
