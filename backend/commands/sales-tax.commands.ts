import { Argument, type Command, InvalidArgumentError } from '@commander-js/extra-typings'
import { isPermit, PERMIT_LENGTH } from '@shop/contract/admin/sales-tax'
import { US_STATES, USUAL_TAX_RATES } from '@shop/contract/tax'
import { replaceTaxStates, replaceZipRates } from '../checkout/replace-tables.ts'
import {
  listTaxStates,
  listUndecidedStates,
  listZipRates,
  type TaxState,
  type ZipTaxRate,
} from '../checkout/sales-tax.repository.ts'
import { taxStateOf } from '../checkout/tax-states.ts'
import { parseZipRates, ZIP_RATE_COLUMNS } from '../checkout/zip-rates-csv.ts'
import { type CommandContext, parseState } from './command.ts'
import { changeTable, importTable, type ReplaceableTable } from './preview.ts'

export const UNUSUAL_RATES = `a rate that is not ${USUAL_TAX_RATES} is meant`

/** `tax collect`. */
export function addCollectCommand(tax: Command, context: CommandContext): void {
  const { openStore, report } = context
  tax
    .command('collect')
    .description('Say in which states sales tax is collected. It counts once orders are open.')
    .addArgument(new Argument('<collected>', 'whether it is collected there').choices(['yes', 'no']))
    .argument('<states...>', 'abbreviations, such as CA, or "others" for all that are not decided')
    .option('--delivery-taxed', 'the tax is on the delivery too')
    .option('--permit <number>', 'number of the permit, as a note', parsePermit, '')
    .option('--yes', 'do it; without it only what would change is shown')
    .action(async (collected, names, { deliveryTaxed = false, permit, yes }) => {
      const decision = { collected: collected === 'yes', delivery_taxed: deliveryTaxed, permit }
      const { database } = await openStore()
      const others = names.includes('others') ? await listUndecidedStates(database) : []
      const states = [...new Set([...names.filter((name) => name !== 'others').map(parseState), ...others])]
      const change = (seen: readonly TaxState[]) =>
        [
          ...seen.filter(({ state }) => !states.some((one) => one === state)),
          ...states.map((state) => taxStateOf({ state, ...decision })),
        ].sort((a, b) => (a.state < b.state ? -1 : 1))
      report(await changeTable(context, STATES_TABLE, change, yes))
    })
}

/** `tax zips` and `import-zips`. */
export function addZipCommands(tax: Command, context: CommandContext): void {
  const { openStore, report } = context
  tax
    .command('zips')
    .description('List the rates of ZIP codes, which win over those of their states.')
    .action(async () => {
      const rates = await listZipRates((await openStore()).database)
      const table = rates.map(({ state, first_zip: from, last_zip: to, rate_millionths }) => {
        return { state, from, to, percent: rate_millionths / 10_000 }
      })
      report({ table, lines: table.length === 0 ? ['No ZIP code has a rate of its own.'] : [], json: table })
    })
  tax
    .command('import-zips')
    .description('Replace the rates of ZIP codes by those of a file: all of them, or none if one is wrong.')
    .argument('<file>', `CSV file with the columns ${ZIP_RATE_COLUMNS.join(', ')}`)
    .option('--yes', 'do it; without it only what would change is shown')
    .option('--unusual-rates', UNUSUAL_RATES)
    .action(async (file, { yes, unusualRates = false }) => {
      report(await importTable(context, zipsTable(unusualRates), { file, parse: parseZipRates }, yes))
    })
}

const STATES_TABLE: ReplaceableTable<readonly TaxState[]> = {
  read: listTaxStates,
  differences: (seen, wanted) => {
    const [before, after] = [described(seen), described(wanted)]
    return Object.keys(US_STATES)
      .filter((state) => before.get(state) !== after.get(state))
      .map((state) => `${state}: ${before.get(state) ?? 'not decided'} → ${after.get(state) ?? 'not decided'}`)
  },
  replace: replaceTaxStates,
}

function described(states: readonly TaxState[]): Map<string, string> {
  return new Map(
    states.map(({ state, collected, delivery_taxed, permit }) => {
      const words = [
        'collected',
        ...(delivery_taxed === 1 ? ['delivery taxed'] : []),
        ...(permit ? [`permit ${permit}`] : []),
      ]
      return [state, collected === 1 ? words.join(', ') : 'not collected']
    }),
  )
}

const zipsTable = (unusualRates: boolean): ReplaceableTable<readonly ZipTaxRate[]> => ({
  read: listZipRates,
  differences: (seen, wanted) => {
    const [before, after] = [new Set(seen.map(zipLine)), new Set(wanted.map(zipLine))]
    return [
      ...[...before].filter((line) => !after.has(line)).map((line) => `gone ${line}`),
      ...[...after].filter((line) => !before.has(line)).map((line) => `new  ${line}`),
    ]
  },
  replace: (context, wanted, seen) => replaceZipRates(context, wanted, seen, { unusualRates }),
})

function zipLine({ state, first_zip, last_zip, rate_millionths }: ZipTaxRate): string {
  return `${state} ${first_zip === last_zip ? first_zip : `${first_zip} to ${last_zip}`}: ${rate_millionths / 10_000} %`
}

function parsePermit(text: string): string {
  if (text === '' || !isPermit(text)) throw new InvalidArgumentError(`It must have 1 to ${PERMIT_LENGTH} characters.`)
  return text
}
