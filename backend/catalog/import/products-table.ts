import { EDITED_FIELDS } from '@shop/contract/catalog/admin'
import { DETAIL_FIELDS } from '@shop/contract/catalog/calls'
import { asRecord } from '@shop/contract/http/coercion'
import { type Fields, isOptional, isText } from '@shop/contract/http/fields'
import { dollars, parseDollars, parseNumber } from '@shop/contract/money'
import { parseCsvRows, type Table, type TableProblem, type TableRow } from '../../platform/lib/csv/csv-table.ts'
import { parseSheetDay } from '../../platform/lib/csv/sheet-day.ts'
import { packInParts, unpack, unpackOne } from '../../platform/lib/packed.ts'
import { unknownName } from '../lines.ts'
import type { ChangedProduct } from '../products/pack-change.ts'
import { type FileRow, parseRow, type RowError, toProduct } from './catalog-file.ts'

const STOCK_COLUMN = 'stock'
export const COLUMN_NAMES: readonly string[] = [
  'product_id',
  ...Object.keys(EDITED_FIELDS),
  STOCK_COLUMN,
  ...Object.keys(DETAIL_FIELDS),
]
const TABLE_FIELDS: Fields = { ...EDITED_FIELDS, ...DETAIL_FIELDS }

/** Each may have a dozen errors in memory. */
const MAX_ROWS = 100_000
const MAX_ERRORS = 1000

export type CsvRowError = { row: number; field: string; message: string }
export type TableErrors = { errors: CsvRowError[]; errorCount: number }

/** A product as a file's row, and its place in the list. */
export type PlacedRow = { row: FileRow; position: number }
/** Packed products with their ids. */
export type ProductsPart = { ids: readonly string[]; packed: Uint8Array }
/** The shop's side of the comparison. */
export type TableBase = { products: readonly ProductsPart[]; lines: readonly string[] }

type Take = (product: ChangedProduct) => void

/** Packed: a tenth of the memory. */
export type PackedRows = Pick<Table, 'headers' | 'problems'> & { parts: Uint8Array[] }

/** Parses the rows of a table, in a thread of its own. */
export function packRows(csv: string | Uint8Array): PackedRows {
  const packing = packInParts<TableRow>(PACKED_ROWS)
  const isColumn = (name: string) => COLUMN_NAMES.includes(knownColumn(name))
  const { headers, problems } = parseCsvRows(csv, { maxRows: MAX_ROWS, isColumn }, packing.add)
  return { headers: headers.map(knownColumn), problems, parts: packing.end() }
}

/** Parses products in catalog order, new ones last. After errors, those passed on don't count. */
export function parseProductsTable(
  { headers, problems, parts }: PackedRows,
  { products, lines }: TableBase,
  { stock }: { stock: boolean },
  take: Take,
): TableErrors {
  if (problems.length > 0) return told(problems.map((problem) => toTableError(headers, problem)))
  const errors = headerErrors(headers)
  if (!headers.includes('product_id')) return told(errors)
  const place = headers.indexOf('product_id')
  const reader = createReader({ headers, lines, stock: stock && headers.includes(STOCK_COLUMN) }, take, errors)
  let next = 0
  for (const [index, bucket] of bucketRows(parts, place, products).entries()) {
    const rows = Map.groupBy([...unpack<TableRow[]>(bucket)].flat(), ({ cells }) => cells[place] ?? '')
    const part = products[index]
    for (const known of part === undefined ? [] : unpackOne<PlacedRow[]>(part.packed)) {
      reader.read(rows.get(known.row.product_id) ?? [], known, known.position)
      rows.delete(known.row.product_id)
      next = Math.max(next, known.position + 1)
    }
    for (const own of rows.values()) {
      reader.read(own, null, next)
      next += 1
    }
  }
  return told([...errors, ...reader.repeatedSlugs()])
}

/** Per bucket; also rows packed at a time. */
const NEW_PRODUCTS = 200
const PACKED_ROWS = 50

/** Rows by part of the shop's products, then new ones. Unpacked, 50,000 take 60 MB. */
function bucketRows(parts: readonly Uint8Array[], place: number, products: TableBase['products']): Uint8Array[][] {
  const partOf = new Map(products.flatMap(({ ids }, part) => ids.map((id) => [id, part] as const)))
  const buckets = products.map(() => packInParts<TableRow>(PACKED_ROWS))
  let added = NEW_PRODUCTS
  const add = (row: TableRow) => {
    const id = row.cells[place] ?? ''
    let part = partOf.get(id)
    if (part === undefined) {
      if (added === NEW_PRODUCTS) {
        buckets.push(packInParts(PACKED_ROWS))
        added = 0
      }
      added += 1
      part = buckets.length - 1
      partOf.set(id, part)
    }
    buckets[part]?.add(row)
  }
  for (const rows of unpack<TableRow[]>(parts)) for (const row of rows) add(row)
  return buckets.map((bucket) => bucket.end())
}

type Row = Readonly<Record<string, unknown>>
type Columns = { headers: readonly string[]; lines: readonly string[]; stock: boolean }

function createReader({ headers, lines, stock }: Columns, take: Take, errors: CsvRowError[]) {
  /** In catalog order, with the row's number in the table. */
  const slugs: { slug: string; number: number }[] = []

  function read(rows: readonly TableRow[], known: PlacedRow | null, position: number): void {
    let row: Row = known?.row ?? { images: [], details: {} }
    let parsed: FileRow | null = null
    const [first] = rows
    for (const { row: number, cells: texts } of rows) {
      const found: CsvRowError[] = []
      const cells = parseCells(headers, texts, number, found)
      row = overlay(row, cells)
      parsed = parseTableRow(row, { known, number, cells, found })
      if (first !== undefined && first.row !== number && typeof cells.product_id === 'string') {
        found.unshift({
          row: number,
          field: 'product_id',
          message: `"${cells.product_id}" is already in row ${first.row}`,
        })
      }
      errors.push(...found)
    }
    if (typeof row.slug === 'string') slugs.push({ slug: row.slug, number: rows.at(-1)?.row ?? 0 })
    if (parsed === null) return
    const [before, after] = [known && toProduct(known.row, position), toProduct(parsed, position)]
    take({ before, after: before === null || stock ? after : { ...after, stock_quantity: before.stock_quantity } })
  }

  type RowTools = { known: PlacedRow | null; number: number; cells: Cells; found: CsvRowError[] }
  function parseTableRow(row: Row, { known, number, cells, found }: RowTools): FileRow | null {
    const told = new Set(found.map(({ field }) => field))
    found.push(...unknownLine(cells, number, lines), ...missingPrice(known, row, number))
    // The shop's descriptions are sanitized, which takes most of the time.
    const safe = new Set(known === null ? [] : [known.row.description])
    const { row: parsed, errors: wrong } = parseRow(row, 0, { problems: new Map(), safe })
    found.push(...rowErrors(wrong, row, { number, isKnown: known !== null, told }))
    return parsed
  }

  function repeatedSlugs(): CsvRowError[] {
    const inTable = new Map(slugs.filter(({ number }) => number > 0).map(({ slug, number }) => [slug, number]))
    const seen = new Set<string>()
    return slugs.flatMap(({ slug, number }) => {
      const isFirst = slug === '' || !seen.has(slug)
      seen.add(slug)
      // A product outside the table can't be wrong: the row that takes its slug is.
      const row = number === 0 ? inTable.get(slug) : number
      if (isFirst || row === undefined) return []
      return [{ row, field: 'slug', message: `"${slug}" is already used by another product` }]
    })
  }
  return { read, repeatedSlugs }
}

function told(errors: readonly CsvRowError[]): TableErrors {
  const sorted = errors.toSorted((one, other) => one.row - other.row)
  return { errors: sorted.slice(0, MAX_ERRORS), errorCount: errors.length }
}

/** Normalizes a column's letter case and blanks; unknown names stay. */
function knownColumn(name: string): string {
  const plain = name.toLowerCase().replace(/[ _-]+/g, '_')
  return COLUMN_NAMES.find((column) => column.toLowerCase() === plain) ?? name
}

function toTableError(headers: readonly string[], { row, column, message }: TableProblem): CsvRowError {
  return { row, field: column === null ? '' : headers[column] || `column ${column + 1}`, message }
}

function headerErrors(headers: readonly string[]): CsvRowError[] {
  const error = (field: string, message: string) => ({ row: 1, field, message })
  const twice = new Set(headers.filter((name, index) => headers.indexOf(name) < index))
  return [
    ...headers
      .filter((name) => !COLUMN_NAMES.includes(name))
      .map((name) => error(name === '' ? 'a column without a name' : name, 'isn’t a column the shop recognizes')),
    ...[...twice].map((name) => error(name, 'is a column twice')),
    ...(headers.includes('product_id') ? [] : [error('product_id', 'this column is missing')]),
  ]
}

/** Lines are added under Lines and colors, so a misspelt one makes none. */
function unknownLine({ line }: Cells, row: number, lines: readonly string[]): CsvRowError[] {
  const name = typeof line === 'string' ? line.trim() : ''
  if (name === '' || lines.includes(name)) return []
  return [{ row, field: 'line', message: unknownName('line', name, lines) }]
}

type Cells = Readonly<Record<string, string | number | null>>

/** Values of the catalog's file: numbers, and `null` for empty cells. */
function parseCells(headers: readonly string[], texts: readonly string[], row: number, errors: CsvRowError[]): Cells {
  const entries = headers.flatMap((field, index) => {
    if (!COLUMN_NAMES.includes(field)) return []
    const value = parseCell(field, texts[index] ?? '')
    if (value === undefined) errors.push({ row, field, message: numberProblem(field, texts[index] ?? '') })
    return [[field, value ?? null]]
  })
  return Object.fromEntries(entries)
}

/** `undefined` for an invalid number. */
function parseCell(field: string, text: string): string | number | null | undefined {
  if (text === '') return null
  if (TABLE_FIELDS[field]?.type === 'optionalDay') return parseSheetDay(text, null, 'UTC')
  if (!isNumber(field)) return text
  if (!isAmount(field)) return parseNumber(text) ?? undefined
  const cents = parseDollars(text)
  return cents === null ? undefined : dollars(cents)
}

function numberProblem(field: string, text: string): string {
  return `"${text}" isn’t a number such as ${isAmount(field) ? '79 or 1,098.50' : '79'}`
}

function isNumber(field: string): boolean {
  const known = TABLE_FIELDS[field]
  return field === STOCK_COLUMN || (known !== undefined && !isText(known))
}

function isAmount(field: string): boolean {
  return TABLE_FIELDS[field]?.type === 'amount' || TABLE_FIELDS[field]?.type === 'optionalAmount'
}

/** A draft's price of 0 is unset. */
function missingPrice(known: PlacedRow | null, row: Row, number: number): CsvRowError[] {
  const isMissing = known?.row.status === 'draft' && row.status !== 'draft' && row.price === 0
  return isMissing ? [{ row: number, field: 'price', message: 'is missing' }] : []
}

function overlay(row: Row, cells: Cells): Row {
  const own = Object.entries(cells).filter(([field]) => !(field in DETAIL_FIELDS))
  const details = Object.entries(cells).filter(([field]) => field in DETAIL_FIELDS)
  return {
    ...row,
    ...Object.fromEntries(own.map(([field, value]) => [field, value ?? emptyValue(field)])),
    details: { ...asRecord(row.details), ...Object.fromEntries(details) },
  }
}

function emptyValue(field: string): string | null {
  const known = TABLE_FIELDS[field]
  return known !== undefined && isOptional(known) ? null : ''
}

type OfRow = { number: number; isKnown: boolean; told: ReadonlySet<string> }

function rowErrors(errors: readonly RowError[], row: Row, { number, isKnown, told: known }: OfRow): CsvRowError[] {
  const own = errors.map((error) => toCellError(error, number, row)).filter(({ field }) => !known.has(field))
  const { product_id: id } = row
  if (isKnown || typeof id !== 'string') return own
  const missing = own.filter(({ field }) => field !== 'product_id' && isEmpty(row, field))
  if (missing.length === 0) return own
  const wanted = missing.map(({ field }) => field).join(', ')
  const message = `there is no product "${id}"; for a new one fill in ${wanted}`
  return [{ row: number, field: 'product_id', message }, ...own.filter((error) => !missing.includes(error))]
}

function toCellError({ field, message }: RowError, row: number, values: Row): CsvRowError {
  // Facts are columns like others.
  const column = field.replace(/^details\./, '')
  if (isNumber(column) && isEmpty(values, column)) return { row, field: column, message: 'must not be empty' }
  return { row, field: column, message }
}

function isEmpty(row: Row, field: string): boolean {
  const value = row[field] ?? asRecord(row.details)?.[field] ?? ''
  return value === ''
}
