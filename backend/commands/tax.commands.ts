import { type Command, InvalidArgumentError } from '@commander-js/extra-typings'
import { percentToMillionths } from '@shop/contract/money'
import { readTaxTable, type TaxTable } from '../checkout/checkout.repository.ts'
import { parseTaxFile } from '../checkout/checkout-files.ts'
import { replaceTaxRates } from '../checkout/replace-tables.ts'
import { listUndecidedStates } from '../checkout/sales-tax.repository.ts'
import type { CommandContext, CommandOutput } from './command.ts'
import { parseDay, parseState } from './command.ts'
import { changeTable, importTable, type ReplaceableTable } from './preview.ts'
import { addCollectCommand, addZipCommands, UNUSUAL_RATES } from './sales-tax.commands.ts'

const ratesTable = (unusualRates = false): ReplaceableTable<TaxTable> => ({
  read: readTaxTable,
  differences,
  replace: (context, wanted, seen) => replaceTaxRates(context, wanted, seen, { unusualRates }),
})

/** `tax list`, `set` and `import`. */
export function addTaxCommands(program: Command, context: CommandContext): void {
  const { openStore, report } = context
  const tax = program.command('tax').description('List and change rates of sales tax, and where it is collected.')
  tax
    .command('list')
    .description('List the rates, with their source and date.')
    .action(async () => {
      const { database } = await openStore()
      report(listOutput(await readTaxTable(database), await listUndecidedStates(database)))
    })
  tax
    .command('set')
    .description("Change one state's rate. The checkout counts with it within a second.")
    .argument('<state>', 'abbreviation, such as CA', parseState)
    .argument('<percent>', 'combined rate in percent, such as 8.85', parsePercent)
    .requiredOption('--source <words>', 'where the rate comes from; it is added to the source of the table')
    .requiredOption('--published <day>', 'the day of that source, such as 2026-11-21', parseDay)
    .option('--yes', 'do it; without it only what would change is shown')
    .option('--unusual-rates', UNUSUAL_RATES)
    .action(async (state, rate_millionths, { source, published, yes, unusualRates }) => {
      const change = (seen: TaxTable) => withRate(seen, { state, rate_millionths }, { source, published })
      report(await changeTable(context, ratesTable(unusualRates), change, yes))
    })
  tax
    .command('import')
    .description('Replace the rates by those of a file: all of them, or none if one is wrong.')
    .argument('<file>', 'JSON file in the format of catalog/tax-rates.json, with source and date')
    .option('--yes', 'do it; without it only what would change is shown')
    .option('--unusual-rates', UNUSUAL_RATES)
    .action(async (file, { yes, unusualRates }) => {
      report(await importTable(context, ratesTable(unusualRates), { file, parse: parseTaxFile }, yes))
    })
  addCollectCommand(tax, context)
  addZipCommands(tax, context)
}

/** A percentage with at most four decimals, in millionths. */
function parsePercent(text: string): number {
  const rate = /^\d{1,2}(\.\d{1,4})?$/.test(text) ? percentToMillionths(Number(text)) : -1
  if (rate < 0) throw new InvalidArgumentError('It must be a percentage such as 8.85.')
  return rate
}

/** The table with one state's rate, whose source is added to the table's. */
function withRate(
  seen: TaxTable,
  changed: TaxTable['rates'][number],
  { source, published }: { source: string; published: string },
): TaxTable {
  const rates = [...seen.rates.filter(({ state }) => state !== changed.state), changed]
  const sources = [seen.source, `${changed.state}: ${source}`].filter((words) => words !== '').join('; ')
  return { ...seen, source: sources, published, rates: rates.sort((a, b) => (a.state < b.state ? -1 : 1)) }
}

function differences(seen: TaxTable, wanted: TaxTable): string[] {
  const before = new Map(seen.rates.map(({ state, rate_millionths }) => [state, rate_millionths]))
  const after = new Map(wanted.rates.map(({ state, rate_millionths }) => [state, rate_millionths]))
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (state) => before.get(state) !== after.get(state),
  )
  const fields = (['source', 'published', 'note'] as const).filter((field) => seen[field] !== wanted[field])
  return [
    ...changed.map((state) => `${state}: ${percent(before.get(state))} → ${percent(after.get(state))}`),
    ...fields.map((field) => `${field}: ${seen[field] || 'unknown'} → ${wanted[field]}`),
  ]
}

function percent(millionths: number | undefined): string {
  return millionths === undefined ? 'none' : `${millionths / 10_000} %`
}

function listOutput({ rates, source, published, note }: TaxTable, undecided: readonly string[]): CommandOutput {
  return {
    table: rates.map(({ state, rate_millionths }) => ({ state, rate: percent(rate_millionths) })),
    lines: [
      '',
      `Source:    ${source || 'unknown'}`,
      `Published: ${published || 'unknown'}`,
      ...(note === '' ? [] : [note]),
      ...(undecided.length === 0 ? [] : [`Not decided whether it is collected there: ${undecided.join(', ')}`]),
    ],
    json: {
      source,
      published,
      note,
      rates: Object.fromEntries(rates.map((rate) => [rate.state, rate.rate_millionths / 1_000_000])),
    },
  }
}
