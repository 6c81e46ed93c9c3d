import { text } from 'node:stream/consumers'
import { type Command, Option } from '@commander-js/extra-typings'
import { FIGURES, figuresOf, SALES_WAYS, type Sales } from '@shop/contract/admin/books'
import {
  changeLabel,
  periodLabel,
  SALES_GROUPINGS,
  type SalesGrouping,
  type SalesPeriod,
  salesLabel,
} from '@shop/contract/admin/sales-views'
import { formatAdminMoney } from '@shop/contract/money'
import { formatCount } from '@shop/contract/plural'
import { booksCsv } from '../books/books-csv.ts'
import { sumAllDays, sumChangedDays } from '../books/days/sum-changed-days.ts'
import { readSales, requirePeriod } from '../books/read-sales.ts'
import { asFile } from '../lib/csv.ts'
import { localDay } from '../lib/local-day.ts'
import { stripControlCharacters } from '../lib/text.ts'
import { type CommandContext, type CommandOutput, parseDay, writeNamedFile } from './command.ts'

const FROM = 'first day, such as 2026-01-01; without it the first of this year'
const TO = 'last day; without it today'

/** `books show`, `export` and `recount`. */
export function addBooksCommands(program: Command, context: CommandContext): void {
  const { openStore, clock, report } = context
  const books = program.command('books').description('Show and export sales, charges and refunds.')
  books
    .command('show')
    .description('Show the figures of a period, as the page Sales of the admin does.')
    .option('--from <day>', FROM, parseDay)
    .option('--to <day>', TO, parseDay)
    .addOption(new Option('--by <what>', 'what the figures are summed by').choices(SALES_GROUPINGS).default('month'))
    .action(async ({ by, ...days }) => {
      const { database } = await openStore()
      await sumChangedDays(database)
      report(salesOutput(await readSales(database, periodOf(days, clock()), by), by))
    })
  books
    .command('export')
    .description(
      'Write orders, payments and refunds as CSV, a line a movement; the tax by state and month; or the rows of `books show`.',
    )
    .argument('[file]', 'file to write; without it the screen')
    .option('--from <day>', FROM, parseDay)
    .option('--to <day>', TO, parseDay)
    .option('--tax-by-month', 'a line for each state and month, with goods, delivery, tax and what is owed')
    .addOption(new Option('--by <what>', 'the rows of `books show`').choices(SALES_GROUPINGS).conflicts('taxByMonth'))
    .option('--replace', 'replace a file of that name')
    .action(async (file, { taxByMonth = false, by, replace = false, ...days }) => {
      const period = periodOf(days, clock())
      const sheet = by ?? (taxByMonth ? 'tax-by-month' : 'movements')
      requirePeriod(period, sheet)
      const { database } = await openStore()
      await sumChangedDays(database)
      const csv = booksCsv(database, period, sheet)
      if (file === undefined) {
        const rows = await text(csv)
        return report({ lines: [rows.trimEnd()], json: { ...period, csv: rows } })
      }
      await writeNamedFile(file, asFile(csv), { replace })
      report({ lines: [`The books from ${period.from} to ${period.to} are in ${file}.`], json: { ...period, file } })
    })
  books
    .command('recount')
    .description('Sum all days anew from their orders and payments; for after something went wrong.')
    .action(async () => {
      const days = await sumAllDays((await openStore()).database)
      report({ lines: [`${formatCount(days, 'day')} were summed.`], json: { days } })
    })
}

function periodOf({ from, to }: { from?: string | undefined; to?: string | undefined }, now: Date): SalesPeriod {
  const today = localDay(now)
  return { from: from ?? `${today.slice(0, 4)}-01-01`, to: to ?? today }
}

function salesOutput(sales: Sales, by: SalesGrouping): CommandOutput {
  const rows = SALES_WAYS.flatMap((way) => {
    const total = { key: 'total', name: null, figures: sales[way].total }
    return [...sales[way].rows, total].map(({ key, name, figures }) => {
      const cells = figuresOf(by, way).map((figure): [string, string | number] => [
        FIGURES[figure].label,
        figure === 'orders' || figure === 'units' ? figures[figure] : formatAdminMoney(figures[figure]),
      ])
      const label = key === 'total' ? key : stripControlCharacters(salesLabel(by, key, name))
      return { [by]: label, recorded: way, ...Object.fromEntries(cells) }
    })
  })
  const goods = (figures: Sales['before']) => figures.card.goods_cents + figures.hand.goods_cents
  const now = sales.card.total.goods_cents + sales.hand.total.goods_cents
  const compared = `Goods, compared with ${periodLabel(sales.before)}: ${changeLabel(now, goods(sales.before))}.`
  return { above: [compared], table: rows, json: sales }
}
