import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod'
import { findChromium } from '../../tests/harness/browser/chromium.ts'
import { median } from '../load.ts'

/** Not a package of the project, of whose size it would be a fifth: npm downloads it on first use. */
const LIGHTHOUSE_PACKAGE = 'lighthouse@13.5.0'

/** Milliseconds for one run. */
const TIMEOUT_MS = 180_000

const auditSchema = z.object({ numericValue: z.number() })
const categorySchema = z.object({ score: z.number() })
const reportSchema = z.object({
  audits: z.object({
    'first-contentful-paint': auditSchema,
    'largest-contentful-paint': auditSchema,
    'total-blocking-time': auditSchema,
    'cumulative-layout-shift': auditSchema,
  }),
  categories: z.object({
    performance: categorySchema,
    accessibility: categorySchema,
    'best-practices': categorySchema,
    seo: categorySchema,
  }),
})

/** Lighthouse's figures of a page on a slow phone: times in milliseconds, scores up to 100. */
export type PageSpeed = {
  firstPaint: number
  largestPaint: number
  blocked: number
  shift: number
  /** Performance, accessibility, best practices and SEO. */
  scores: number[]
}

/** Downloads Lighthouse if needed; `false` when that is not possible. */
export async function hasLighthouse(): Promise<boolean> {
  try {
    await run(['--version'])
    return true
  } catch {
    return false
  }
}

/** One run on a simulated phone with a slow connection. */
export async function auditPage(address: string): Promise<PageSpeed> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-lighthouse-'))
  const file = join(folder, 'report.json')
  try {
    await run([
      address,
      '--quiet',
      '--no-enable-error-reporting',
      '--chrome-flags=--headless --no-sandbox --disable-gpu',
      '--output=json',
      `--output-path=${file}`,
    ])
    return speedIn(reportSchema.parse(JSON.parse(await readFile(file, 'utf8'))))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The median of each figure. */
export function medianSpeed(runs: readonly PageSpeed[]): PageSpeed {
  const of = (pick: (speed: PageSpeed) => number) => median(runs.map(pick))
  return {
    firstPaint: of((speed) => speed.firstPaint),
    largestPaint: of((speed) => speed.largestPaint),
    blocked: of((speed) => speed.blocked),
    shift: of((speed) => speed.shift),
    scores: [0, 1, 2, 3].map((category) => of(({ scores }) => scores[category] ?? Number.NaN)),
  }
}

function speedIn({ audits, categories }: z.infer<typeof reportSchema>): PageSpeed {
  return {
    firstPaint: audits['first-contentful-paint'].numericValue,
    largestPaint: audits['largest-contentful-paint'].numericValue,
    blocked: audits['total-blocking-time'].numericValue,
    shift: audits['cumulative-layout-shift'].numericValue,
    scores: [categories.performance, categories.accessibility, categories['best-practices'], categories.seo].map(
      ({ score }) => Math.round(score * 100),
    ),
  }
}

async function run(options: readonly string[]): Promise<void> {
  await promisify(execFile)(
    'npm',
    ['exec', '--yes', `--package=${LIGHTHOUSE_PACKAGE}`, '--', 'lighthouse', ...options],
    {
      env: { ...process.env, CHROME_PATH: findChromium() ?? '' },
      timeout: TIMEOUT_MS,
      maxBuffer: 64 * 1024 * 1024,
    },
  )
}
