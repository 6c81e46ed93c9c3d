import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from './harness/chromium.ts'
import { endRunningCommands, runCommand } from './harness/command.ts'
import { ensureHtmlChecker } from './harness/html-checker.ts'
import {
  failure,
  readPlaywrightReport,
  readVitestReport,
  sum,
  type Tally,
  tallyLine,
  tallyLines,
  tallyOfCheck,
  tallyOfRunner,
} from './harness/tally.ts'

/**
 * `npm test` runs the short form of all parts, `npm test -- all` also the long form, and `npm test -- static unit
 * browser` the named parts. The long form has what takes long for what it finds: several processes, rolling updates, the
 * recipes of the documents, rare states in the browser, and some suites on a second screen or engine. CI runs it.
 */
const PARTS = ['static', 'unit', 'browser'] as const
type Part = (typeof PARTS)[number]

const LONG_FORM = 'all'
const UNIT_PROJECTS = ['contract', 'backend', 'storefront', 'admin', 'faults']
const LONG_UNIT_PROJECTS = ['long']
const BROWSER_PROJECTS = ['phone', 'desktop', 'admin']
const LONG_BROWSER_PROJECTS = ['long-phone', 'long-desktop', 'addresses-on-desktop', 'long-admin']

const words = process.argv.slice(2)
const isLong = words.includes(LONG_FORM)
if (isLong) process.env.TEST_FORM = 'long'
const chosen = readParts(words.filter((word) => word !== LONG_FORM))
const browserTools = chosen.includes('browser') ? ensureBrowserTools() : Promise.resolve(false)
const reports = await mkdtemp(join(tmpdir(), 'shop-reports-'))

type Step = { headline: string; parts: readonly Part[]; run: () => Promise<Tally> }

const STEPS: readonly Step[] = [
  { headline: 'Types, lint, format, unused code, and the build', parts: PARTS, run: () => checks(chosen) },
  {
    headline: 'Rules of the project, units, and the API on SQLite and PostgreSQL',
    parts: ['static', 'unit'],
    run: () => vitest(...projectsOf(chosen)),
  },
  { headline: 'Browser, as a phone and as a desktop', parts: ['browser'], run: browser },
]

/** All projects in one run of Vitest, since each start costs more than many tests. */
function projectsOf(parts: readonly Part[]): string[] {
  const rules = parts.includes('static') ? ['rules'] : []
  const units = parts.includes('unit') ? [...UNIT_PROJECTS, ...(isLong ? LONG_UNIT_PROJECTS : [])] : []
  return [...rules, ...units]
}

/** All concurrently, since each of them leaves a core idle for a while. */
async function checks(parts: readonly Part[]): Promise<Tally> {
  const wanted: (readonly [tool: string, args: string[]])[] = []
  if (parts.includes('unit') || parts.includes('browser')) wanted.push(['node', ['scripts/build.ts']])
  if (parts.includes('static')) {
    wanted.push(['tsc', ['--noEmit', '--checkers', '1']], ['biome', ['check', '.']], ['knip', ['--no-config-hints']])
  }
  return sum(await Promise.all(wanted.map(([tool, args]) => check(tool, args))))
}

async function check(tool: string, args: string[]): Promise<Tally> {
  return tallyOfCheck([tool, ...args].join(' '), await runCommand(tool, args, { minutes: 10 }))
}

async function vitest(...projects: string[]): Promise<Tally> {
  const report = join(reports, 'vitest.json')
  const wanted = projectOptions(projects)
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  const result = await runCommand('vitest', ['run', ...wanted, ...reporters], { minutes: 20 })
  return tallyOfRunner('Vitest', result, report, readVitestReport)
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
  const result = await runCommand('playwright', ['test', '--forbid-only', '--reporter=dot,json', ...projects], {
    minutes: 45,
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  })
  return tallyOfRunner('Playwright', result, report, readPlaywrightReport)
}

async function runSteps(wanted: readonly Part[]): Promise<Tally> {
  const tallies: Tally[] = []
  for (const step of STEPS.filter(({ parts }) => parts.some((part) => wanted.includes(part)))) {
    console.log(`\n── ${step.headline}`)
    const started = performance.now()
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

const total = await runSteps(chosen).finally(() => rm(reports, { recursive: true }))
console.log(`\n${tallyLines(total).join('\n')}`)
process.exitCode = total.failed === 0 ? 0 : 1
