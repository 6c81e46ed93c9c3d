import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bumpCatalogVersion, readCatalogVersion } from '../../platform/database/catalog-version/catalog-version.ts'
import { type Database, inTransaction } from '../../platform/database/database.ts'
import { CATALOG_FOLDER, PHOTOS_FOLDER } from '../../platform/lib/files.ts'
import { insertProducts, listProducts } from '../catalog.repository.ts'
import { parseCatalogFile, type RowError } from './catalog-file.ts'
import { type CatalogSource, findProblems } from './catalog-source.ts'
import { writeOthers } from './import-catalog.ts'

export const FIRST_CATALOG: CatalogSource = {
  productsFile: join(CATALOG_FOLDER, 'products.json'),
  photosFolder: PHOTOS_FOLDER,
  checkoutFolder: CATALOG_FOLDER,
}

/** Imports the first products of a shop. Their pictures are imported separately. */
export async function loadFirstCatalog(database: Database, source: CatalogSource = FIRST_CATALOG): Promise<void> {
  if ((await readCatalogVersion(database)) > 0) return
  const text = await readFile(source.productsFile, 'utf8')
  const unusable: string[] = []
  const parsed = await parseCatalogFile(text, async (names) => {
    const problems = await findProblems(source.photosFolder, names)
    unusable.push(...problems.unusable.values())
    return new Map([...problems.missing, ...problems.unusable])
  })
  if (parsed.products === null) throw firstError(parsed.errors, unusable)
  const catalog = { ...parsed, media: [], same: [], deliveryAndTax: null, presentation: {} }
  await inTransaction(database, async (trx) => {
    await bumpCatalogVersion(trx)
    if ((await listProducts(trx)).length > 0) return
    await insertProducts(trx, parsed.products)
    await writeOthers(trx, catalog, new Date())
  })
}

/** Names the file at fault: the products', unless a photograph can't be used. */
function firstError([first]: readonly RowError[], unusable: readonly string[]): Error {
  const message = first?.message ?? ''
  return unusable.includes(message)
    ? new Error(`catalog/photos: ${message} (row ${first?.row} of products.json shows it)`)
    : new Error(`catalog/products.json, row ${first?.row}, ${first?.field}: ${message}`)
}
