import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CATALOG_FOLDER } from '../catalog-folder.ts'
import { bumpCatalogVersion, readCatalogVersion } from '../catalog-version/catalog-version.ts'
import { replaceDeliveryAndTax } from '../checkout/checkout.repository.ts'
import type { DeliveryAndTax } from '../checkout/checkout-files.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { upsertMediaRecords } from '../images/media.repository.ts'
import type { ImageCheck } from '../images/media-problem.ts'
import type { MediaStore } from '../images/media-store.ts'
import { listKeysAndStock, replaceProducts, type StoredProduct } from './catalog.repository.ts'
import { parseCatalogFile, type RowError } from './catalog-file.ts'

export const CATALOG_FILE = join(CATALOG_FOLDER, 'products.json')

/**
 * `errors` is empty after a successful import; otherwise nothing was changed. `stockUnchanged` counts products whose
 * stock differs from the file's.
 */
export type ImportResult = {
  imported: number
  added: string[]
  removed: string[]
  stockUnchanged: number
  errors: RowError[]
}

export type ImportOptions = {
  /** Import the stock of every product; otherwise existing products keep theirs. */
  stock: boolean
  /** Imported in the same transaction. */
  deliveryAndTax?: DeliveryAndTax | null
  /** Decodes every picture to find damaged ones; otherwise only file headers are read. */
  isComplete?: ImageCheck
}

/**
 * Replaces the products by those of a catalog file, in one transaction. Existing products keep their stock, which sales
 * have changed since the file was written, unless `stock` is set.
 */
export async function importCatalog(
  database: Database,
  media: MediaStore,
  file: string,
  options: ImportOptions,
): Promise<ImportResult> {
  const parsed = await parseCatalogFile(await readFile(file, 'utf8'), media, options.isComplete ?? (async () => true))
  if (parsed.products === null) return { imported: 0, added: [], removed: [], stockUnchanged: 0, errors: parsed.errors }
  const { products } = parsed
  const { deliveryAndTax } = options
  return inTransaction(database, async (trx) => {
    await bumpCatalogVersion(trx)
    const before = await listKeysAndStock(trx)
    await replaceProducts(trx, products, options)
    await upsertMediaRecords(trx, parsed.mediaFiles)
    if (deliveryAndTax) await replaceDeliveryAndTax(trx, deliveryAndTax.options, deliveryAndTax.rates)
    const ids = new Set(products.map((product) => product.product_id))
    return {
      imported: products.length,
      added: [...ids].filter((id) => !before.has(id)),
      removed: [...before.keys()].filter((id) => !ids.has(id)),
      stockUnchanged: options.stock ? 0 : products.filter((product) => isKept(product, before)).length,
      errors: [],
    }
  })
}

function isKept(
  { product_id, stock_quantity }: StoredProduct,
  before: ReadonlyMap<string, Pick<StoredProduct, 'stock_quantity'>>,
): boolean {
  return (before.get(product_id)?.stock_quantity ?? stock_quantity) !== stock_quantity
}

/** First start: loads products.json into a database that never had a catalog. */
export async function loadFirstCatalog(
  database: Database,
  media: MediaStore,
  file: string = CATALOG_FILE,
): Promise<void> {
  if ((await readCatalogVersion(database)) > 0) return
  const { errors } = await importCatalog(database, media, file, { stock: false })
  const [first] = errors
  if (first) throw new Error(`catalog/products.json, row ${first.row}, ${first.field}: ${first.message}`)
}
