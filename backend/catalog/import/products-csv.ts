import { join } from 'node:path'
import type { ChangeContext } from '../../admin/audit/audit.repository.ts'
import { listMediaNamed } from '../../media/store/media.repository.ts'
import { bumpCatalogVersion, readCatalogVersion } from '../../platform/database/catalog-version/catalog-version.ts'
import { type Database, inTransaction } from '../../platform/database/database.ts'
import { chunksOf } from '../../platform/database/queries.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { inThread } from '../../platform/http/in-thread.ts'
import { type Columns, csvParts } from '../../platform/lib/csv/csv.ts'
import { listProducts } from '../catalog.repository.ts'
import { listLineNames } from '../presentation.repository.ts'
import { toFileRow } from './catalog-file.ts'
import type { ParsedSource } from './catalog-source.ts'
import {
  applyCatalog,
  type CatalogChanges,
  compareCatalog,
  type PresentProducts,
  readPresentProducts,
} from './import-catalog.ts'
import { COLUMNS, type CsvRowError, type ReadTable, readProductsTable } from './products-table.ts'

/** All products as a table for a spreadsheet in parts, in catalog order. */
export function exportProductsCsv(database: Database): AsyncGenerator<string> {
  return csvParts(PRODUCT_COLUMNS, readCells(database))
}

type ProductCells = Readonly<Record<string, unknown>>

const PRODUCT_COLUMNS: Columns<ProductCells> = Object.fromEntries(
  COLUMNS.map((column) => [column, (cells: ProductCells) => cellOf(cells[column])]),
)

async function* readCells(database: Database): AsyncGenerator<ProductCells[]> {
  for (const products of chunksOf(await listProducts(database))) {
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
type CsvPreview = { changes: CatalogChanges | null; errors: readonly CsvRowError[]; errorCount: number }

/** Previews the import of a table: its changes, or all of its errors. */
export async function previewProductsCsv(
  { database, clock }: Pick<ChangeContext, 'database' | 'clock'>,
  csv: string,
  { stock }: CsvOptions,
): Promise<CsvPreview> {
  const present = await readPresentProducts(database)
  const { parsed, hasStock, errors, errorCount } = await readTable(database, present, csv)
  if (parsed === null) return { changes: null, errors, errorCount }
  const changes = await compareCatalog(database, sourceOf(parsed), present, { stock: stock && hasStock, clock })
  return { changes, errors, errorCount }
}

/** Imports a table: all rows or none. Products without a row and columns that are not in it stay as they are. */
export async function importProductsCsv(
  { database, clock, actor }: ChangeContext,
  csv: string,
  { stock, large_price_changes }: CsvOptions & { large_price_changes: boolean },
): Promise<{ audit_id: number | null }> {
  const version = await readCatalogVersion(database)
  const before = await readPresentProducts(database)
  const tableBefore = await readTable(database, before, csv)
  requireReadable(tableBefore)
  return inTransaction(database, async (trx) => {
    await bumpCatalogVersion(trx)
    // A table is read while others may write; only if they changed the catalog it is compared with that again.
    const isCurrent = (await readCatalogVersion(trx)) === version + 1
    const present = isCurrent ? before : await readPresentProducts(trx)
    const read = isCurrent ? tableBefore : await readTable(trx, present, csv)
    const parsed = requireReadable(read)
    const { hasStock } = read
    return applyCatalog(
      trx,
      sourceOf(parsed),
      { present, changes: null },
      { clock, actor, stock: stock && hasStock, large_price_changes },
    )
  })
}

type ParsedTable = NonNullable<ReadTable['parsed']>

function requireReadable({ parsed, errors: [first] }: ReadTable): ParsedTable {
  if (parsed !== null) return parsed
  const place = [`Row ${first?.row}`, first?.field].filter((part) => part !== '').join(', ')
  throw new AppError('conflict', `${place}: ${first?.message}. Nothing was imported.`)
}

function sourceOf({ products, formerSlugs }: ParsedTable): ParsedSource {
  return { products, formerSlugs, media: [], same: [], deliveryAndTax: null, presentation: {} }
}

async function readTable(database: Database, present: PresentProducts, csv: string): Promise<ReadTable> {
  const products = present.products.map((product) =>
    toFileRow(product, present.formerSlugs.get(product.product_id) ?? []),
  )
  const files = new Set(products.flatMap(({ images }) => images.map(({ file }) => file)))
  const missing = await findMissingMedia(database, [...files])
  const lines = await listLineNames(database)
  return inThread(join(import.meta.dirname, 'products-table.ts'), readProductsTable, [
    csv,
    { products, missing, lines },
  ])
}

async function findMissingMedia(database: Database, names: readonly string[]): Promise<Map<string, string>> {
  const known = new Set((await listMediaNamed(database, names)).map(({ name }) => name))
  return new Map(names.filter((name) => !known.has(name)).map((name) => [name, `there is no photograph "${name}"`]))
}
