import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../tests/harness/command.ts'
import type { PageSpeed } from './pages/lighthouse.ts'

export type Claim = { claim: string; measured: string; goal: string }

/** Reports what was measured. */
export type Note = (claim: string, measured: string, goal: string) => void

/** The figures that are reported in claims. */
export type Part = 'server' | 'placing' | 'settling' | 'interactions'

export type PageRow = { path: string; speed: PageSpeed }

/** The goal for the largest paint of a page, in milliseconds. */
const LARGEST_PAINT_GOAL_MS = 1200

/** The row of the control page, which every blocked time is compared with. */
export const CONTROL_ROW = 'control'

const DOCUMENT_FILE = join(ROOT, 'bench/speed.md')
const CHART_FILE = join(ROOT, 'docs/pictures/speed.svg')
const CHART_TITLE = 'First paint and largest paint on a slow phone, seconds'

/** Writes the table of a part into `bench/speed.md`. */
export async function writeClaims(part: Part, claims: readonly Claim[], conditions: string): Promise<void> {
  await replacePart(DOCUMENT_FILE, part, [conditions, '', ...table(claims)])
}

/** Writes the table of the pages into `bench/speed.md`, with a chart. */
export async function writePages(pages: readonly PageRow[], conditions: string): Promise<void> {
  const control = pages.find(({ path }) => path === CONTROL_ROW)?.speed.blocked ?? 0
  const shop = pages.filter(({ path }) => path !== CONTROL_ROW)
  await replacePart(DOCUMENT_FILE, 'pages', [conditions, '', ...pageTable(pages, control)])
  await writeFile(CHART_FILE, chart(shop))
}

export function table(claims: readonly Claim[]): string[] {
  return rows(
    ['What', 'Measured', 'Goal'],
    claims.map(({ claim, measured, goal }) => [claim, measured, goal]),
  )
}

function rows(head: readonly string[], body: readonly (readonly string[])[]): string[] {
  return [head, head.map(() => '---'), ...body].map((row) => `| ${row.join(' | ')} |`)
}

function pageTable(pages: readonly PageRow[], control: number): string[] {
  return rows(
    [
      'Page',
      'First paint',
      'Largest paint',
      'Blocked',
      'Above the control page',
      'Shift',
      'Performance, accessibility, best practices, SEO',
    ],
    pages.map(({ path, speed }) => [
      `\`${path}\``,
      seconds(speed.firstPaint),
      seconds(speed.largestPaint),
      milliseconds(speed.blocked),
      milliseconds(speed.blocked - control),
      speed.shift.toFixed(3),
      speed.scores.join(', '),
    ]),
  )
}

function seconds(time: number): string {
  return `${(time / 1000).toFixed(2)} s`
}

function milliseconds(time: number): string {
  return `${Math.round(time)} ms`
}

/** Replaces what is between `<!-- part -->` and `<!-- /part -->`. */
async function replacePart(file: string, part: string, lines: readonly string[]): Promise<void> {
  const text = await readFile(file, 'utf8')
  const marked = new RegExp(`(?<=<!-- ${part} -->\n).*?(?=<!-- /${part} -->)`, 's')
  if (!marked.test(text)) throw new Error(`${file} has no place for ${part}`)
  await writeFile(
    file,
    text.replace(marked, () => `${lines.join('\n')}\n`),
  )
}

const ROW_HEIGHT_PX = 28
const BARS_LEFT_PX = 150
const CHART_WIDTH_PX = 720
const BARS_TOP_PX = 44

/** Bars from the first to the largest paint, by page, with a line at the goal. */
function chart(pages: readonly PageRow[]): string {
  const last = Math.max(LARGEST_PAINT_GOAL_MS, ...pages.map(({ speed }) => speed.largestPaint)) * 1.15
  const x = (time: number) => Math.round(BARS_LEFT_PX + ((CHART_WIDTH_PX - BARS_LEFT_PX) * time) / last)
  const height = BARS_TOP_PX + pages.length * ROW_HEIGHT_PX + 12
  const goal = x(LARGEST_PAINT_GOAL_MS)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${CHART_WIDTH_PX} ${height}" font-family="sans-serif" font-size="13" fill="#1d2a36">`,
    `<title>${CHART_TITLE}</title>`,
    `<rect width="${CHART_WIDTH_PX}" height="${height}" fill="#fffdf9"/>`,
    `<text x="12" y="20">${CHART_TITLE}</text>`,
    ...pages.flatMap(({ path, speed }, index) => {
      const y = BARS_TOP_PX + index * ROW_HEIGHT_PX
      const [first, largest] = [x(speed.firstPaint), x(speed.largestPaint)]
      return [
        `<text x="12" y="${y + 14}">${path}</text>`,
        `<rect x="${BARS_LEFT_PX}" y="${y}" width="${first - BARS_LEFT_PX}" height="18" fill="#e2dacd"/>`,
        `<rect x="${first}" y="${y}" width="${Math.max(2, largest - first)}" height="18" fill="#a3542b"/>`,
        `<text x="${largest + 6}" y="${y + 14}">${(speed.largestPaint / 1000).toFixed(2)}</text>`,
      ]
    }),
    `<path d="M${goal} ${BARS_TOP_PX - 8}V${height - 8}" stroke="#3f5d45" stroke-dasharray="4 3"/>`,
    `<text x="${goal - 4}" y="${BARS_TOP_PX - 12}" text-anchor="end" fill="#3f5d45">goal</text>`,
    '</svg>\n',
  ].join('\n')
}
