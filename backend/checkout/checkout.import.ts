import { join } from 'node:path'
import { bumpCatalogVersion } from '../database/catalog-version/catalog-version.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { CATALOG_FOLDER } from '../lib/catalog-folder.ts'
import { readText } from '../lib/read-text.ts'
import { hasTaxRates, replaceDeliveryAndTax } from './checkout.repository.ts'
import { type DeliveryAndTax, type FileError, type ParsedCheckoutFiles, parseCheckoutFiles } from './checkout-files.ts'

/** Reads delivery-options.json and tax-rates.json from a folder, by default catalog/. */
export async function readCheckoutFolder(folder: string = CATALOG_FOLDER): Promise<ParsedCheckoutFiles> {
  const [delivery, tax] = await Promise.all([
    readText(join(folder, 'delivery-options.json')),
    readText(join(folder, 'tax-rates.json')),
  ])
  return parseCheckoutFiles({ delivery, tax })
}

/** Replaces the shop's delivery options and tax rates in one transaction. */
export async function importDeliveryAndTax(
  database: Database,
  { options, rates, source }: DeliveryAndTax,
): Promise<void> {
  await inTransaction(database, async (trx) => {
    await bumpCatalogVersion(trx)
    await replaceDeliveryAndTax(trx, options, rates, source)
  })
}

/** First start: loads the files of a folder, by default catalog/, into a database that never had tax rates. */
export async function loadFirstDeliveryAndTax(database: Database, folder?: string): Promise<void> {
  if (await hasTaxRates(database)) return
  const { found, errors } = await readCheckoutFolder(folder)
  if (found === null) throw new Error(errors.map((error) => `catalog/${fileErrorLine(error)}`).join('\n'))
  await importDeliveryAndTax(database, found)
}

/** An error as a line for the owner. */
export function fileErrorLine({ file, field, message }: FileError): string {
  return `${file}${field === '' ? '' : `, ${field}`}: ${message}`
}
