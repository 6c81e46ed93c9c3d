import type { Command } from '@commander-js/extra-typings'
import type { DemandReport } from '@shop/contract/admin/visits'
import { addDays, localDay } from '../lib/local-day.ts'
import { stripControlCharacters } from '../lib/text.ts'
import { daysUntil, reportDemand } from '../visits/demand-report.ts'
import { listVisits } from '../visits/visits.repository.ts'
import type { CommandContext, CommandOutput } from './command.ts'
import { parsePositive } from './command.ts'

const MAX_DAYS = 9999
/** Length of the longest bar in characters. */
const BAR_LENGTH = 24
/** Limits of what is printed, in rows and characters of a path; JSON holds everything. */
const MAX_ROWS = 200
const MAX_PATH_LENGTH = 60

/** `visits list|wanted`. */
export function addVisitsCommands(program: Command, { openStore, clock, report }: CommandContext): void {
  const visits = program.command('visits').description('What shoppers view and what they want.')
  visits
    .command('list')
    .description('List how often each page was viewed, by day.')
    .option('--days <count>', 'how many days, up to and including today', parsePositive(MAX_DAYS), 7)
    .action(async ({ days }) => {
      const from = addDays(localDay(clock()), 1 - days)
      report(visitsOutput(await listVisits((await openStore()).database, from)))
    })
  visits
    .command('wanted')
    .description(
      'List the products that shoppers ask for, those that they only look at, and searches that found nothing.',
    )
    .option('--days <count>', 'how many days, up to and including today', parsePositive(MAX_DAYS), 30)
    .action(async ({ days }) => {
      report(wantedOutput(await reportDemand((await openStore()).database, daysUntil(clock(), days))))
    })
}

/** What `visits list` prints. */
export function visitsOutput(rows: Awaited<ReturnType<typeof listVisits>>): CommandOutput {
  const max = rows.reduce((before, { views }) => Math.max(before, views), 0)
  const more = rows.length - MAX_ROWS
  return {
    table: rows.slice(0, MAX_ROWS).map((row) => ({ ...row, page: shorten(row.page), '': bar(row.views, max) })),
    lines: more > 0 ? ['', `${more} more; --json prints all of them, --days 1 only today's.`] : [],
    json: rows,
  }
}

/** What `visits wanted` prints. */
function wantedOutput({ products, unasked, searches }: DemandReport): CommandOutput {
  return {
    table: products.map(({ product_id, product_name, sold_out, ...counts }) => ({
      product: product_name ?? `${product_id} (no longer here)`,
      'sold out': sold_out ? 'yes' : '',
      ...counts,
    })),
    lines: [
      '',
      'Viewed and not asked for:',
      ...unasked.map(({ product_name, views }) => `${views}  ${product_name}`),
      '',
      'Searches that found nothing:',
      ...searches.map(({ words, count }) => `${count}  ${stripControlCharacters(words)}`),
    ],
    json: { products, unasked, searches },
  }
}

/** At least one block, so that a single view is visible. */
function bar(views: number, max: number): string {
  return '█'.repeat(Math.max(1, Math.round((views / max) * BAR_LENGTH)))
}

function shorten(path: string): string {
  const text = stripControlCharacters(path)
  return text.length > MAX_PATH_LENGTH ? `${text.slice(0, MAX_PATH_LENGTH - 1)}…` : text
}
