import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import type { CommandResult } from './command.ts'

/** How many tests ended how. */
export type Tally = { passed: number; failed: number; skipped: number }

export const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0 }

/** Sums tallies. */
export function sum(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }),
    NOTHING,
  )
}

/** The one line a run ends with. */
export function tallyLine({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** A tool that says only yes or no counts as one test. */
export function tallyOfCheck({ code }: CommandResult): Tally {
  return code === 0 ? { ...NOTHING, passed: 1 } : { ...NOTHING, failed: 1 }
}

/**
 * What a test runner reported, made truthful: a runner that crashed, timed out, wrote no report or ran no test at all
 * counts as a failure, whatever its report says.
 */
export async function tallyOfRunner(
  { code }: CommandResult,
  reportFile: string,
  read: (report: unknown) => Tally,
): Promise<Tally> {
  let tally = NOTHING
  try {
    tally = read(JSON.parse(await readFile(reportFile, 'utf8')))
  } catch (error) {
    console.error(`The runner left no readable report: ${error instanceof Error ? error.message : error}`)
    return { ...NOTHING, failed: 1 }
  }
  const silent = tally.passed + tally.failed === 0
  const crashed = code !== 0 && tally.failed === 0
  return silent || crashed ? { ...tally, failed: tally.failed + 1 } : tally
}

const vitestReport = z.object({
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) })),
})

/** Reads Vitest's JSON report. A file that failed without a failed test (it could not be loaded) is one failure. */
export function readVitestReport(report: unknown): Tally {
  return sum(
    vitestReport.parse(report).testResults.map((file) => {
      const count = (...statuses: string[]) =>
        file.assertionResults.filter(({ status }) => statuses.includes(status)).length
      const failed = count('failed')
      const passed = count('passed')
      return {
        passed,
        failed: file.status === 'failed' && failed === 0 ? 1 : failed,
        skipped: file.assertionResults.length - passed - failed,
      }
    }),
  )
}

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  errors: z.array(z.unknown()),
})

/** Reads Playwright's JSON report. A flaky test is a failed one; an error outside any test is one failure. */
export function readPlaywrightReport(report: unknown): Tally {
  const { stats, errors } = playwrightReport.parse(report)
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  }
}
