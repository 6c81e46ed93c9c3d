import type { Command } from '@commander-js/extra-typings'
import { DELIVERY_FIELDS, type DeliveryOption } from '@shop/contract/delivery'
import { toWire } from '@shop/contract/fields'
import { formatAdminMoney } from '@shop/contract/money'
import { listDeliveryOptions } from '../checkout/checkout.repository.ts'
import { parseDeliveryFile, parseFileOption } from '../checkout/checkout-files.ts'
import { replaceDeliveryOptions } from '../checkout/replace-tables.ts'
import type { CommandContext, CommandOutput } from './command.ts'
import { changeTable, importTable, type ReplaceableTable } from './preview.ts'

const OPTIONS: ReplaceableTable<DeliveryOption[]> = {
  read: listDeliveryOptions,
  differences,
  replace: replaceDeliveryOptions,
}

/** `delivery list`, `set` and `import`. */
export function addDeliveryCommands(program: Command, context: CommandContext): void {
  const { openStore, report } = context
  const delivery = program.command('delivery').description('List and change the delivery options.')
  delivery
    .command('list')
    .description('List the delivery options in their order; the first is preselected.')
    .action(async () => report(listOutput(await listDeliveryOptions((await openStore()).database))))
  delivery
    .command('set')
    .description('Change one field of a delivery option. The checkout shows it within a second.')
    .argument('<id>', 'delivery_type_id, as "delivery list" shows it')
    .argument('<field>', 'provider_name, delivery_type, display_text, delivery_cost (dollars) or estimated_days')
    .argument('<value>', 'what it is to be')
    .option('--yes', 'do it; without it only what would change is shown')
    .action(async (id, field, value, { yes }) => {
      report(await changeTable(context, OPTIONS, (seen) => withField(seen, { id, field, value }), yes))
    })
  delivery
    .command('import')
    .description('Replace the delivery options by those of a file: all of them, or none if one is wrong.')
    .argument('<file>', 'JSON file in the format of catalog/delivery-options.json')
    .option('--yes', 'do it; without it only what would change is shown')
    .action(async (file, { yes }) => {
      report(await importTable(context, OPTIONS, { file, parse: parseDeliveryFile }, yes))
    })
}

function withField(
  options: readonly DeliveryOption[],
  { id, field, value }: { id: string; field: string; value: string },
): DeliveryOption[] {
  if (!options.some((option) => option.delivery_type_id === id)) throw new Error(`There is no delivery option ${id}.`)
  const isNumber = field === 'delivery_cost' || field === 'estimated_days'
  return options.map((option) => {
    if (option.delivery_type_id !== id) return option
    return parseFileOption({ ...toWire(DELIVERY_FIELDS, option), [field]: isNumber ? Number(value) : value })
  })
}

/** Added, changed and removed options, one line each. */
function differences(seen: readonly DeliveryOption[], wanted: readonly DeliveryOption[]): string[] {
  const describeOptions = (options: readonly DeliveryOption[]) =>
    new Map(options.map((one) => [one.delivery_type_id, describeOption(one)]))
  const [before, after] = [describeOptions(seen), describeOptions(wanted)]
  const lines = [...new Set([...before.keys(), ...after.keys()])].flatMap((id) => {
    const [old, next] = [before.get(id), after.get(id)]
    if (old === next) return []
    if (old === undefined) return [`new      ${id}: ${next}`]
    return [next === undefined ? `gone     ${id}: ${old}` : `changed  ${id}: ${old} → ${next}`]
  })
  const isReordered = lines.length === 0 && [...before.keys()].join() !== [...after.keys()].join()
  return isReordered ? [`order    ${[...before.keys()].join(', ')} → ${[...after.keys()].join(', ')}`] : lines
}

function describeOption({
  provider_name,
  delivery_type,
  display_text,
  delivery_cost_cents,
  estimated_days,
}: DeliveryOption) {
  return `${provider_name}, ${delivery_type}, "${display_text}", ${formatAdminMoney(delivery_cost_cents)}, ${estimated_days} days`
}

function listOutput(options: readonly DeliveryOption[]): CommandOutput {
  return {
    table: options.map((option) => ({
      id: option.delivery_type_id,
      provider: option.provider_name,
      type: option.delivery_type,
      text: option.display_text,
      cost: formatAdminMoney(option.delivery_cost_cents),
      days: option.estimated_days,
    })),
    json: options.map((option) => toWire(DELIVERY_FIELDS, option)),
  }
}
