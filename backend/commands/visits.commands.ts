import { listVisits } from '../visits/visits.repository.ts'
import { type Command, UsageError } from './command.ts'
import { plain } from './plain.ts'

const DAY = 24 * 60 * 60 * 1000
/** The longest bar, in characters. */
const BAR_LENGTH = 24
/** What one reads on a screen: this many lines, and this many characters of a path. */
const MOST_ROWS = 200
const PATH_LENGTH = 60

const listCommand: Command = {
  name: 'visits list',
  summary: 'Shows how often each page was viewed, by day.',
  options: { days: { type: 'string' } },
  optionHelp: { days: 'how many days, today the last of them; 7 unless told' },
  run: async ({ openStore, clock, options }) => {
    const text = options.days ?? '7'
    if (typeof text !== 'string' || !/^[1-9]\d{0,3}$/.test(text)) throw new UsageError('--days takes a whole number')
    const from = new Date(clock().getTime() - (Number(text) - 1) * DAY).toISOString().slice(0, 10)
    const rows = await listVisits((await openStore()).database, from)
    const most = rows.reduce((before, { views }) => Math.max(before, views), 0)
    const more = rows.length - MOST_ROWS
    return {
      table: rows.slice(0, MOST_ROWS).map((row) => ({ ...row, page: shorten(row.page), '': bar(row.views, most) })),
      lines: more > 0 ? ['', `${more} more; --json shows all of them, --days 1 only today's.`] : [],
      json: rows,
    }
  },
}

/** At least one block, since even one view is a view. */
function bar(views: number, most: number): string {
  return '█'.repeat(Math.max(1, Math.round((views / most) * BAR_LENGTH)))
}

function shorten(path: string): string {
  const text = plain(path)
  return text.length > PATH_LENGTH ? `${text.slice(0, PATH_LENGTH - 1)}…` : text
}

export const visitsCommands: readonly Command[] = [listCommand]
