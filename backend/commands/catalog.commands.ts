import { dirname, join, resolve } from 'node:path'
import { stockLabel } from '@shop/contract/catalog'
import { formatMoney } from '@shop/contract/money'
import { importCatalog } from '../catalog/catalog.import.ts'
import { listProducts, updateStock } from '../catalog/catalog.repository.ts'
import type { RowError } from '../catalog/catalog-file.ts'
import { raiseCatalogVersion } from '../catalog/catalog-version.ts'
import { fileErrorLine, readCheckoutFolder } from '../checkout/checkout.import.ts'
import { inTransaction } from '../database/database.ts'
import { openPhotoShelf } from '../images/photo-shelf.ts'
import { photoRecords } from '../images/record-photos.ts'
import { type Command, type CommandOutput, UsageError } from './command.ts'
import { countOf } from './count-of.ts'
import { explain } from './own-file.ts'

const importCommand: Command = {
  name: 'catalog import',
  takes: '[file]',
  summary:
    'Puts catalog/products.json (or another file) in place of the products, all of it or nothing. Products that the shop already has keep their stock; products missing from the file leave the shop. Without a file, catalog/delivery-options.json and catalog/tax-rates.json are loaded along with them.',
  options: { stock: { type: 'boolean' } },
  optionHelp: { stock: 'take the stock of the file for every product, not only for new ones' },
  run: async ({ openStore, photos, arguments: [file], options }) => {
    const { database } = await openStore()
    // The photographs lie in the folder of the goods.
    const folder = dirname(photos.folder)
    const path = file === undefined ? join(folder, 'products.json') : resolve(file)
    // All files are read before the first one changes anything.
    const around = file === undefined ? await readCheckoutFolder(folder) : null
    if (around?.found === null) return failure(around.errors.map(fileErrorLine), around)
    const recorded = openPhotoShelf(photos.folder, photoRecords(database))
    // Loaded here, since few commands need it.
    const { isWholePicture } = await import('../images/shrink-picture.ts')
    const result = await importCatalog(database, recorded, path, {
      stock: options.stock === true,
      deliveryAndTax: around?.found ?? null,
      isWhole: isWholePicture,
    }).catch((error: unknown) => explain(error, file ?? path))
    if (result.errors.length > 0) return failure(result.errors.map(errorLine), result)
    return {
      lines: [
        `${countOf(result.imported, 'product')} ${result.imported === 1 ? 'is' : 'are'} in the shop now.`,
        ...(around
          ? [
              `${countOf(around.found.options.length, 'delivery option')} and ${countOf(around.found.rates.length, 'tax rate')} as well.`,
            ]
          : []),
        ...(result.stockKept > 0 ? [keptStockLine(result.stockKept)] : []),
        ...(result.added.length > 0 ? [`New: ${result.added.join(', ')}`] : []),
        ...(result.removed.length > 0 ? [`No longer in the file, left the shop: ${result.removed.join(', ')}`] : []),
      ],
      json: result,
    }
  },
}

function keptStockLine(count: number): string {
  return `The stock of ${countOf(count, 'product')} differs from the file and was kept as it is in the shop; --stock takes it from the file.`
}

const listCommand: Command = {
  name: 'catalog list',
  summary: 'Lists the products with price and stock.',
  run: async ({ openStore }) => {
    const products = await listProducts((await openStore()).database)
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
  },
}

const stockCommand: Command = {
  name: 'catalog stock',
  takes: '<product_id> <number>',
  summary: 'Sets how many of a product there are; the shop shows it within a second.',
  run: async ({ openStore, arguments: [productId, text] }) => {
    if (productId === undefined || text === undefined || !/^\d{1,7}$/.test(text)) {
      throw new UsageError('Name a product_id and a whole number, such as: catalog stock 101 25')
    }
    const stock = Number(text)
    const { database } = await openStore()
    const found = await inTransaction(database, async (trx) => {
      await raiseCatalogVersion(trx)
      return updateStock(trx, productId, stock)
    })
    const line = found ? `Product ${productId} has ${stock} in stock now.` : `There is no product ${productId}.`
    return { lines: [line], json: { product_id: productId, stock_quantity: found ? stock : null }, failed: !found }
  },
}

export const catalogCommands: readonly Command[] = [importCommand, listCommand, stockCommand]

function failure(lines: readonly string[], json: unknown): CommandOutput {
  return { lines: [...lines, 'Nothing was changed.'], json, failed: true }
}

function errorLine({ row, product_id, field, message }: RowError): string {
  if (row === 0) return `Error: ${message}`
  return `Row ${row}${product_id === null ? '' : ` (product ${product_id})`}, ${field === '' ? 'row' : field}: ${message}`
}
