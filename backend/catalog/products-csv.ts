import { EDITED_FIELDS } from '@shop/contract/admin/products'
import { DETAIL_FIELDS } from '@shop/contract/catalog'
import { asRecord } from '@shop/contract/coercion'
import { type Fields, isOptional, isText } from '@shop/contract/fields'
import { CsvError, parse } from 'csv-parse/sync'
import * as z from 'zod/mini'
import type { ChangeContext } from '../audit/write-audit.ts'
import { bumpCatalogVersion } from '../catalog-version/catalog-version.ts'
import { toCsv } from '../csv.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { AppError } from '../errors/app-error.ts'
import { listMediaNamed } from '../media/media.repository.ts'
import { listFormerSlugs, listProducts } from './catalog.repository.ts'
import { parseCatalogRows, toFileRow } from './catalog-file.ts'
import type { ParsedSource } from './catalog-source.ts'
import { applyCatalog, type CatalogChanges, compareCatalog } from './import-catalog.ts'

const STOCK = 'stock'
/** Columns of the table, in which facts are columns as well. Pictures are uploaded in the admin. */
const COLUMNS: readonly string[] = ['product_id', ...Object.keys(EDITED_FIELDS), STOCK, ...Object.keys(DETAIL_FIELDS)]
const FIELDS: Fields = { ...EDITED_FIELDS, ...DETAIL_FIELDS }

/** All products as a table for a spreadsheet, in catalog order. */
export async function exportProductsCsv(database: Database): Promise<string> {
  const rows = (await listProducts(database)).map((product) => {
    const { details, ...row } = toFileRow(product, [])
    const cells: Readonly<Record<string, unknown>> = { ...row, ...details }
    return Object.fromEntries(COLUMNS.map((column) => [column, cellOf(cells[column])]))
  })
  return toCsv(COLUMNS, rows)
}

function cellOf(value: unknown): string | number {
  return typeof value === 'string' || typeof value === 'number' ? value : ''
}

/** Rows are counted as a spreadsheet does, the header being 1. */
export type CsvRowError = { row: number; field: string; message: string }
type Read = { parsed: ParsedSource; hasStock: boolean; errors: [] } | { parsed: null; errors: CsvRowError[] }
/** `stock`: whether the stock of the table is taken, too. */
type CsvOptions = { stock: boolean }

/** What an import of a table would change; nothing is changed. */
export async function previewProductsCsv(
  database: Database,
  csv: string,
  { stock }: CsvOptions,
): Promise<{ changes: CatalogChanges; errors: [] } | { changes: null; errors: CsvRowError[] }> {
  const read = await readTable(database, csv)
  if (read.parsed === null) return { changes: null, errors: read.errors }
  return { changes: await compareCatalog(database, read.parsed, { stock: stock && read.hasStock }), errors: [] }
}

/** Imports a table: all rows or none. Products without a row and columns that are not in it stay as they are. */
export async function importProductsCsv(
  { database, clock, actor }: ChangeContext,
  csv: string,
  { stock, largePriceChanges }: CsvOptions & { largePriceChanges: boolean },
): Promise<{ auditId: number | null }> {
  return inTransaction(database, async (trx) => {
    await bumpCatalogVersion(trx)
    const read = await readTable(trx, csv)
    const [first] = read.errors
    if (read.parsed === null) {
      throw new AppError('conflict', `Row ${first?.row}, ${first?.field}: ${first?.message}. Nothing was imported.`)
    }
    return applyCatalog(trx, read.parsed, { clock, actor, stock: stock && read.hasStock, largePriceChanges })
  })
}

/** A row of the catalog's file, with the number of its row in the table; 0 when the table has none. */
type MergedRow = { row: Readonly<Record<string, unknown>>; number: number }

/** The products as they are, with the cells of the table in place of their fields. */
async function readTable(database: Database, csv: string): Promise<Read> {
  const { rows, errors } = parseTable(csv)
  if (errors.length > 0) return { parsed: null, errors }
  const slugs = await listFormerSlugs(database)
  const merged: MergedRow[] = (await listProducts(database)).map((product) => ({
    row: toFileRow(product, slugs.get(product.product_id) ?? []),
    number: 0,
  }))
  const byId = new Map(merged.map((entry) => [entry.row.product_id, entry]))
  for (const { number, cells } of rows) {
    const known = byId.get(cells.product_id)
    const row = overlay(known?.row ?? { images: [], details: {} }, cells)
    if (known === undefined) merged.push({ row, number })
    else Object.assign(known, { row, number })
  }
  const wanted = merged.map(({ row }) => row)
  const parsed = await parseCatalogRows(wanted, (names) => findMissingMedia(database, names))
  if (parsed.products === null) return { parsed: null, errors: parsed.errors.map((error) => toRowError(error, merged)) }
  const source = { products: parsed.products, formerSlugs: parsed.formerSlugs, media: [], deliveryAndTax: null }
  return { parsed: source, hasStock: rows.every(({ cells }) => STOCK in cells), errors: [] }
}

function toRowError({ row, field, message }: CsvRowError, merged: readonly MergedRow[]): CsvRowError {
  const found = merged[row - 1]
  // A product that is not in the table cannot be wrong: the row that takes its slug is.
  const entry =
    found?.number === 0 ? merged.find((other) => other.number > 0 && other.row.slug === found.row.slug) : found
  // The place of a product in the catalog says nothing to the reader of a table.
  return { row: entry?.number ?? 1, field, message: message.replace(/ in row \d+$/, ' by another product') }
}

type Cells = Readonly<Record<string, string | number | null>>
type TableRow = { number: number; cells: Cells }

const table = z.array(
  z.object({ record: z.record(z.string(), z.string()), info: z.object({ empty_lines: z.number() }) }),
)

/** Cells as the catalog's file holds them: numbers as numbers, empty ones as `null`. */
function parseTable(csv: string): { rows: TableRow[]; errors: CsvRowError[] } {
  const errors: CsvRowError[] = []
  const rows: TableRow[] = []
  for (const { number, record } of readRecords(csv, errors)) {
    const addError = (field: string, message: string) => errors.push({ row: number, field, message })
    const cells = Object.entries(record).map(([field, text]) => [field, parseCell(field, text, addError)])
    rows.push({ number, cells: Object.fromEntries(cells) })
  }
  return { rows, errors: [...errors, ...repeatedIds(rows)] }
}

function repeatedIds(rows: readonly TableRow[]): CsvRowError[] {
  const firstRows = new Map<string, number>()
  return rows.flatMap(({ number: row, cells: { product_id: id } }) => {
    if (typeof id !== 'string') return []
    const first = firstRows.get(id)
    if (first === undefined) firstRows.set(id, row)
    return first === undefined ? [] : [{ row, field: 'product_id', message: `"${id}" is already in row ${first}` }]
  })
}

/** Rows of a table: each can have several errors, which are all in memory. */
const MAX_ROWS = 100_000
const TOO_MANY = `is one more than the ${MAX_ROWS.toLocaleString('en-US')} that the shop takes at once; import the table in parts`

function readRecords(csv: string, errors: CsvRowError[]): { number: number; record: Record<string, string> }[] {
  try {
    const parsed: unknown = parse(csv, {
      bom: true,
      columns: true,
      delimiter: delimiterOf(csv),
      info: true,
      skip_empty_lines: true,
      trim: true,
      to: MAX_ROWS + 1,
    })
    const records = table
      .parse(parsed)
      .map(({ record, info }, index) => ({ number: index + 2 + info.empty_lines, record }))
    if (records.length > MAX_ROWS) {
      errors.push({ row: MAX_ROWS + 2, field: 'row', message: TOO_MANY })
      return []
    }
    const names = Object.keys(records[0]?.record ?? {})
    for (const name of names.filter((other) => !COLUMNS.includes(other))) {
      errors.push({ row: 1, field: name, message: 'is no column that the shop knows' })
    }
    if (!names.includes('product_id')) errors.push({ row: 1, field: 'product_id', message: 'this column is missing' })
    return records
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const lines = 'lines' in error && typeof error.lines === 'number' ? error.lines : 1
    errors.push({ row: lines, field: 'row', message: 'has not as many cells as the header, or a quote too many' })
    return []
  }
}

/** Spreadsheets of some countries separate cells by semicolons; what is copied from one, by tabs. */
function delimiterOf(csv: string): string {
  const header = csv.slice(0, csv.search(/[\r\n]|$/))
  return ['\t', ';'].find((sign) => header.includes(sign)) ?? ','
}

function parseCell(field: string, text: string, addError: (field: string, message: string) => void) {
  // Written before what a spreadsheet would read as a formula.
  const plain = text.replace(/^'(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/, '')
  if (plain === '') return null
  if (!isNumber(field)) return plain
  if (/^\d+(\.\d+)?$/.test(plain)) return Number(plain)
  addError(field, `"${plain}" is no number such as 79 or 79.50`)
  return null
}

function isNumber(field: string): boolean {
  const known = FIELDS[field]
  return field === STOCK || (known !== undefined && !isText(known))
}

/** A row of the file with the cells of the table in place of its fields. */
function overlay(row: MergedRow['row'], cells: Cells): MergedRow['row'] {
  const own = Object.entries(cells).filter(([field]) => !(field in DETAIL_FIELDS))
  const details = Object.entries(cells).filter(([field]) => field in DETAIL_FIELDS)
  return {
    ...row,
    ...Object.fromEntries(own.map(([field, value]) => [field, value ?? emptyValue(field)])),
    details: { ...asRecord(row.details), ...Object.fromEntries(details) },
  }
}

/** What an empty cell means: none, where that is possible; else a text that is missing. */
function emptyValue(field: string): string | null {
  const known = FIELDS[field]
  return known !== undefined && isOptional(known) ? null : ''
}

async function findMissingMedia(database: Database, names: readonly string[]): Promise<Map<string, string>> {
  const known = new Set((await listMediaNamed(database, names)).map(({ name }) => name))
  return new Map(names.filter((name) => !known.has(name)).map((name) => [name, `there is no photograph "${name}"`]))
}
