import { dirname, join, resolve } from 'node:path'
import type { Command } from '@commander-js/extra-typings'
import { stockLabel } from '@shop/contract/catalog'
import { formatMoney } from '@shop/contract/money'
import { importCatalog } from '../catalog/catalog.import.ts'
import { listProducts, updateStock } from '../catalog/catalog.repository.ts'
import type { RowError } from '../catalog/catalog-file.ts'
import { bumpCatalogVersion } from '../catalog-version/catalog-version.ts'
import { fileErrorLine, readCheckoutFolder } from '../checkout/checkout.import.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { createMediaRecords } from '../images/media-records.ts'
import { openMediaStore } from '../images/media-store.ts'
import type { CommandContext, CommandOutput } from './command.ts'
import { throwFileError } from './named-file.ts'
import { parseCount } from './parse-values.ts'
import { pluralize } from './pluralize.ts'

/** `catalog import`, `list` and `set-stock`. */
export function addCatalogCommands(program: Command, context: CommandContext): void {
  const { openStore, report } = context
  const catalog = program.command('catalog').description('Import and list products, and set their stock.')
  catalog
    .command('import')
    .description(
      'Replace the products by those of a file: all of them, or none if one is wrong. Products that the shop already has keep their stock; products missing from the file are removed.',
    )
    .argument(
      '[file]',
      'JSON file; without one it is catalog/products.json, together with catalog/delivery-options.json and catalog/tax-rates.json',
    )
    .option('--stock', 'take the stock of every product from the file, not only that of new ones')
    .action(async (file, { stock }) => report(await importProducts(context, file, stock === true)))
  catalog
    .command('list')
    .description('List the products with price and stock.')
    .action(async () => report(listOutput(await listProducts((await openStore()).database))))
  catalog
    .command('set-stock')
    .description('Set how many of a product there are. The shop shows it within a second.')
    .argument('<product>', 'product_id, as "catalog list" shows it')
    .argument('<count>', 'whole number', parseCount)
    .action(async (productId, stock) => report(await setStock((await openStore()).database, productId, stock)))
}

async function importProducts(
  { openStore, photos }: CommandContext,
  file: string | undefined,
  stock: boolean,
): Promise<CommandOutput> {
  const { database } = await openStore()
  // The photographs are in a subfolder of the catalog folder.
  const folder = dirname(photos.folder)
  const path = file === undefined ? join(folder, 'products.json') : resolve(file)
  // All files are read before anything is changed.
  const checkout = file === undefined ? await readCheckoutFolder(folder) : null
  if (checkout?.found === null) return failure(checkout.errors.map(fileErrorLine), checkout)
  const recorded = openMediaStore(photos.folder, createMediaRecords(database))
  // Loaded on demand, since few commands need it.
  const { isCompleteImage } = await import('../images/resize-image.ts')
  const result = await importCatalog(database, recorded, path, {
    stock,
    deliveryAndTax: checkout?.found ?? null,
    isComplete: isCompleteImage,
  }).catch((error: unknown) => throwFileError(error, file ?? path))
  if (result.errors.length > 0) return failure(result.errors.map(errorLine), result)
  return { lines: importLines(result, checkout?.found ?? null), json: result }
}

function importLines(
  result: Awaited<ReturnType<typeof importCatalog>>,
  checkout: { options: readonly unknown[]; rates: readonly unknown[] } | null,
): string[] {
  const { imported, stockUnchanged, added, removed } = result
  const lines = [`${pluralize(imported, 'product')} ${imported === 1 ? 'is' : 'are'} in the shop now.`]
  if (checkout !== null) {
    const [options, rates] = [checkout.options.length, checkout.rates.length]
    lines.push(`${pluralize(options, 'delivery option')} and ${pluralize(rates, 'tax rate')} as well.`)
  }
  if (stockUnchanged > 0) {
    lines.push(
      `The stock of ${pluralize(stockUnchanged, 'product')} differs from the file and was left unchanged; --stock takes it from the file.`,
    )
  }
  if (added.length > 0) lines.push(`New: ${added.join(', ')}`)
  if (removed.length > 0) lines.push(`Removed, since they are not in the file: ${removed.join(', ')}`)
  return lines
}

function listOutput(products: Awaited<ReturnType<typeof listProducts>>): CommandOutput {
  return {
    table: products.map((product) => ({
      id: product.product_id,
      name: product.product_name,
      price: formatMoney(product.price_cents),
      stock: product.stock_quantity,
      label: stockLabel(product.stock_quantity),
    })),
    json: products.map(({ product_id, product_name, price_cents, stock_quantity }) => {
      return { product_id, product_name, price_cents, stock_quantity }
    }),
  }
}

async function setStock(database: Database, productId: string, stock: number): Promise<CommandOutput> {
  const found = await inTransaction(database, async (trx) => {
    await bumpCatalogVersion(trx)
    return updateStock(trx, productId, stock)
  })
  const line = found ? `Product ${productId} has ${stock} in stock now.` : `There is no product ${productId}.`
  return { lines: [line], json: { product_id: productId, stock_quantity: found ? stock : null }, failed: !found }
}

function failure(lines: readonly string[], json: unknown): CommandOutput {
  return { lines: [...lines, 'Nothing was changed.'], json, failed: true }
}

function errorLine({ row, product_id, field, message }: RowError): string {
  if (row === 0) return `Error: ${message}`
  return `Row ${row}${product_id === null ? '' : ` (product ${product_id})`}, ${field === '' ? 'row' : field}: ${message}`
}
