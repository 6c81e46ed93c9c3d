import { resolve } from 'node:path'
import type { Command } from '@commander-js/extra-typings'
import { COMMAND_ACTOR } from '@shop/contract/admin/audit'
import { nameInColor } from '@shop/contract/admin/catalog'
import { PRODUCT_FIELDS, saleStateOn, stockLabel } from '@shop/contract/catalog'
import { formatAdminMoney } from '@shop/contract/money'
import { formatCount } from '@shop/contract/plural'
import { addColor } from '../catalog/add-color.ts'
import { listProducts } from '../catalog/catalog.repository.ts'
import { findSource } from '../catalog/catalog-source.ts'
import { setStock } from '../catalog/change-stock.ts'
import { deleteUnsold, requireProduct, updateProduct } from '../catalog/edit-product.ts'
import { exportCatalog } from '../catalog/export-catalog.ts'
import { changesNothing, FIRST_CATALOG, importCatalog } from '../catalog/import-catalog.ts'
import { readLineSheet } from '../catalog/line-sheet.ts'
import { AppError } from '../http/errors/app-error.ts'
import { localDay } from '../lib/local-day.ts'
import { openPictureReader } from '../media/image-resizer.ts'
import { changeLines, errorLines, largePriceLines } from './catalog-output.ts'
import {
  type CommandContext,
  type CommandOutput,
  changeContext,
  parseCount,
  parseText,
  throwFileError,
} from './command.ts'
import { addPlannedCommands } from './planned.commands.ts'
import { UNDO_HINTS, undoHint } from './preview.ts'
import { addSaleCommands } from './sale.commands.ts'

/** `catalog import`, `export`, `list`, `add-color`, `set-stock`, `sale` and `end-sale`. */
export function addCatalogCommands(program: Command, context: CommandContext): void {
  const { openStore, report } = context
  const catalog = program.command('catalog').description('Import, export and list products, and set their stock.')
  addImportCommand(catalog, context)
  addSaleCommands(catalog, context)
  addPlannedCommands(catalog, context)
  catalog
    .command('export')
    .description(
      'Write products, pictures, lines, quiz, delivery options and tax rates as files that "catalog import" reads.',
    )
    .argument('<folder>', 'a new or empty folder')
    .action(async (folder) => report(await exportFolder(context, folder)))
  catalog
    .command('list')
    .description('List the products with price, today’s sale price and stock.')
    .action(async () => {
      const products = await listProducts((await openStore()).database)
      report(listOutput(products, localDay(context.clock())))
    })
  catalog
    .command('line-sheet')
    .description('List the products in the shop with their wholesale prices, for shops that resell them.')
    .argument('[products...]', 'product_ids; without one all products')
    .option('--line <line>', 'of one line only')
    .action(async (ids, { line = null }) => report(await lineSheetOf(context, ids, line)))
  catalog
    .command('add-color')
    .description('Copy a product as the same product in another color: a draft without stock, which shares its card.')
    .argument('<product>', 'product_id, as "catalog list" shows it')
    .argument('<color>', 'such as Green', parseText(PRODUCT_FIELDS.color.max))
    .option(
      '--name <name>',
      'by default that of the product with the other color',
      parseText(PRODUCT_FIELDS.product_name.max),
    )
    .option('--pictures', 'copy the pictures, too')
    .action(async (productId, color, options) => report(await addColorOf(context, productId, { color, ...options })))
  catalog
    .command('delete')
    .description('Delete a product that was never sold.')
    .argument('<product>', 'product_id, as "catalog list" shows it')
    .action(async (productId) => {
      const { auditId: id } = await deleteUnsold(await changeContext(context), productId)
      report({ lines: [`Product ${productId} is deleted.`, ...undoHint(id)], json: { product_id: productId, id } })
    })
  catalog
    .command('set-low-stock')
    .description('Set at which stock of a product the family gets an email.')
    .argument('<product>', 'product_id, as "catalog list" shows it')
    .argument('[count]', 'whole number; without one there is no email', parseCount)
    .action(async (productId, count) => report(await setLowStockOf(context, productId, count ?? null)))
  catalog
    .command('set-stock')
    .description('Set how many of a product there are. The shop shows it within a second.')
    .argument('<product>', 'product_id, as "catalog list" shows it')
    .argument('<count>', 'whole number', parseCount)
    .option('--note <text>', 'what for, which the log of changes shows')
    .action(async (productId, count, { note = '' }) => report(await setStockOf(context, productId, count, note)))
}

function addImportCommand(catalog: Command, context: CommandContext): void {
  catalog
    .command('import')
    .description(
      'Replace the products by those of a folder or file: all of them, or none if one is wrong. Without --yes it only tells what would change. Products that the shop already has keep their stock; products missing from the file are removed, pictures are not. A picture counts as unchanged when its file has the length and time of the one that was read last, or is as long as the picture in the shop and not newer.',
    )
    .argument(
      '[path]',
      'a folder as "catalog export" writes it, or its products.json alone; without one it is the folder catalog/',
    )
    .option('--yes', 'make the changes')
    .option('--stock', 'take the stock of every product from the file, not only that of new ones')
    .option('--large-price-changes', 'let prices change by more than half')
    .action(async (path, options) => context.report(await importPath(context, path, options)))
}

type ImportFlags = { yes?: true | undefined; stock?: true | undefined; largePriceChanges?: true | undefined }

async function importPath(
  { openStore, clock }: CommandContext,
  path: string | undefined,
  { yes, stock, largePriceChanges }: ImportFlags,
): Promise<CommandOutput> {
  const { database } = await openStore()
  const pictures = openPictureReader()
  const read = async () =>
    importCatalog(database, path === undefined ? FIRST_CATALOG : await findSource(resolve(path)), {
      actor: COMMAND_ACTOR,
      clock,
      stock: stock === true,
      apply: yes === true,
      largePriceChanges: largePriceChanges === true,
      readPicture: pictures.read,
    })
  const result = await read()
    .catch((error: unknown) => throwFileError(error, path ?? 'catalog/'))
    .finally(pictures.close)
  if (result.errors !== null) return failure(errorLines(result.errors), result.errors)
  const { changes, applied } = result
  const lines = changeLines(changes)
  if (changesNothing(changes)) return { lines, json: { applied, changes } }
  if (applied) return { lines: [...lines, ...UNDO_HINTS], json: { applied, changes } }
  const large = largePriceChanges === true ? [] : largePriceLines(changes)
  if (yes === true) return failure([...lines, ...large], { applied, changes })
  return {
    lines: [...lines, ...(large.length > 0 ? large : ['Run it again with --yes to make these changes.'])],
    json: { applied, changes },
  }
}

async function exportFolder({ openStore, clock }: CommandContext, folder: string): Promise<CommandOutput> {
  const { database } = await openStore()
  const path = resolve(folder)
  const exported = await exportCatalog(database, path, clock).catch((error: unknown) => throwFileError(error, folder))
  const { products, media, bytes } = exported
  const size = `${(bytes / 1_000_000).toFixed(1)} MB`
  const pictures = formatCount(media, 'picture or video', 'pictures and videos')
  return { lines: [`${formatCount(products, 'product')} and ${pictures} (${size}) are in ${folder}.`], json: exported }
}

/** A sale price is listed on the days of its sale. */
function listOutput(stored: Awaited<ReturnType<typeof listProducts>>, day: string): CommandOutput {
  const products = stored.map((product) =>
    saleStateOn(product, day) === 'on' ? product : { ...product, sale_price_cents: null },
  )
  return {
    table: products.map((product) => ({
      id: product.product_id,
      name: product.product_name,
      price: formatAdminMoney(product.price_cents),
      sale: product.sale_price_cents === null ? '' : formatAdminMoney(product.sale_price_cents),
      stock: product.stock_quantity,
      label: stockLabel(product.stock_quantity),
      status: product.status,
    })),
    json: products.map(({ product_id, product_name, price_cents, sale_price_cents, stock_quantity, status }) => {
      return { product_id, product_name, price_cents, sale_price_cents, stock_quantity, status }
    }),
  }
}

async function lineSheetOf(
  { openStore, settings, clock }: CommandContext,
  ids: readonly string[],
  line: string | null,
): Promise<CommandOutput> {
  const { database } = await openStore()
  for (const id of ids) await requireProduct(database, id)
  const sheet = await readLineSheet(database, line, { settings: settings(), now: clock() })
  const products = sheet.products.filter(({ product_id }) => ids.length === 0 || ids.includes(product_id))
  return {
    table: products.map(({ product_id, product_name, price_cents, wholesale_price_cents: price, ...product }) => ({
      id: product_id,
      name: product_name,
      wholesale: price === null ? '' : formatAdminMoney(price),
      'in the shop': formatAdminMoney(price_cents),
      minimum: product.wholesale_minimum ?? 1,
      page: product.url,
    })),
    lines: sheet.has_more ? ['A sheet has no more products: choose a line.'] : [],
    json: products,
  }
}

async function addColorOf(
  context: CommandContext,
  productId: string,
  { color, name, pictures = false }: { color: string; name?: string | undefined; pictures?: boolean | undefined },
): Promise<CommandOutput> {
  const change = await changeContext(context)
  const original = await requireProduct(change.database, productId)
  const product_name = name ?? nameInColor(original, color)
  const wanted = { productId, version: original.version, color, product_name, pictures }
  const { productId: made, auditId: id } = await addColor(change, wanted)
  return {
    lines: [`Product ${made}, "${product_name}", is a draft.`, ...undoHint(id)],
    json: { product_id: made, product_name, id },
  }
}

async function setLowStockOf(context: CommandContext, productId: string, count: number | null): Promise<CommandOutput> {
  const change = await changeContext(context)
  const { version } = await requireProduct(change.database, productId)
  const changes = { low_stock_at: count }
  const { auditId: id } = await updateProduct(change, { productId, version, changes, largePriceChange: false })
  const said = count === null ? 'The family gets no email of' : `The family gets an email at a stock of ${count} of`
  return { lines: [`${said} product ${productId}.`, ...undoHint(id)], json: { product_id: productId, ...changes, id } }
}

async function setStockOf(
  { openStore, clock }: CommandContext,
  productId: string,
  stock: number,
  note: string,
): Promise<CommandOutput> {
  const { database } = await openStore()
  const counted = [{ product_id: productId, seen: null, stock }]
  try {
    const { auditId: id } = await setStock({ database, clock, actor: COMMAND_ACTOR }, counted, { note })
    return {
      lines: [`Product ${productId} has ${stock} in stock now.`, ...undoHint(id)],
      json: { product_id: productId, stock_quantity: stock, id },
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { lines: [error.message], json: { product_id: productId, stock_quantity: null }, failed: true }
  }
}

function failure(lines: readonly string[], json: unknown): CommandOutput {
  return { lines: [...lines, 'Nothing was changed.'], json, failed: true }
}
