import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from './harness/browser/chromium.ts'
import { ensureHtmlChecker } from './harness/browser/html-checker.ts'
import { endRunningCommands, runCommand } from './harness/command.ts'
import {
  BROWSER_HEADLINE,
  BUILD_HEADLINE,
  CHECKS_HEADLINE,
  PARTS,
  type Part,
  vitestHeadline,
} from './harness/runner/headlines.ts'
import {
  failure,
  listPlaywrightFailures,
  readPlaywrightReport,
  readVitestReport,
  sum,
  type Tally,
  tallyLine,
  tallyLines,
  tallyOfCheck,
  tallyOfRunner,
} from './harness/runner/tally.ts'

/**
 * `npm test` runs the short form of all parts, `npm test -- all` also the long form, and `npm test -- static unit
 * browser` the named parts. The long form has what takes long for what it finds: several nodes, rolling updates,
 * rare states in the browser, and some suites on a second screen or engine. CI runs it.
 */
const LONG_FORM = 'all'
const UNIT_PROJECTS = ['contract', 'backend', 'storefront', 'admin', 'faults']
const LONG_UNIT_PROJECTS = ['long']
const BROWSER_PROJECTS = ['admin', 'open-orders', 'shop']
const LONG_BROWSER_PROJECTS = ['translated-admin', 'other-backend', 'desktop']

const words = process.argv.slice(2)
const isLong = words.includes(LONG_FORM)
if (isLong) process.env.TEST_FORM = 'long'
const chosen = readParts(words.filter((word) => word !== LONG_FORM))
const browserTools = chosen.includes('browser') ? ensureBrowserTools() : Promise.resolve(false)
const reports = await mkdtemp(join(tmpdir(), 'shop-reports-'))

/** At a terminal a person sees how far the tests are; a pipe or CI gets the output of what failed, without colors. */
const hasTerminal = process.stdout.isTTY
if (!hasTerminal) {
  delete process.env.FORCE_COLOR
  process.env.NO_COLOR = '1'
}

type Step = { headline: string; run: () => Promise<Tally> }

/** The steps that test one after the other, and the checks beside them: types are checked on one core. */
function stepsOf(parts: readonly Part[]): { checks: Step[]; tests: Step[] } {
  const [wantsStatic, wantsUnits, wantsBrowser] = PARTS.map((part) => parts.includes(part))
  const checkStep = { headline: CHECKS_HEADLINE, run: checks }
  const build = { headline: BUILD_HEADLINE, run: () => check('node', ['scripts/build.ts']) }
  const units = { headline: vitestHeadline(parts, isLong), run: () => vitest(projectsOf(parts)) }
  return {
    checks: wantsStatic ? [checkStep] : [],
    tests: [
      ...(wantsUnits || wantsBrowser ? [build] : []),
      ...(wantsStatic || wantsUnits ? [units] : []),
      ...(wantsBrowser ? [{ headline: BROWSER_HEADLINE, run: browser }] : []),
    ],
  }
}

/** All projects in one run of Vitest, since each start costs more than many tests. */
function projectsOf(parts: readonly Part[]): string[] {
  const rules = parts.includes('static') ? ['rules'] : []
  const units = parts.includes('unit') ? [...UNIT_PROJECTS, ...(isLong ? LONG_UNIT_PROJECTS : [])] : []
  return [...rules, ...units]
}

async function checks(): Promise<Tally> {
  return sum(
    await Promise.all([
      check('tsc', ['--noEmit', '--checkers', '1']),
      check('biome', ['check', '.']),
      check('knip', ['--no-config-hints']),
    ]),
  )
}

/** Prints what the tool says only if it fails. */
async function check(tool: string, args: string[]): Promise<Tally> {
  const log = join(reports, `${tool}.log`)
  const tally = tallyOfCheck([tool, ...args].join(' '), await runCommand(tool, args, { minutes: 10, log }))
  if (tally.failed > 0) await print(log)
  return tally
}

async function vitest(projects: readonly string[]): Promise<Tally> {
  const report = join(reports, 'vitest.json')
  const reporters = [`--reporter=${hasTerminal ? 'dot' : 'minimal'}`, '--reporter=json', `--outputFile.json=${report}`]
  const args = ['run', '--silent=passed-only', ...projectOptions(projects), ...reporters]
  const log = join(reports, 'vitest.log')
  const result = await runCommand('vitest', args, { minutes: 40, ...(hasTerminal ? {} : { log }) })
  return printedIfFailed(await tallyOfRunner('Vitest', result, report, readVitestReport), () => readFile(log, 'utf8'))
}

function projectOptions(projects: readonly string[]): string[] {
  return projects.map((project) => `--project=${project}`)
}

/** Installs what the browser tests need: on a new machine a download, which leaves the processor to the other checks. */
async function ensureBrowserTools(): Promise<boolean> {
  const hasChromium = await ensureChromium()
  if (isLong) await ensureHtmlChecker()
  return hasChromium
}

async function browser(): Promise<Tally> {
  if (!(await browserTools)) return failure('the browser tests: there is no Chromium')
  const report = join(reports, 'browser.json')
  const projects = projectOptions([...BROWSER_PROJECTS, ...(isLong ? LONG_BROWSER_PROJECTS : [])])
  // A pipe gets the failures of the report; the log of each try of each test would be thousands of lines.
  const reporters = hasTerminal ? ['--reporter=dot,json'] : ['--reporter=json', '--quiet']
  const log = join(reports, 'browser.log')
  const result = await runCommand('playwright', ['test', '--forbid-only', ...reporters, ...projects], {
    minutes: 90,
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...(hasTerminal ? {} : { FORCE_COLOR: '0' }) },
    ...(hasTerminal ? {} : { log }),
  })
  const tally = await tallyOfRunner('Playwright', result, report, readPlaywrightReport)
  return printedIfFailed(tally, async () => {
    const failures = await readFile(report, 'utf8').then(
      (text) => listPlaywrightFailures(JSON.parse(text)),
      () => [],
    )
    return failures.length === 0 ? readFile(log, 'utf8') : failures.join('\n\n')
  })
}

/** Prints what a runner says of its failures, unless all of its tests passed at once or a terminal has shown it. */
async function printedIfFailed(tally: Tally, read: () => Promise<string>): Promise<Tally> {
  if (!hasTerminal && tally.failed + tally.flaky.length > 0) console.log(await read())
  return tally
}

async function print(log: string): Promise<void> {
  console.log(await readFile(log, 'utf8'))
}

async function runSteps(steps: readonly Step[]): Promise<Tally> {
  const tallies: Tally[] = []
  for (const step of steps) {
    const started = performance.now()
    console.log(`── ${step.headline}`)
    const tally = await step.run()
    tallies.push(tally)
    console.log(`── ${step.headline}: ${tallyLine(tally)} in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  }
  return sum(tallies)
}

function readParts(words: readonly string[]): readonly Part[] {
  const unknown = words.find((word) => !PARTS.some((part) => part === word))
  if (unknown !== undefined) {
    console.error(
      `There is no part called ${unknown}; the parts are ${PARTS.join(', ')}, and ${LONG_FORM} for the long form.`,
    )
    process.exit(2)
  }
  return words.length === 0 ? PARTS : PARTS.filter((part) => words.includes(part))
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    endRunningCommands()
    process.exit(1)
  })
}

const steps = stepsOf(chosen)
const tallies = await Promise.all([runSteps(steps.checks), runSteps(steps.tests)])
await rm(reports, { recursive: true })
const total = sum(tallies)
console.log(`\n${tallyLines(total).join('\n')}`)
process.exitCode = total.failed === 0 ? 0 : 1
