import { type Command, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { COMMAND_ACTOR } from '@shop/contract/admin/audit'
import { MAX_PERCENT, type Sale } from '@shop/contract/admin/several-products'
import { formatAdminMoney } from '@shop/contract/money'
import { changeSale, previewSale, type SaleChange } from '../catalog/change-prices.ts'
import { requireProduct } from '../catalog/edit-product.ts'
import { localDay } from '../lib/local-day.ts'
import type { CommandContext, CommandOutput } from './command.ts'
import { parseAmount, parseDay } from './command.ts'
import { NOT_CHANGED, undoHint } from './preview.ts'

/** `catalog sale` and `catalog end-sale`. */
export function addSaleCommands(catalog: Command, context: CommandContext): void {
  const { report } = context
  const line = () => new Option('--line <line>', 'of one line only')
  catalog
    .command('sale')
    .description(
      'Put products on sale, from day to day; the regular price stays and is struck through. Without --yes it only tells what would change.',
    )
    .argument('[products...]', 'product_ids as "catalog list" shows them; without one all products')
    .addOption(line())
    .addOption(new Option('--percent <percent>', 'how much less').argParser(parsePercent).conflicts('dollars'))
    .option('--dollars <amount>', 'how much less', parseAmount)
    .option('--from <day>', 'first day, such as 2026-11-27; without it the sale begins at once', parseDay)
    .option('--until <day>', 'last day; without it the sale does not end by itself', parseDay)
    .option('--large-price-changes', 'let prices change by more than half')
    .option('--yes', 'make the change')
    .action(async (ids, options) => {
      const { from = null, until = null } = options
      if (from !== null && until !== null && until < from) throw new InvalidArgumentError('--until is before --from.')
      report(await change(context, { reduction: reductionOf(options), from, until }, { ids, ...options }))
    })
  catalog
    .command('end-sale')
    .description('End the sale of products at once. Without --yes it only tells what would change.')
    .argument('[products...]', 'product_ids; without one all products that have a sale')
    .addOption(line())
    .option('--yes', 'make the change')
    .action(async (ids, options) => report(await change(context, null, { ids, ...options })))
}

function reductionOf(options: { percent?: number | undefined; dollars?: number | undefined }): Sale['reduction'] {
  if (options.percent !== undefined) return { by: 'percent', percent: options.percent }
  if (options.dollars !== undefined) return { by: 'amount', amount_cents: options.dollars }
  throw new InvalidArgumentError('Please give --percent or --dollars.')
}

type Options = {
  ids: readonly string[]
  line?: string | undefined
  yes?: true | undefined
  largePriceChanges?: true | undefined
}

async function change(
  { openStore, clock }: CommandContext,
  sale: Sale | null,
  { ids, line, yes, largePriceChanges }: Options,
): Promise<CommandOutput> {
  const { database } = await openStore()
  for (const id of ids) await requireProduct(database, id)
  const previewed = await previewSale(database, sale, { line: line ?? null, search: '', day: localDay(clock()) })
  const chosen = previewed.filter(({ product }) => ids.length === 0 || ids.includes(product.product_id))
  const possible = chosen.filter(({ problem }) => problem === null)
  const output = { table: chosen.map(toRow), json: { changes: chosen.map(toRow), id: null } }
  if (possible.length === 0) return { ...output, lines: ['No price changes by this.'] }
  if (yes !== true) return { ...output, lines: NOT_CHANGED }
  const products = possible.map(({ product: { product_id, version } }) => ({ product_id, version }))
  const { auditId } = await changeSale(
    { database, clock, actor: COMMAND_ACTOR },
    { sale, products, largePriceChanges: largePriceChanges === true },
  )
  return { ...output, lines: undoHint(auditId), json: { changes: chosen.map(toRow), id: auditId } }
}

function toRow({ product, after, problem }: SaleChange) {
  const priceOf = (cents: number | null) => (cents === null ? '' : formatAdminMoney(cents))
  return {
    id: product.product_id,
    name: product.product_name,
    price: formatAdminMoney(product.price_cents),
    sale: priceOf(product.sale_price_cents),
    after: problem ?? (after.sale_price_cents === null ? 'ends' : priceOf(after.sale_price_cents)),
    from: after.sale_from ?? '',
    until: after.sale_until ?? '',
  }
}

function parsePercent(text: string): number {
  const percent = /^\d{1,2}(\.\d)?$/.test(text) ? Number(text) : 0
  if (percent === 0 || percent > MAX_PERCENT.down) {
    throw new InvalidArgumentError(`It must be a percentage such as 20 or 12.5, at most ${MAX_PERCENT.down}.`)
  }
  return percent
}
