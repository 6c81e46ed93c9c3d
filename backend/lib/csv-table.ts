import { plural } from '@shop/contract/plural'
import { CsvError, type Info, parse } from 'csv-parse/sync'

/** A row's cells; rows are numbered as in the spreadsheet, the header being row 1. */
export type TableRow = { row: number; cells: readonly string[] }
/** `problem` says why the table cannot be read; there are no rows then. */
export type Table = {
  headers: readonly string[]
  rows: readonly TableRow[]
  problem: { row: number; message: string } | null
}

/** What an upload may hold; a spreadsheet of this shop has some 30 columns. */
const MAX_COLUMNS = 500
const MAX_CELLS = 5_000_000

/** The start of a table in which its separator is looked for. */
const HEADER_LENGTH = 100_000

class TooLargeError extends Error {
  readonly row: number

  constructor(row: number, message: string) {
    super(message)
    this.row = row
  }
}

/**
 * Reads a table with a header, separated by commas, semicolons or tabs as spreadsheets do. Blank lines are left out. More
 * than `maxRows`, or than the columns and cells that memory is bounded by, is a problem; `null` reads any number of rows.
 */
export function readCsvTable(text: string, maxRows: number | null): Table {
  const rows: TableRow[] = []
  let cells = 0
  const keep = (record: string[], { records, empty_lines }: Pick<Info, 'records' | 'empty_lines'>) => {
    // A spreadsheet counts empty lines, but not the lines within a cell.
    const row = records + empty_lines
    cells += record.length
    if (record.length > MAX_COLUMNS) throw tooMany(row, MAX_COLUMNS, 'columns')
    if (maxRows !== null && rows.length > maxRows) throw tooMany(row, maxRows, 'rows')
    if (maxRows !== null && cells > MAX_CELLS) throw tooMany(row, MAX_CELLS, 'cells')
    rows.push({ row, cells: record })
    return null
  }
  const table = text.replace(/^\uFEFF/, '')
  try {
    parse(table, { delimiter: delimiterOf(table), skip_empty_lines: true, trim: true, on_record: keep })
  } catch (error) {
    return { headers: [], rows: [], problem: problemOf(error, rows[0]?.cells.length ?? 0) }
  }
  const [header, ...others] = rows
  return { headers: header?.cells ?? [], rows: others, problem: null }
}

function tooMany(row: number, most: number, what: string): TooLargeError {
  const advice = what === 'columns' ? 'leave out those that are not needed' : 'import it in parts'
  return new TooLargeError(row, `the table has more than ${most.toLocaleString('en-US')} ${what}; ${advice}`)
}

/** What separates the names of the columns; cells that are copied from a spreadsheet have tabs between them. */
function delimiterOf(text: string): string {
  const [header = ''] = text
    .trimStart()
    .slice(0, HEADER_LENGTH)
    .split(/[\r\n]/, 1)
  const counts = ['\t', ';', ','].map((sign) => [header.split(sign).length, sign] as const)
  return counts.reduce((best, one) => (one[0] > best[0] ? one : best))[1]
}

function problemOf(error: unknown, columns: number): NonNullable<Table['problem']> {
  if (error instanceof TooLargeError) return { row: error.row, message: error.message }
  if (!(error instanceof CsvError)) throw error
  return { row: 1 + countOf(error, 'records') + countOf(error, 'empty_lines'), message: messageOf(error, columns) }
}

function messageOf(error: CsvError, columns: number): string {
  switch (error.code) {
    case 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH':
      return `has ${cellsOf(Reflect.get(error, 'record'))}, and the header has ${columns}`
    case 'CSV_QUOTE_NOT_CLOSED':
      return 'has a quotation mark that is never closed'
    case 'CSV_INVALID_CLOSING_QUOTE':
    case 'INVALID_OPENING_QUOTE':
      return 'has a quotation mark in the middle of a cell'
    default:
      return `is no CSV that can be read (${error.code})`
  }
}

function cellsOf(record: unknown): string {
  const count = Array.isArray(record) ? record.length : 0
  return plural(count, 'one cell', `${count} cells`)
}

function countOf(error: CsvError, name: string): number {
  const count: unknown = Reflect.get(error, name)
  return typeof count === 'number' ? count : 0
}
