import { parseRegion } from '@shop/contract/address/region-names'
import { isState, parseZip, ZIP_FORM } from '@shop/contract/address/us-regions'
import { type StateCode, US_STATES } from '@shop/contract/address/us-states'
import { percentToMillionths } from '@shop/contract/money'
import { MAX_ZIP_RATES } from '@shop/contract/tax/admin'
import { describeProblem, parseCsvTable } from '../platform/lib/csv/csv-table.ts'
import type { ZipTaxRate } from './sales-tax.repository.ts'

const ZIP_RATE_COLUMNS = ['state', 'from', 'to', 'percent'] as const
type Column = (typeof ZIP_RATE_COLUMNS)[number]

type Row = { row: number; cells: Record<Column, string> }
type ReadRow = { row: number; rate: ZipTaxRate }
type Problem = { row: number; message: string }

/** Parses ZIP code rates from CSV; an empty `to` is one ZIP code. All rates or only problems; the header is row 1. */
export function parseZipRates(text: string): { rates: ZipTaxRate[]; problems: Problem[] } {
  const { headers: names, rows, problems: unread } = parseCsvTable(text, { maxRows: MAX_ZIP_RATES, isColumn })
  const headers = names.map((name) => name.toLowerCase())
  if (unread.length > 0) return { rates: [], problems: unread.map((problem) => describeProblem(names, problem)) }
  const missing = ZIP_RATE_COLUMNS.filter((column) => !headers.includes(column))
  if (missing.length > 0) return { rates: [], problems: [{ row: 1, message: `has no column ${missing.join(', ')}` }] }
  const read = rows.map(({ row, cells }) => parseRow({ row, cells: cellsOf(headers, cells) }))
  const good = read.flatMap(({ found }) => (found === null ? [] : [found]))
  const problems = [...read.flatMap((one) => one.problems), ...overlaps(good)].sort((one, other) => one.row - other.row)
  return { rates: problems.length > 0 ? [] : good.map(({ rate }) => rate).sort(byRange), problems }
}

function isColumn(name: string): boolean {
  return ZIP_RATE_COLUMNS.some((column) => column === name.toLowerCase())
}

function cellsOf(headers: readonly string[], cells: readonly string[]): Row['cells'] {
  const cell = (column: Column) => cells[headers.indexOf(column)] ?? ''
  return { state: cell('state'), from: cell('from'), to: cell('to'), percent: cell('percent') }
}

function parseRow({ row, cells }: Row): { found: ReadRow | null; problems: Problem[] } {
  const region = parseRegion(cells.state)
  const state = region !== null && isState(region) ? region : null
  const from = withZero(cells.from, state)
  const to = cells.to === '' ? from : withZero(cells.to, state)
  const areZips = ZIP_FORM.test(from) && ZIP_FORM.test(to)
  const messages = [
    ...(state === null ? [`"${cells.state}" is not one of the ${Object.keys(US_STATES).length} states`] : []),
    ...(areZips ? [] : [`"${from}" to "${to}" are not two ZIP codes of five digits, zeros at the start included`]),
    ...(from === '00000' || to === '00000' ? ['00000 isn’t a ZIP code'] : []),
    ...(areZips && from > to ? [`from ${from} is after to ${to}`] : []),
    ...(isPercent(cells.percent) ? [] : [`"${cells.percent}" is not a percentage such as 8.25`]),
  ]
  if (state === null || messages.length > 0) {
    return { found: null, problems: [{ row, message: messages.join('; ') }] }
  }
  const rate = {
    state,
    first_zip: from,
    last_zip: to,
    rate_millionths: percentToMillionths(Number(cells.percent.replace('%', ''))),
  }
  return { found: { row, rate }, problems: [] }
}

/** Spreadsheets drop a leading zero. */
function withZero(zip: string, state: StateCode | null): string {
  return state !== null && /^\d{4}$/.test(zip) ? (parseZip(zip, state) ?? zip) : zip
}

function isPercent(text: string): boolean {
  return /^\d{1,2}(\.\d{1,4}0{0,20})? ?%?$/.test(text)
}

/** Rows that begin before another row of the state has ended. */
function overlaps(rows: readonly ReadRow[]): Problem[] {
  const sorted = [...rows].sort((one, other) => byRange(one.rate, other.rate))
  const problems: Problem[] = []
  let widest = sorted[0]
  for (const one of sorted.slice(1)) {
    if (widest !== undefined && one.rate.state === widest.rate.state && one.rate.first_zip <= widest.rate.last_zip) {
      problems.push({ row: one.row, message: `overlaps row ${widest.row}` })
    }
    const isWider = widest?.rate.state !== one.rate.state || one.rate.last_zip > widest.rate.last_zip
    if (isWider) widest = one
  }
  return problems
}

function byRange(one: ZipTaxRate, other: ZipTaxRate): number {
  const [first, second] = [`${one.state}${one.first_zip}`, `${other.state}${other.first_zip}`]
  return first < second ? -1 : Number(first > second)
}
