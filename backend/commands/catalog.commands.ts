import { resolve } from 'node:path'
import type { Command } from '@commander-js/extra-typings'
import { COMMAND_ACTOR } from '@shop/contract/audit/admin'
import { formatCount } from '@shop/contract/text/plural'
import { findSource } from '../catalog/import/catalog-source.ts'
import { exportCatalog } from '../catalog/import/export-catalog.ts'
import { FIRST_CATALOG } from '../catalog/import/first-catalog.ts'
import { changesNothing, importCatalog } from '../catalog/import/import-catalog.ts'
import { openPictureReader } from '../media/sizes/image-resizer.ts'
import { changeLines, errorLines, largePriceLines } from './catalog-output.ts'
import { type CommandContext, type CommandOutput, throwFileError } from './command.ts'

export function addCatalogCommands(program: Command, context: CommandContext): void {
  const { report } = context
  const catalog = program.command('catalog').description('Import and export the products.')
  addImportCommand(catalog, context)
  catalog
    .command('export')
    .description(
      'Write products, pictures, lines, quiz, delivery options and tax rates as files that "catalog import" reads.',
    )
    .argument('<folder>', 'a new or empty folder')
    .action(async (folder) => report(await exportFolder(context, folder)))
}

/** The last line after an import. */
const UNDO_HINT = 'Done. You can undo it under Changes in the admin.'

function addImportCommand(catalog: Command, context: CommandContext): void {
  catalog
    .command('import')
    .description(
      'Replace the products with those in a folder or file: all of them, or none if one is invalid. Without --yes it only shows what would change. Products already in the shop keep their stock; products missing from the file are removed, but pictures are not. A picture counts as unchanged if its file has the size and time of the last import. It also does if it is as large as the picture in the shop and not newer.',
    )
    .argument('[path]', 'a folder written by "catalog export", or just its products.json (default: catalog/)')
    .option('--yes', 'make the changes')
    .option('--stock', 'also set the stock of existing products from the file')
    .option('--large-price-changes', 'allow prices to change by more than half')
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
      large_price_changes: largePriceChanges === true,
      readPicture: pictures.read,
    })
  const result = await read()
    .catch((error: unknown) => throwFileError(error, path ?? 'catalog/'))
    .finally(pictures.close)
  if (result.errors !== null) return failure(errorLines(result.errors), result.errors)
  const { changes, applied } = result
  const lines = changeLines(changes)
  if (changesNothing(changes)) return { lines, json: { applied, changes } }
  if (applied) return { lines: [...lines, '', UNDO_HINT], json: { applied, changes } }
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

function failure(lines: readonly string[], json: unknown): CommandOutput {
  return { lines: [...lines, 'Nothing was changed.'], json, failed: true }
}
