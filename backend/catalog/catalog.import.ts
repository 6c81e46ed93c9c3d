import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceDeliveryAndTax } from '../checkout/checkout.repository.ts'
import type { DeliveryAndTax } from '../checkout/checkout-files.ts'
import { type Database, inTransaction } from '../database/database.ts'
import type { PictureCheck } from '../images/photo-problem.ts'
import type { PhotoShelf } from '../images/photo-shelf.ts'
import { CATALOG_FOLDER } from '../images/photo-shelf.ts'
import { savePhotoRecords } from '../images/photos.repository.ts'
import { listKeysAndStock, replaceProducts, type StoredProduct } from './catalog.repository.ts'
import { type RowError, readCatalogFile } from './catalog-file.ts'
import { raiseCatalogVersion, readCatalogVersion } from './catalog-version.ts'

export const CATALOG_FILE = join(CATALOG_FOLDER, 'products.json')

/**
 * `errors` is empty when the import happened; nothing was changed otherwise. `stockKept` counts products whose stock in
 * the shop is not the file's, and stayed.
 */
export type ImportResult = {
  imported: number
  added: string[]
  removed: string[]
  stockKept: number
  errors: RowError[]
}

export type ImportOptions = {
  /** Takes the file's stock for every product; without it, products that the shop has keep theirs. */
  stock: boolean
  /** Replaced in the same transaction. */
  deliveryAndTax?: DeliveryAndTax | null
  /** Opens every picture to find damaged ones; without it only their beginnings are read. */
  isWhole?: PictureCheck
}

/**
 * Puts a catalog file in place of the shop's products, all of it or nothing. Products that the shop has keep their
 * stock, since sales moved it on since the file was written, unless `stock` is asked for.
 */
export async function importCatalog(
  database: Database,
  photos: PhotoShelf,
  file: string,
  options: ImportOptions,
): Promise<ImportResult> {
  const reading = await readCatalogFile(await readFile(file, 'utf8'), photos, options.isWhole ?? (async () => true))
  if (reading.products === null) return { imported: 0, added: [], removed: [], stockKept: 0, errors: reading.errors }
  const { products } = reading
  const { deliveryAndTax } = options
  return inTransaction(database, async (trx) => {
    await raiseCatalogVersion(trx)
    const before = await listKeysAndStock(trx)
    await replaceProducts(trx, products, options)
    await savePhotoRecords(trx, reading.photos)
    if (deliveryAndTax) await replaceDeliveryAndTax(trx, deliveryAndTax.options, deliveryAndTax.rates)
    const ids = new Set(products.map((product) => product.product_id))
    return {
      imported: products.length,
      added: [...ids].filter((id) => !before.has(id)),
      removed: [...before.keys()].filter((id) => !ids.has(id)),
      stockKept: options.stock ? 0 : products.filter((product) => isKept(product, before)).length,
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

/** First start: loads products.json into a shop that never had a catalog. */
export async function loadFirstCatalog(
  database: Database,
  photos: PhotoShelf,
  file: string = CATALOG_FILE,
): Promise<void> {
  if ((await readCatalogVersion(database)) > 0) return
  const { errors } = await importCatalog(database, photos, file, { stock: false })
  const [first] = errors
  if (first) throw new Error(`catalog/products.json, row ${first.row}, ${first.field}: ${first.message}`)
}
