import { type Command, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { PRODUCT_STATUSES } from '@shop/contract/admin/catalog'
import type { PlannedFields } from '@shop/contract/admin/planned-changes'
import { PRODUCT_FIELDS } from '@shop/contract/catalog'
import { requireProduct } from '../catalog/edit-product.ts'
import { cancelPlanned, planChange } from '../catalog/planned/plan-change.ts'
import { findPlanned, listPlanned } from '../catalog/planned/planned.repository.ts'
import { AppError } from '../http/errors/app-error.ts'
import { localTime } from '../lib/local-time.ts'
import { type CommandContext, changeContext, parseAmount, parseText } from './command.ts'
import { undoHint } from './preview.ts'

/** `catalog schedule`, `scheduled` and `cancel-scheduled`. */
export function addPlannedCommands(catalog: Command, context: CommandContext): void {
  const { openStore, report } = context
  catalog
    .command('schedule')
    .description('Schedule a change of a product. The running shop makes it at that time.')
    .argument('<product>', 'product_id, as "catalog list" shows it')
    .argument('<time>', 'where the shop is, such as 2026-11-27T06:00', parseLocal)
    .option('--price <amount>', 'in dollars', parseAmount)
    .addOption(new Option('--sale-price <amount>', 'in dollars').argParser(parseAmount).conflicts('endSale'))
    .option('--end-sale', 'end the sale')
    .addOption(new Option('--status <status>', 'what it becomes').choices(PRODUCT_STATUSES))
    .option('--name <name>', 'what it is called', parseText(PRODUCT_FIELDS.product_name.max))
    .option('--sentence <text>', 'what it is in one sentence', parseText(PRODUCT_FIELDS.short_description.max))
    .option('--large-price-change', 'let the price change by more than half')
    .action(async (productId, local, options) => {
      const by = await changeContext(context)
      const changes = changesOf(options)
      const { version } = await requireProduct(by.database, productId)
      const wanted = { version, local, changes, largePriceChange: options.largePriceChange === true }
      const { plannedId, auditId, note } = await planChange(by, productId, wanted)
      const lines = [`Product ${productId} changes on ${local.replace('T', ' at ')}.`, ...(note === null ? [] : [note])]
      report({ lines: [...lines, ...undoHint(auditId)], json: { planned_id: plannedId, id: auditId } })
    })
  catalog
    .command('scheduled')
    .description('List scheduled changes of products, and those that failed.')
    .action(async () => {
      const planned = await listPlanned((await openStore()).database)
      const table = planned.map(({ planned_id, product_id, at, changes, problem }) => ({
        id: planned_id,
        product: product_id,
        at: localTime(new Date(at)),
        changes: Object.keys(changes ?? {}).join(', '),
        problem: problem ?? '',
      }))
      report({ table, json: planned })
    })
  catalog
    .command('cancel-scheduled')
    .description('Cancel a scheduled change.')
    .argument('<id>', 'id, as "catalog scheduled" shows it')
    .action(async (id) => {
      const by = await changeContext(context)
      const planned = await findPlanned(by.database, id)
      if (planned === null) throw new AppError('not_found', 'This change is made already, or was cancelled.')
      const { auditId } = await cancelPlanned(by, id, planned.version)
      report({ lines: ['It is cancelled.', ...undoHint(auditId)], json: { planned_id: id, id: auditId } })
    })
}

function parseLocal(text: string): string {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)) {
    throw new InvalidArgumentError('It must be a day and time such as 2026-11-27T06:00.')
  }
  return text
}

type Options = {
  price?: number | undefined
  salePrice?: number | undefined
  endSale?: true | undefined
  status?: PlannedFields['status']
  name?: string | undefined
  sentence?: string | undefined
}

function changesOf({ price, salePrice, endSale, status, name, sentence }: Options): PlannedFields {
  const changes = {
    ...(price === undefined ? {} : { price_cents: price }),
    ...(salePrice === undefined ? {} : { sale_price_cents: salePrice }),
    ...(endSale === true ? { sale_price_cents: null } : {}),
    ...(status === undefined ? {} : { status }),
    ...(name === undefined ? {} : { product_name: name }),
    ...(sentence === undefined ? {} : { short_description: sentence }),
  }
  if (Object.keys(changes).length === 0) throw new InvalidArgumentError('Please say what changes, such as --price 59.')
  return changes
}
