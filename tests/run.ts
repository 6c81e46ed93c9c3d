import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from './harness/chromium.ts'
import { endRunningCommands, runCommand } from './harness/command.ts'
import { ensureHtmlChecker } from './harness/html-checker.ts'
import {
  NOTHING,
  readPlaywrightReport,
  readVitestReport,
  sum,
  type Tally,
  tallyLine,
  tallyOfCheck,
  tallyOfRunner,
} from './harness/tally.ts'

/** `npm test`: everything there is to know about a change. `npm test -- static unit browser` runs the named parts. */
const PARTS = ['static', 'unit', 'browser'] as const
type Part = (typeof PARTS)[number]

const chosen = readParts(process.argv.slice(2))
const reports = await mkdtemp(join(tmpdir(), 'shop-reports-'))

type Step = { headline: string; parts: readonly Part[]; run: () => Promise<Tally> }

const STEPS: readonly Step[] = [
  { headline: 'Types', parts: ['static'], run: () => check('tsc', ['--noEmit']) },
  { headline: 'Lint and format', parts: ['static'], run: () => check('biome', ['check', '.']) },
  { headline: 'Unused code', parts: ['static'], run: () => check('knip', ['--no-config-hints']) },
  { headline: 'Arrows, documents and lockfile', parts: ['static'], run: () => vitest('rules') },
  { headline: 'Build', parts: ['unit', 'browser'], run: () => check('node', ['scripts/build.ts']) },
  {
    headline: 'Units, and the API on SQLite and PostgreSQL',
    parts: ['unit'],
    run: () => vitest('contract', 'backend', 'storefront'),
  },
  { headline: 'Faults that a running shop survives', parts: ['unit'], run: () => vitest('faults') },
  { headline: 'Browser, as a phone and as a desktop', parts: ['browser'], run: browser },
]

async function check(tool: string, args: string[]): Promise<Tally> {
  return tallyOfCheck(await runCommand(tool, args, { minutes: 10 }))
}

async function vitest(...projects: string[]): Promise<Tally> {
  const report = join(reports, `${projects.join('-')}.json`)
  const chosen = projects.flatMap((project) => ['--project', project])
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  const result = await runCommand('vitest', ['run', ...chosen, ...reporters], { minutes: 20 })
  return tallyOfRunner(result, report, readVitestReport)
}

async function browser(): Promise<Tally> {
  if (!(await ensureChromium())) return { ...NOTHING, failed: 1 }
  await ensureHtmlChecker()
  const report = join(reports, 'browser.json')
  const result = await runCommand('playwright', ['test', '--forbid-only', '--reporter=dot,json'], {
    minutes: 45,
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  })
  return tallyOfRunner(result, report, readPlaywrightReport)
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
    console.error(`There is no part called ${unknown}; the parts are ${PARTS.join(', ')}.`)
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
console.log(`\n${tallyLine(total)}`)
process.exitCode = total.failed === 0 ? 0 : 1
