import { listVisits } from '../visits/visits.repository.ts'
import { type Command, UsageError } from './command.ts'

const DAY = 24 * 60 * 60 * 1000
/** The longest bar, in characters. */
const BAR_LENGTH = 24

const listCommand: Command = {
  name: 'visits list',
  summary: 'Shows how often each page was viewed, by day.',
  options: { days: { type: 'string' } },
  optionHelp: { days: 'how many days back, 7 unless told' },
  run: async ({ openStore, clock, options }) => {
    const text = options.days ?? '7'
    if (typeof text !== 'string' || !/^\d{1,4}$/.test(text)) throw new UsageError('--days takes a whole number')
    const from = new Date(clock().getTime() - Number(text) * DAY).toISOString().slice(0, 10)
    const rows = await listVisits((await openStore()).database, from)
    const most = Math.max(...rows.map(({ views }) => views))
    return { table: rows.map((row) => ({ ...row, '': bar(row.views, most) })), json: rows }
  },
}

/** At least one block, since even one view is a view. */
function bar(views: number, most: number): string {
  return '█'.repeat(Math.max(1, Math.round((views / most) * BAR_LENGTH)))
}

export const visitsCommands: readonly Command[] = [listCommand]
