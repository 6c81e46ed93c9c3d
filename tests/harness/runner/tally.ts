import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import * as z from 'zod/mini'
import { type CommandResult, ROOT } from '../command.ts'

/**
 * Numbers of passed, failed and skipped tests, and of the failed ones file, line, name and what differs. Flaky ones failed at first and passed when
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
    ...tally.flaky.flatMap((description) => labeled('FLAKY', description)),
    ...tally.failures.flatMap((description) => labeled('FAILED', description)),
    tallyLine(tally),
  ]
}

function labeled(label: string, description: string): string[] {
  const [name = '', ...details] = description.split('\n')
  return [`${label} ${name}`, ...details.map((line) => `  ${line}`)]
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
    return failure(`${name}: no readable report: ${firstLine(error instanceof Error ? error.message : String(error))}`)
  }
  if (tally.passed + tally.failed === 0) return sum([tally, failure(`${name}: no test ran`)])
  if (code !== 0 && tally.failed === 0)
    return sum([tally, failure(`${name}: the runner failed, none of its tests did`)])
  return tally
}

type VitestTest = z.output<typeof vitestTest>

const vitestTest = z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()) })
const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(vitestTest),
    }),
  ),
})

/** Parses Vitest's JSON report. A file that failed without a failed test (it could not be loaded) is one failure. */
export function readVitestReport(report: unknown): Tally {
  return sum(
    vitestReport.parse(report).testResults.map(({ name, status, message, assertionResults: tests }) => {
      const file = relative(ROOT, name)
      const describe = ({ fullName, failureMessages: [stack = ''] }: VitestTest) =>
        descriptionOf({ file: name, line: null, name: fullName, message: stack, stack })
      const failed = tests.filter((test) => test.status === 'failed')
      const flaky = tests.filter((test) => test.status === 'passed' && test.failureMessages.length > 0)
      if (status === 'failed' && failed.length === 0)
        return sum([countOf(tests), failure(`${file}: not loaded\n${firstLine(message)}`)])
      return { ...countOf(tests), failed: failed.length, failures: failed.map(describe), flaky: flaky.map(describe) }
    }),
  )
}

type Failure = { file: string; line: number | null; name: string; message: string; stack: string }

/** File, line and name of a failed test, and below what differs. `line` is where the test is, if that is known. */
function descriptionOf({ file, line, name, message, stack }: Failure): string {
  // The line in the test's own file that failed, or called what failed.
  const frame = stack.split('\n').find((text) => text.includes(`${file}:`)) ?? ''
  const failedLine = /:(\d+):\d+\)?$/.exec(frame)?.[1] ?? line
  const place = [relative(ROOT, file), ...(failedLine === null ? [] : [failedLine])].join(':')
  return [`${place} › ${name}`, ...differenceIn(stripVTControlCharacters(message))].join('\n')
}

/** The first line of a message, and what an assertion of Playwright expected and received. */
function differenceIn(message: string): string[] {
  const [first = '', ...others] = message.split('\n').filter((line) => line.trim() !== '')
  return [first, ...others.filter((line) => /^(Expected|Received)\b.*:/.test(line)).slice(0, 2)]
}

function firstLine(text: string): string {
  return stripVTControlCharacters(text).trim().split('\n')[0] ?? ''
}

function countOf(tests: readonly { status: string }[]): Tally {
  const passed = tests.filter(({ status }) => status === 'passed').length
  const failed = tests.filter(({ status }) => status === 'failed').length
  return { ...NOTHING, passed, skipped: tests.length - passed - failed }
}

type Suite = { specs: Spec[]; suites?: Suite[] | undefined }
type Spec = z.output<typeof spec>
type PlaywrightTest = Spec['tests'][number] & { spec: Spec }

const playwrightError = z.object({
  message: z.optional(z.string()),
  stack: z.optional(z.string()),
  snippet: z.optional(z.string()),
})
const spec = z.object({
  title: z.string(),
  file: z.string(),
  line: z.number(),
  tests: z.array(
    z.object({
      projectName: z.string(),
      status: z.string(),
      results: z.array(z.object({ error: z.optional(playwrightError) })),
    }),
  ),
})
const suite: z.ZodMiniType<Suite> = z.object({
  specs: z.array(spec),
  suites: z.optional(z.array(z.lazy(() => suite))),
})
const playwrightReport = z.object({
  config: z.object({ rootDir: z.string() }),
  suites: z.array(suite),
  errors: z.array(z.object({ message: z.optional(z.string()) })),
})

/** Parses Playwright's JSON report. An error outside any test is one failure. */
export function readPlaywrightReport(report: unknown): Tally {
  const { suites, errors, config } = playwrightReport.parse(report)
  const describe = (test: PlaywrightTest) => describeTest(test, config.rootDir)
  const tests = suites.flatMap(testsOf)
  const count = (...statuses: string[]) => tests.filter(({ status }) => statuses.includes(status))
  const failed = count('unexpected')
  const flaky = count('flaky')
  const outside = errors.map(({ message = '' }) => failure(`outside any test: ${firstLine(message)}`))
  return sum([
    {
      passed: count('expected').length + flaky.length,
      failed: failed.length,
      skipped: count('skipped').length,
      failures: failed.map(describe),
      flaky: flaky.map(describe),
    },
    ...outside,
  ])
}

/** Lines of what a browser test waited for; there may be hundreds. */
const MOST_LINES = 25

/** Lists each failed try in Playwright's JSON report: its place, its message, and the lines of the test around it. */
export function listPlaywrightFailures(report: unknown): string[] {
  const { suites, config } = playwrightReport.parse(report)
  return suites.flatMap(testsOf).flatMap((test) =>
    test.results.flatMap(({ error }) => {
      if (error === undefined) return []
      const { message = '', snippet = '' } = error
      const said = stripVTControlCharacters(message).trimEnd().split('\n')
      const left = said.length > MOST_LINES ? [`… ${said.length - MOST_LINES} more lines`] : []
      const [place = ''] = describeTest(test, config.rootDir).split('\n')
      return [[place, ...said.slice(0, MOST_LINES), ...left, stripVTControlCharacters(snippet)].join('\n')]
    }),
  )
}

function testsOf(suite: Suite): PlaywrightTest[] {
  return specsOf(suite).flatMap((spec) => spec.tests.map((test) => ({ spec, ...test })))
}

function describeTest({ spec: { file, line, title }, projectName, results }: PlaywrightTest, rootDir: string): string {
  const { message = '', stack = '' } = results.find(({ error }) => error !== undefined)?.error ?? {}
  return descriptionOf({ file: join(rootDir, file), line, name: `${title} (${projectName})`, message, stack })
}

function specsOf({ specs, suites = [] }: Suite): Spec[] {
  return [...specs, ...suites.flatMap(specsOf)]
}
