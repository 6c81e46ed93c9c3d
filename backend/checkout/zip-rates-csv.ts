import { parseStateCode, US_STATES } from '@shop/contract/tax'
import { readCsvTable } from '../lib/csv-table.ts'
import type { FileError, Parsed } from './checkout-files.ts'
import type { ZipTaxRate } from './sales-tax.repository.ts'

/** The columns of the file, in any order. */
export const ZIP_RATE_COLUMNS = ['state', 'from', 'to', 'percent'] as const
type Column = (typeof ZIP_RATE_COLUMNS)[number]

/** There are some 42,000 ZIP codes; a family collects in few states. */
const MAX_ROWS = 10_000

type Row = { row: number; cells: Record<Column, string> }
type ReadRow = { row: number; rate: ZipTaxRate }

/**
 * Reads rates of ZIP codes from CSV, a range in a row; an empty `to` means the one ZIP code. A range counts in the state of its
 * row alone, so that of two states the ranges may overlap. All errors are named by row, the header being row 1.
 */
export function parseZipRates(text: string, name: string): Parsed<ZipTaxRate[]> {
  const { headers, rows, problem } = readCsvTable(text, MAX_ROWS)
  if (problem !== null) return { found: null, errors: [errorIn(name, problem.row, problem.message)] }
  const missing = ZIP_RATE_COLUMNS.filter((column) => !headers.includes(column))
  if (missing.length > 0) return { found: null, errors: [errorIn(name, 1, `has no column ${missing.join(', ')}`)] }
  const read = rows.map(({ row, cells }) => readRow({ row, cells: cellsOf(headers, cells) }))
  const good = read.flatMap(({ found }) => (found === null ? [] : [found]))
  const errors = [...read.flatMap(({ problems }) => problems), ...overlaps(good)]
    .sort((one, other) => one.row - other.row)
    .map(({ row, message }) => errorIn(name, row, message))
  return errors.length > 0 ? { found: null, errors } : { found: good.map(({ rate }) => rate).sort(byRange), errors: [] }
}

type Problem = { row: number; message: string }

function errorIn(file: string, row: number, message: string): FileError {
  return { file, field: `row ${row}`, message }
}

function cellsOf(headers: readonly string[], cells: readonly string[]): Row['cells'] {
  const cell = (column: Column) => cells[headers.indexOf(column)] ?? ''
  return { state: cell('state'), from: cell('from'), to: cell('to'), percent: cell('percent') }
}

function readRow({ row, cells }: Row): { found: ReadRow | null; problems: Problem[] } {
  const state = parseStateCode(cells.state)
  const [from, to] = [cells.from, cells.to === '' ? cells.from : cells.to]
  const areZips = isZip(from) && isZip(to)
  const messages = [
    ...(state === null ? [`"${cells.state}" is not one of the ${Object.keys(US_STATES).length} states`] : []),
    ...(areZips ? [] : [`"${from}" to "${to}" are not two ZIP codes of five digits, zeros at the start included`]),
    ...(areZips && from > to ? [`from ${from} is after to ${to}`] : []),
    ...(isPercent(cells.percent) ? [] : [`"${cells.percent}" is no percentage such as 8.25`]),
  ]
  if (state === null || messages.length > 0) {
    return { found: null, problems: messages.map((message) => ({ row, message })) }
  }
  const rate = {
    state,
    first_zip: from,
    last_zip: to,
    rate_millionths: Math.round(Number(cells.percent.replace('%', '')) * 10_000),
  }
  return { found: { row, rate }, problems: [] }
}

function isZip(text: string): boolean {
  return /^\d{5}$/.test(text)
}

function isPercent(text: string): boolean {
  return /^\d{1,2}(\.\d{1,4})? ?%?$/.test(text)
}

/** The rows whose range begins before that of another row of the state has ended. */
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
