import { join } from 'node:path'
import { type ChangeContext, writeAudit } from '../../admin/audit/audit.repository.ts'
import { WrittenJson } from '../../admin/audit/canonical-json.ts'
import { bumpCatalogVersion, readProductsVersion } from '../../platform/database/catalog-version/catalog-version.ts'
import { OvertakenError, unlessOvertaken } from '../../platform/database/conflicts.ts'
import { type Database, inTransaction } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { inThread } from '../../platform/http/in-thread.ts'
import { type Columns, csvParts, readInBatches } from '../../platform/lib/csv/csv.ts'
import { localDay } from '../../platform/lib/days/local-day.ts'
import { bytesOf, pack, unpack } from '../../platform/lib/packed.ts'
import type { StoredProduct } from '../catalog.repository.ts'
import { listLineNames } from '../presentation.repository.ts'
import { SEVERAL_PRODUCTS } from '../products/product-states.ts'
import { listProductsPage } from '../products/products.repository.ts'
import { deleteNoted } from '../products/products-to-delete.repository.ts'
import { newStaging, removeStaged, stageProducts, takeStaged } from '../products/staged-products.repository.ts'
import type { ProductChanges } from './catalog-changes.ts'
import { toFileRow } from './catalog-file.ts'
import { LARGE_CHANGES } from './import-catalog.ts'
import { type PackedTable, packProductsTable } from './pack-products.ts'
import { COLUMNS, type CsvRowError, type ProductsPart, type ReadProduct } from './products-table.ts'

/** All products as a table for a spreadsheet in parts, in catalog order. */
export function exportProductsCsv(database: Database): AsyncGenerator<string> {
  return csvParts(PRODUCT_COLUMNS, readCells(database))
}

type ProductCells = Readonly<Record<string, unknown>>

const PRODUCT_COLUMNS: Columns<ProductCells> = Object.fromEntries(
  COLUMNS.map((column) => [column, (cells: ProductCells) => cellOf(cells[column])]),
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

/** `stock`: whether the stock of the table is taken, too. */
type CsvOptions = { stock: boolean }
/** `errors` are the first ones, `errorCount` is how many there are. */
type CsvPreview = { changes: ProductChanges | null; errors: readonly CsvRowError[]; errorCount: number }

/** A text, or its bytes. */
type Sheet = string | Uint8Array

/** Previews the import of a table: its changes, or all of its errors. */
export async function previewProductsCsv(
  context: Pick<ChangeContext, 'database' | 'clock'>,
  csv: Sheet,
  options: CsvOptions,
): Promise<CsvPreview> {
  const { changes, errors, errorCount } = await readTable(context, csv, { ...options, preview: true })
  return { changes: errorCount === 0 ? changes : null, errors, errorCount }
}

/** Times that a table is compared with the catalog while others change that. */
const MAX_COMPARISONS = 3

/**
 * Imports a table: all rows or none. Products without a row and columns that are not in it stay as they are. The products are
 * staged in parts, so that others can write in between; one short transaction takes them. A process that dies leaves nothing
 * but staged rows, which are removed the day after.
 */
export async function importProductsCsv(
  context: ChangeContext,
  csv: Sheet,
  { stock, large_price_changes }: CsvOptions & { large_price_changes: boolean },
): Promise<{ audit_id: number | null }> {
  // What an undo that stopped has left would go after the comparison.
  await deleteNoted(context.database)
  for (let attempt = 0; attempt < MAX_COMPARISONS; attempt += 1) {
    const version = await readProductsVersion(context.database)
    const table = await readTable(context, csv, { stock, preview: false })
    requireReadable(table)
    if (!large_price_changes && table.changes.large_price_changes.length > 0)
      throw new AppError('conflict', LARGE_CHANGES)
    const taken = await takeTable(context, table, version)
    if (taken !== null) return taken
  }
  throw new AppError('conflict', 'Others changed products at the same time. Please import again.')
}

/** `null` where the products are no longer those that the table was compared with; what is sold of them is taken off. */
async function takeTable(
  { database, clock, actor }: ChangeContext,
  { parts, places, differences, ...change }: PackedTable,
  version: number,
): Promise<{ audit_id: number | null } | null> {
  if (differences === null) return { audit_id: null }
  const staging = newStaging(clock())
  try {
    const waiting = places.values()
    for (const part of unpack<ReadProduct[]>(parts)) {
      const products = part.map(({ before, after: product }) => ({
        place: waiting.next().value ?? 0,
        stock_change: before === null ? 0 : product.stock_quantity - before.stock_quantity,
        product,
        pictures: false,
      }))
      await stageProducts(database, staging, products)
    }
    const transaction = inTransaction(database, async (trx) => {
      await bumpCatalogVersion(trx)
      if ((await readProductsVersion(trx)) !== version + 1) throw new OvertakenError()
      await takeStaged(trx, staging, { ...change, pictures: false })
      const [before, after] = [new WrittenJson(differences.before), new WrittenJson(differences.after)]
      const entry = { at: clock(), actor, action: 'products.imported', subject: SEVERAL_PRODUCTS, before, after }
      return { audit_id: await writeAudit(trx, entry) }
    })
    return await unlessOvertaken(transaction)
  } finally {
    // Where the database is away this fails as well, and is made up for later.
    await removeStaged(database, staging.import_id).catch(() => {})
  }
}

function requireReadable({ errors: [first] }: PackedTable): void {
  if (first === undefined) return
  const place = [`Row ${first.row}`, first.field].filter((part) => part !== '').join(', ')
  throw new AppError('conflict', `${place}: ${first.message}. Nothing was imported.`)
}

async function readTable(
  { database, clock }: Pick<ChangeContext, 'database' | 'clock'>,
  csv: Sheet,
  options: CsvOptions & { preview: boolean },
): Promise<PackedTable> {
  const base = { products: await packProducts(database), lines: await listLineNames(database) }
  const module = join(import.meta.dirname, 'pack-products.ts')
  const bytes = typeof csv === 'string' ? bytesOf(csv) : csv
  return inThread(module, packProductsTable, [bytes, base, { ...options, day: localDay(clock()) }])
}

const ALL_PRODUCTS_FILTER = { search: '', status: null, line: null, stock: 'any' } as const

/** All products in batches, in catalog order. */
function readProducts(database: Database): AsyncGenerator<readonly StoredProduct[]> {
  return readInBatches<StoredProduct>((from, limit) => listProductsPage(database, ALL_PRODUCTS_FILTER, { from, limit }))
}

async function packProducts(database: Database): Promise<ProductsPart[]> {
  const parts: ProductsPart[] = []
  for await (const products of readProducts(database)) {
    const rows = products.map((product) => ({ row: toFileRow(product, []), position: product.position }))
    parts.push({ ids: products.map(({ product_id }) => product_id), packed: pack(rows) })
  }
  return parts
}
