import { text } from 'node:stream/consumers'
import { type Command, Option } from '@commander-js/extra-typings'
import {
  FIGURES,
  figuresOf,
  SALES_GROUPINGS,
  SALES_WAYS,
  type Sales,
  type SalesGrouping,
} from '@shop/contract/admin/books'
import { formatMoney } from '@shop/contract/money'
import { formatCount } from '@shop/contract/plural'
import { booksCsv } from '../books/books-csv.ts'
import { sumAllDays, sumChangedDays } from '../books/days/changed-days.ts'
import type { Period } from '../books/days/sums.ts'
import { readSales, requirePeriod } from '../books/read-sales.ts'
import { localDay } from '../lib/local-day.ts'
import { stripControlCharacters } from '../lib/text.ts'
import { type CommandContext, type CommandOutput, parseDay, writeNamedFile } from './command.ts'

const FROM = 'first day, such as 2026-01-01; without it the first of this year'
const TO = 'last day; without it today'

/** `books show`, `export` and `recount`. */
export function addBooksCommands(program: Command, context: CommandContext): void {
  const { openStore, clock, report } = context
  const books = program.command('books').description('Show what was sold, charged and paid back, and export it.')
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
    .description('Write orders, payments and refunds as CSV, a line a movement, or the tax by state and month.')
    .argument('[file]', 'file to write; without it the screen')
    .option('--from <day>', FROM, parseDay)
    .option('--to <day>', TO, parseDay)
    .option('--tax-by-month', 'a line for each state and month, with goods, delivery and tax')
    .option('--replace', 'replace a file of that name')
    .action(async (file, { taxByMonth = false, replace = false, ...days }) => {
      const period = periodOf(days, clock())
      requirePeriod(period)
      const { database } = await openStore()
      await sumChangedDays(database)
      const csv = booksCsv(database, period, taxByMonth ? 'tax' : 'movements')
      if (file === undefined) {
        const sheet = await text(csv)
        return report({ lines: [sheet.trimEnd()], json: { ...period, csv: sheet } })
      }
      await writeNamedFile(file, csv, { replace })
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

function periodOf({ from, to }: { from?: string | undefined; to?: string | undefined }, now: Date): Period {
  const today = localDay(now)
  return { from: from ?? `${today.slice(0, 4)}-01-01`, to: to ?? today }
}

function salesOutput(sales: Sales, by: SalesGrouping): CommandOutput {
  const rows = SALES_WAYS.flatMap((way) => {
    const total = { key: 'total', name: null, figures: sales[way].total }
    return [...sales[way].rows, total].map(({ key, name, figures }) => {
      const cells = figuresOf(by, way).map((figure): [string, string | number] => [
        FIGURES[figure].label,
        figure === 'orders' || figure === 'units' ? figures[figure] : formatMoney(figures[figure]),
      ])
      return { [by]: stripControlCharacters(name ?? (key || 'unknown')), recorded: way, ...Object.fromEntries(cells) }
    })
  })
  return { table: rows, json: sales }
}
