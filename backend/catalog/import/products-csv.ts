import { join } from 'node:path'
import { type ChangeContext, writeAudit } from '../../admin/audit/audit.repository.ts'
import type { Database } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { inThread } from '../../platform/http/in-thread.ts'
import { type Columns, csvParts } from '../../platform/lib/csv/csv.ts'
import { localDay } from '../../platform/lib/days/local-day.ts'
import { bytesOf, pack } from '../../platform/lib/packed.ts'
import { listLineNames } from '../presentation.repository.ts'
import { SEVERAL_PRODUCTS } from '../products/product-states.ts'
import { readProducts } from '../products/products.repository.ts'
import { deleteNoted } from '../products/products-to-delete.repository.ts'
import { untilCurrent, writeChange } from '../products/write-change.ts'
import type { ProductChanges } from './catalog-changes.ts'
import { toFileRow } from './catalog-file.ts'
import { LARGE_CHANGES } from './import-catalog.ts'
import { type PackedTable, packProductsTable } from './pack-products.ts'
import { COLUMN_NAMES, type CsvRowError, type PackedRows, type ProductsPart, packRows } from './products-table.ts'

/** Products for a spreadsheet, in catalog order. */
export function exportProductsCsv(database: Database): AsyncGenerator<string> {
  return csvParts(PRODUCT_COLUMNS, readCells(database))
}

type ProductCells = Readonly<Record<string, unknown>>

const PRODUCT_COLUMNS: Columns<ProductCells> = Object.fromEntries(
  COLUMN_NAMES.map((column) => [column, (cells: ProductCells) => cellOf(cells[column])]),
)

async function* readCells(database: Database): AsyncGenerator<ProductCells[]> {
  for await (const products of readProducts(database)) {
    yield products.map((product) => {
      const { details, ...row } = toFileRow(product, [])
      return { ...row, ...details }
    })
  }
}

function cellOf(value: unknown): string | number | null {
  return typeof value === 'string' || typeof value === 'number' ? value : null
}

type CsvOptions = { stock: boolean }
type CsvPreview = { changes: ProductChanges | null; errors: readonly CsvRowError[]; errorCount: number }

/** Bytes are transferred: empty once they are read. */
type Sheet = string | Uint8Array

/** Previews a table: its changes, or all of its errors. */
export async function previewProductsCsv(
  context: Pick<ChangeContext, 'database' | 'clock'>,
  csv: Sheet,
  options: CsvOptions,
): Promise<CsvPreview> {
  const rows = await parseRows(csv)
  const { changes, errors, errorCount } = await compareRows(context, rows, { ...options, preview: true })
  return { changes: errorCount === 0 ? changes : null, errors, errorCount }
}

/** Imports a table: all rows or none. Missing products and columns stay as they are. */
export async function importProductsCsv(
  context: ChangeContext,
  csv: Sheet,
  { stock, large_price_changes }: CsvOptions & { large_price_changes: boolean },
): Promise<{ audit_id: number | null }> {
  const { database, clock, actor } = context
  // What an undo that stopped has left would go after the comparison.
  await deleteNoted(database)
  const rows = await parseRows(csv)
  return untilCurrent(database, 'Please import again.', async (version) => {
    const table = await compareRows(context, rows, { stock, preview: false })
    requireReadable(table)
    if (!large_price_changes && table.changes.large_price_changes.length > 0)
      throw new AppError('conflict', LARGE_CHANGES)
    if (table.differences === null) return { audit_id: null }
    return writeChange(context, table, version, async (trx, take) => {
      const entry = { at: clock(), actor, action: 'products.imported', subject: SEVERAL_PRODUCTS }
      const { differences } = await take()
      return { audit_id: differences && (await writeAudit(trx, { ...entry, ...differences })) }
    })
  })
}

function requireReadable({ errors: [first] }: PackedTable): void {
  if (first === undefined) return
  const place = [`Row ${first.row}`, first.field].filter((part) => part !== '').join(', ')
  throw new AppError('conflict', `${place}: ${first.message}. Nothing was imported.`)
}

/** The thread takes the bytes before the shop's products are read. */
function parseRows(csv: Sheet): Promise<PackedRows> {
  const bytes = typeof csv === 'string' ? bytesOf(csv) : csv
  return inThread(join(import.meta.dirname, 'products-table.ts'), packRows, [bytes])
}

async function compareRows(
  { database, clock }: Pick<ChangeContext, 'database' | 'clock'>,
  rows: PackedRows,
  options: CsvOptions & { preview: boolean },
): Promise<PackedTable> {
  const base = { products: await packProducts(database), lines: await listLineNames(database) }
  const module = join(import.meta.dirname, 'pack-products.ts')
  return inThread(module, packProductsTable, [rows, base, { ...options, day: localDay(clock()) }])
}

async function packProducts(database: Database): Promise<ProductsPart[]> {
  const parts: ProductsPart[] = []
  for await (const products of readProducts(database)) {
    const rows = products.map((product) => ({ row: toFileRow(product, []), position: product.position }))
    parts.push({ ids: products.map(({ product_id }) => product_id), packed: pack(rows) })
  }
  return parts
}
