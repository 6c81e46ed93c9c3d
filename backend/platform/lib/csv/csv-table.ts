import { plural } from '@shop/contract/text/plural'
import { CsvError, type Info, parse } from 'csv-parse/sync'
import { type CleanCell, cleanCell } from './csv-cell.ts'

/** Numbered as in the spreadsheet, a header at the top being row 1. */
export type TableRow = { row: number; cells: readonly string[] }
/** `column` is an index, `null` for the whole row. */
export type TableProblem = { row: number; column: number | null; message: string }
/** With `problems` there are no rows. */
export type Table = { headers: readonly string[]; rows: readonly TableRow[]; problems: readonly TableProblem[] }

/** `isColumn` tells the header from titles above it. */
export type TableRules = { maxRows: number | null; isColumn: (name: string) => boolean }

/** For uploads; a spreadsheet of this shop has some 30 columns. */
const MAX_COLUMNS = 500
const MAX_CELLS = 5_000_000
/** Every row may have one. */
const MAX_PROBLEMS = 1000

/** A cell of a line drawn below a header. */
const RULED_CELL = /^[-–—=_:+;,|]*$/

/** Within it, separator and header are looked for. */
const HEADER_LENGTH = 100_000
const HEADER_LINES = 5
const HEADER_ROWS = 10
const MAX_NAME = 100

class TooLargeError extends Error {
  readonly row: number

  constructor(row: number, message: string) {
    super(message)
    this.row = row
  }
}

/**
 * Parses a table of a spreadsheet: commas, semicolons, tabs or bars, any line ends, titles above the header, short
 * rows, stray quotation marks. Skips rows without text. Too many rows, columns or cells are a problem; `maxRows: null`
 * is no limit.
 */
export function parseCsvTable(text: string | Uint8Array, rules: TableRules): Table {
  const rows: TableRow[] = []
  const { headers, problems } = parseCsvRows(text, rules, (row) => rows.push(row))
  return { headers, rows: problems.length > 0 ? [] : rows, problems }
}

/** Parses a table row by row; with `problems` the rows passed on don't count. */
export function parseCsvRows(
  text: string | Uint8Array,
  { maxRows, isColumn }: TableRules,
  take: (row: TableRow, headers: readonly string[]) => unknown,
): Pick<Table, 'headers' | 'problems'> {
  const first: TableRow[] = []
  let headers: readonly string[] | null = null
  const tooLong: TableProblem[] = []
  const hand = (row: TableRow, names: readonly string[]) => {
    if (tooLong.length < MAX_PROBLEMS) tooLong.push(...tooManyCells(row, names.length))
    take(row, names)
  }
  const begin = (): readonly string[] => {
    const header = findHeader(first, isColumn)
    const names = withoutEmptyEnd(header?.cells ?? []).map(inOneLine)
    if (header !== undefined) for (const row of first.slice(first.indexOf(header) + 1)) hand(row, names)
    return names
  }
  const problems = parseRecords(text, maxRows, (row) => {
    if (headers !== null) return hand(row, headers)
    first.push(row)
    if (first.length === HEADER_ROWS) headers = begin()
  })
  headers ??= begin()
  return { headers, problems: [...problems, ...tooLong].slice(0, MAX_PROBLEMS) }
}

/** Parses pasted rows, which may have no header. */
export function parsePastedRows(text: string, maxRows: number): Pick<Table, 'rows' | 'problems'> {
  const rows: TableRow[] = []
  const problems = parseRecords(text, maxRows, (row) => rows.push(row))
  return { rows: problems.length > 0 ? [] : rows, problems }
}

export function describeProblem(headers: readonly string[], { row, column, message }: TableProblem) {
  return { row, message: column === null ? message : `"${headers[column] || `Column ${column + 1}`}" ${message}` }
}

function parseRecords(
  text: string | Uint8Array,
  maxRows: number | null,
  take: (row: TableRow) => unknown,
): TableProblem[] {
  const { table, delimiter } = prepare(text)
  const problems: TableProblem[] = []
  let [rows, cells, width] = [0, 0, 0]
  const keep = (record: string[], { records: count, empty_lines }: Pick<Info, 'records' | 'empty_lines'>) => {
    // A spreadsheet counts empty lines, but not lines within a cell.
    const row = count + empty_lines
    const cleaned = withoutEmptyEnd(record.map((cell, column) => read(cleanCell(cell), row, column)))
    if (cleaned.every((cell) => RULED_CELL.test(cell))) return null
    if (rows === 0) width = cleaned.length
    cells += Math.max(cleaned.length, width)
    if (cleaned.length > MAX_COLUMNS) throw tooMany(row, MAX_COLUMNS, 'columns')
    if (maxRows !== null && rows > maxRows) throw tooMany(row, maxRows, 'rows')
    if (maxRows !== null && cells > MAX_CELLS) throw tooMany(row, MAX_CELLS, 'cells')
    rows += 1
    take({ row, cells: cleaned })
    return null
  }
  const read = ({ text: cell, problem }: CleanCell, row: number, column: number): string => {
    if (problem !== null && problems.length < MAX_PROBLEMS) problems.push({ row, column, message: problem })
    return cell
  }
  try {
    parse(table, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      ltrim: true,
      on_record: keep,
    })
  } catch (error) {
    problems.push(problemOf(error))
  }
  return problems
}

/** Removes marks and finds the separator, which Excel may state as `sep=;`. A text would double the memory. */
function prepare(text: string | Uint8Array): { table: Buffer; delimiter: string } {
  const bytes =
    typeof text === 'string' ? Buffer.from(text) : Buffer.from(text.buffer, text.byteOffset, text.byteLength)
  const marks = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0
  const table = bytes.subarray(marks)
  const start = table.subarray(0, HEADER_LENGTH).toString()
  const line = /^"?sep=([^\r\n"])[^\r\n]*(?:\r\n|\r|\n|$)/i.exec(start)
  if (line?.[1] !== undefined) return { table: table.subarray(Buffer.byteLength(line[0])), delimiter: line[1] }
  return { table, delimiter: detectDelimiter(start) }
}

const BYTE_ORDER_MARK = Buffer.from('\uFEFF')

/**
 * The separator: a tab or semicolon in every line, else the sign that most lines have as often as the header. Signs
 * within quotation marks don't count.
 */
function detectDelimiter(text: string): string {
  const lines = text
    .replace(/"[^"]*"/g, 'x')
    .split(/[\r\n]+/, 2 * HEADER_LINES)
    .filter((line) => /[^\s,;|]/.test(line))
    .slice(0, HEADER_LINES)
  const countsOf = (sign: string) => lines.map((line) => line.split(sign).length - 1)
  const certain = ['\t', ';'].find((sign) => {
    const [first = 0, ...others] = countsOf(sign)
    return first > 0 && others.every((count) => count === first)
  })
  if (certain !== undefined) return certain
  const scores = ['\t', ';', ',', '|'].map((sign) => {
    const counts = countsOf(sign)
    const header = firstOfMost(counts, (count) => count) ?? 0
    return [header * counts.filter((count) => count === header).length, sign] as const
  })
  return scores.reduce((best, one) => (one[0] > best[0] ? one : best))[1]
}

/** The row with the most known names; without one, titles are told by having few cells. */
function findHeader(records: readonly TableRow[], isColumn: TableRules['isColumn']): TableRow | undefined {
  const first = records.slice(0, HEADER_ROWS)
  const known = first.map(
    ({ cells }) => cells.filter((cell) => cell.length <= MAX_NAME && isColumn(inOneLine(cell))).length,
  )
  const most = Math.max(0, ...known)
  if (most > 0) return first[known.indexOf(most)]
  return firstOfMost(first, ({ cells }) => cells.filter((cell) => cell !== '').length)
}

function inOneLine(name: string): string {
  return name.split(/\s+/).join(' ')
}

/** The first that has more than half of the most. */
function firstOfMost<T>(all: readonly T[], sizeOf: (one: T) => number): T | undefined {
  const most = Math.max(0, ...all.map(sizeOf))
  return all.find((one) => sizeOf(one) > most / 2)
}

function withoutEmptyEnd(cells: readonly string[]): string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)
}

function tooManyCells({ row, cells }: TableRow, most: number): TableProblem[] {
  if (cells.length <= most) return []
  const count = plural(cells.length, 'one cell', `${cells.length} cells`)
  return [{ row, column: null, message: `has ${count}, and the header has ${most}` }]
}

function tooMany(row: number, most: number, what: string): TooLargeError {
  const advice = what === 'columns' ? 'leave out those that are not needed' : 'import it in parts'
  return new TooLargeError(row, `the table has more than ${most.toLocaleString('en-US')} ${what}; ${advice}`)
}

function problemOf(error: unknown): TableProblem {
  if (error instanceof TooLargeError) return { row: error.row, column: null, message: error.message }
  if (!(error instanceof CsvError)) throw error
  const message =
    error.code === 'CSV_QUOTE_NOT_CLOSED'
      ? 'has a quotation mark that is never closed'
      : `isn’t a CSV file that can be read (${error.code})`
  return { row: 1 + countOf(error, 'records') + countOf(error, 'empty_lines'), column: null, message }
}

function countOf(error: CsvError, name: string): number {
  const count: unknown = Reflect.get(error, name)
  return typeof count === 'number' ? count : 0
}
