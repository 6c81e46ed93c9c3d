import { EDITED_FIELDS } from '@shop/contract/catalog/admin'
import { DETAIL_FIELDS } from '@shop/contract/catalog/calls'
import { asRecord } from '@shop/contract/http/coercion'
import { type Fields, isOptional, isText } from '@shop/contract/http/fields'
import { dollars, readDollars, readNumber } from '@shop/contract/money'
import { readCsvTable, type TableProblem } from '../../platform/lib/csv/csv-table.ts'
import { readSheetDay } from '../../platform/lib/csv/sheet-day.ts'
import { unknownName } from '../lines.ts'
import { type FileRow, type ParsedCatalog, parseCatalogRows } from './catalog-file.ts'

const STOCK = 'stock'
/** Columns of the table, in which facts are columns as well. Pictures are uploaded in the admin. */
export const COLUMNS: readonly string[] = [
  'product_id',
  ...Object.keys(EDITED_FIELDS),
  STOCK,
  ...Object.keys(DETAIL_FIELDS),
]
const FIELDS: Fields = { ...EDITED_FIELDS, ...DETAIL_FIELDS }

/** Rows of a table that are taken at once: each can have a dozen errors, which are all in memory. */
const MAX_ROWS = 100_000
/** Errors that are listed; `errorCount` is how many there are. */
const MAX_ERRORS = 1000

/** Rows are counted as a spreadsheet does, the header being 1; `field` is empty for a whole row. */
export type CsvRowError = { row: number; field: string; message: string }
/** `hasStock`: whether every row says how many there are. */
export type ReadTable =
  | { parsed: Extract<ParsedCatalog, { errors: [] }>; hasStock: boolean; errors: []; errorCount: 0 }
  | { parsed: null; hasStock: false; errors: CsvRowError[]; errorCount: number }

/** The shop as the table is compared with it; `missing` are problems of its pictures by name, `lines` the lines of the shop. */
export type TableBase = {
  products: readonly FileRow[]
  missing: ReadonlyMap<string, string>
  lines: readonly string[]
}

/** The products as they are, with the cells of the table instead of their fields, or all that is wrong with the table. */
export async function readProductsTable(csv: string, { products, missing, lines }: TableBase): Promise<ReadTable> {
  const {
    headers: names,
    rows,
    problems,
  } = readCsvTable(csv, { maxRows: MAX_ROWS, isColumn: (name) => COLUMNS.includes(knownColumn(name)) })
  const headers = names.map((name) => knownColumn(name))
  if (problems.length > 0) return failed(problems.map((problem) => toTableError(headers, problem)))
  const columnErrors = headerErrors(headers)
  if (!headers.includes('product_id')) return failed(columnErrors)
  const cellErrors: CsvRowError[] = []
  const cells = rows.map(({ row, cells: texts }) => ({ row, cells: parseCells(headers, texts, row, cellErrors) }))
  const merged = merge(products, cells)
  const parsed = await parseCatalogRows(
    merged.map(({ row }) => row),
    async () => missing,
    new Set(products.map(({ description }) => description)),
  )
  const known = new Set(products.map(({ product_id }) => product_id))
  const errors = [
    ...columnErrors,
    ...cellErrors,
    ...repeatedIds(cells),
    ...unknownLines(cells, lines),
    ...missingPrices(products, merged),
    ...rowErrors(parsed.errors, merged, { known, cellErrors }),
  ]
  if (errors.length > 0) return failed(errors)
  if (parsed.products === null) throw new Error('a table without errors was not parsed')
  return { parsed, hasStock: headers.includes(STOCK), errors: [], errorCount: 0 }
}

function failed(errors: readonly CsvRowError[]): ReadTable {
  const sorted = errors.toSorted((one, other) => one.row - other.row)
  return { parsed: null, hasStock: false, errors: sorted.slice(0, MAX_ERRORS), errorCount: errors.length }
}

/** A column of the table in any letter case and with blanks, as people write it; other names as they are. */
function knownColumn(name: string): string {
  const plain = name.toLowerCase().replace(/[ -]+/g, '_')
  return COLUMNS.find((column) => column.toLowerCase() === plain) ?? name
}

function toTableError(headers: readonly string[], { row, column, message }: TableProblem): CsvRowError {
  return { row, field: column === null ? '' : headers[column] || `column ${column + 1}`, message }
}

function headerErrors(headers: readonly string[]): CsvRowError[] {
  const error = (field: string, message: string) => ({ row: 1, field, message })
  const twice = new Set(headers.filter((name, index) => headers.indexOf(name) < index))
  return [
    ...headers
      .filter((name) => !COLUMNS.includes(name))
      .map((name) => error(name === '' ? 'a column without a name' : name, 'isn’t a column that the shop knows')),
    ...[...twice].map((name) => error(name, 'is a column twice')),
    ...(headers.includes('product_id') ? [] : [error('product_id', 'this column is missing')]),
  ]
}

/** A line is added under Lines and colors, so a misspelt one is not a line of its own. */
function unknownLines(rows: readonly TableRow[], lines: readonly string[]): CsvRowError[] {
  return rows.flatMap(({ row, cells: { line } }) => {
    const name = typeof line === 'string' ? line.trim() : ''
    if (name === '' || lines.includes(name)) return []
    return [{ row, field: 'line', message: unknownName('line', name, lines) }]
  })
}

type Cells = Readonly<Record<string, string | number | null>>
type TableRow = { row: number; cells: Cells }

/** Cells as the catalog's file holds them: numbers as numbers, empty ones as `null`. */
function parseCells(headers: readonly string[], texts: readonly string[], row: number, errors: CsvRowError[]): Cells {
  const entries = headers.flatMap((field, index) => {
    if (!COLUMNS.includes(field)) return []
    const value = parseCell(field, texts[index] ?? '')
    if (value === undefined) errors.push({ row, field, message: numberProblem(field, texts[index] ?? '') })
    return [[field, value ?? null]]
  })
  return Object.fromEntries(entries)
}

/** `undefined` when it should be a number and is none. */
function parseCell(field: string, text: string): string | number | null | undefined {
  if (text === '') return null
  if (FIELDS[field]?.type === 'optionalDay') return readSheetDay(text, null, 'UTC')
  if (!isNumber(field)) return text
  if (!isAmount(field)) return readNumber(text) ?? undefined
  const cents = readDollars(text)
  return cents === null ? undefined : dollars(cents)
}

function numberProblem(field: string, text: string): string {
  return `"${text}" is no number such as ${isAmount(field) ? '79 or 1,098.50' : '79'}`
}

function isNumber(field: string): boolean {
  const known = FIELDS[field]
  return field === STOCK || (known !== undefined && !isText(known))
}

function isAmount(field: string): boolean {
  return FIELDS[field]?.type === 'amount' || FIELDS[field]?.type === 'optionalAmount'
}

function repeatedIds(rows: readonly TableRow[]): CsvRowError[] {
  const firstRows = new Map<string, number>()
  return rows.flatMap(({ row, cells: { product_id: id } }) => {
    if (typeof id !== 'string') return []
    const first = firstRows.get(id)
    if (first === undefined) firstRows.set(id, row)
    return first === undefined ? [] : [{ row, field: 'product_id', message: `"${id}" is already in row ${first}` }]
  })
}

/** A row of the catalog's file, with the number of its row in the table; 0 when the table has none. */
type MergedRow = { row: Readonly<Record<string, unknown>>; number: number }

function merge(products: readonly FileRow[], rows: readonly TableRow[]): MergedRow[] {
  const merged: MergedRow[] = products.map((row) => ({ row, number: 0 }))
  const byId = new Map(merged.map((entry) => [entry.row.product_id, entry]))
  for (const { row: number, cells } of rows) {
    const known = byId.get(cells.product_id)
    const row = overlay(known?.row ?? { images: [], details: {} }, cells)
    if (known === undefined) {
      const added = { row, number }
      merged.push(added)
      // A second row of it is told once, as such.
      byId.set(cells.product_id, added)
    } else Object.assign(known, { row, number })
  }
  return merged
}

/** A price of 0 is one that no one has set, while a product is a draft. */
function missingPrices(products: TableBase['products'], merged: readonly MergedRow[]): CsvRowError[] {
  const drafts = new Set<unknown>(products.filter(({ status }) => status === 'draft').map(({ product_id: id }) => id))
  return merged
    .filter(({ row }) => drafts.has(row.product_id) && row.status !== 'draft' && row.price === 0)
    .map(({ number }) => ({ row: number, field: 'price', message: 'is missing' }))
}

function overlay(row: MergedRow['row'], cells: Cells): MergedRow['row'] {
  const own = Object.entries(cells).filter(([field]) => !(field in DETAIL_FIELDS))
  const details = Object.entries(cells).filter(([field]) => field in DETAIL_FIELDS)
  return {
    ...row,
    ...Object.fromEntries(own.map(([field, value]) => [field, value ?? emptyValue(field)])),
    details: { ...asRecord(row.details), ...Object.fromEntries(details) },
  }
}

/** The value of an empty cell: none, where that is possible; else a missing text. */
function emptyValue(field: string): string | null {
  const known = FIELDS[field]
  return known !== undefined && isOptional(known) ? null : ''
}

type Told = { known: ReadonlySet<string>; cellErrors: readonly CsvRowError[] }

function rowErrors(
  errors: ParsedCatalog['errors'],
  merged: readonly MergedRow[],
  { known, cellErrors }: Told,
): CsvRowError[] {
  const told = new Set(cellErrors.map(({ row, field }) => `${row} ${field}`))
  const bySlug = new Map(merged.filter(({ number }) => number > 0).map((entry) => [entry.row.slug, entry]))
  const byEntry = Map.groupBy(errors, ({ row }) => {
    const found = merged[row - 1]
    // A product that is not in the table cannot be wrong: the row that takes its slug is.
    return found?.number === 0 ? bySlug.get(found.row.slug) : found
  })
  return [...byEntry].flatMap(([entry, list]) => {
    const row = entry?.number ?? 1
    const own = list
      .map((error) => toCellError(error, row, entry?.row))
      .filter(({ field }) => !told.has(`${row} ${field}`))
    const id = entry?.row.product_id
    if (entry === undefined || typeof id !== 'string' || known.has(id)) return own
    const missing = own.filter(({ field }) => field !== 'product_id' && isEmpty(entry.row, field))
    if (missing.length === 0) return own
    const wanted = missing.map(({ field }) => field).join(', ')
    const message = `there is no product "${id}"; for a new one fill in ${wanted}`
    return [{ row, field: 'product_id', message }, ...own.filter((error) => !missing.includes(error))]
  })
}

function toCellError({ field, message }: CsvRowError, row: number, values: MergedRow['row'] = {}): CsvRowError {
  // A fact is a column like others.
  const column = field.replace(/^details\./, '')
  if (isNumber(column) && isEmpty(values, column)) return { row, field: column, message: 'must not be empty' }
  // The place of a product in the catalog says nothing to the reader of a table.
  return { row, field: column, message: message.replace(/ in row \d+$/, ' by another product') }
}

function isEmpty(row: MergedRow['row'], field: string): boolean {
  const value = row[field] ?? asRecord(row.details)?.[field] ?? ''
  return value === ''
}
