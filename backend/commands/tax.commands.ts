import { type Command, InvalidArgumentError } from '@commander-js/extra-typings'
import { parseStateCode, type StateCode } from '@shop/contract/tax'
import { readTaxTable, type TaxTable } from '../checkout/checkout.repository.ts'
import { parseTaxFile } from '../checkout/checkout-files.ts'
import { replaceTaxRates } from '../checkout/replace-tax-rates.ts'
import { type CommandContext, type CommandOutput, changeContext } from './command.ts'
import { readNamedFile } from './named-file.ts'
import { fileErrorsOutput, previewOrReplace } from './preview.ts'

/** `tax list`, `set` and `import`. */
export function addTaxCommands(program: Command, context: CommandContext): void {
  const { openStore, report } = context
  const tax = program.command('tax').description("List and change the states' sales tax rates.")
  tax
    .command('list')
    .description('List the rates, with their source and date.')
    .action(async () => report(listOutput(await readTaxTable((await openStore()).database))))
  tax
    .command('set')
    .description("Change one state's rate. The checkout counts with it within a second.")
    .argument('<state>', 'abbreviation, such as CA', parseState)
    .argument('<percent>', 'combined rate in percent, such as 8.85', parsePercent)
    .requiredOption('--source <words>', 'where the rate comes from; it is added to the source of the table')
    .requiredOption('--published <day>', 'the day of that source, such as 2026-11-21', parseDay)
    .option('--yes', 'do it; without it only what would change is shown')
    .action(async (state, rate_millionths, { source, published, yes }) => {
      const seen = await readTaxTable((await openStore()).database)
      const rates = [...seen.rates.filter((rate) => rate.state !== state), { state, rate_millionths }]
      const sources = [seen.source, `${state}: ${source}`].filter((words) => words !== '').join('; ')
      const sorted = rates.sort((a, b) => (a.state < b.state ? -1 : 1))
      report(await replace(context, seen, { ...seen, source: sources, published, rates: sorted }, yes === true))
    })
  tax
    .command('import')
    .description('Replace the rates by those of a file: all of them, or none if one is wrong.')
    .argument('<file>', 'JSON file in the format of catalog/tax-rates.json, with source and date')
    .option('--yes', 'do it; without it only what would change is shown')
    .action(async (file, { yes }) => {
      const { found, errors } = parseTaxFile(Buffer.from(await readNamedFile(file)).toString('utf8'), file)
      if (found === null) return report(fileErrorsOutput(errors))
      report(await replace(context, await readTaxTable((await openStore()).database), found, yes === true))
    })
}

function parseState(text: string): StateCode {
  const state = parseStateCode(text)
  if (state === null) throw new InvalidArgumentError('It must be the abbreviation of one of the 50 states.')
  return state
}

/** A percentage with at most four decimals, in millionths. */
function parsePercent(text: string): number {
  const rate = /^\d{1,2}(\.\d{1,4})?$/.test(text) ? Math.round(Number(text) * 10_000) : -1
  if (rate < 0) throw new InvalidArgumentError('It must be a percentage such as 8.85.')
  return rate
}

function parseDay(text: string): string {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
  if (!isDay) throw new InvalidArgumentError('It must be a day such as 2026-11-21.')
  return text
}

async function replace(
  context: CommandContext,
  seen: TaxTable,
  wanted: TaxTable,
  yes: boolean,
): Promise<CommandOutput> {
  return previewOrReplace({
    seen,
    wanted,
    differences: differences(seen, wanted),
    yes,
    apply: async () => replaceTaxRates(await changeContext(context), wanted, seen),
  })
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

function listOutput({ rates, source, published, note }: TaxTable): CommandOutput {
  return {
    table: rates.map(({ state, rate_millionths }) => ({ state, rate: percent(rate_millionths) })),
    lines: [
      '',
      `Source:    ${source || 'unknown'}`,
      `Published: ${published || 'unknown'}`,
      ...(note === '' ? [] : [note]),
    ],
    json: {
      source,
      published,
      note,
      rates: Object.fromEntries(rates.map((rate) => [rate.state, rate.rate_millionths / 1_000_000])),
    },
  }
}
