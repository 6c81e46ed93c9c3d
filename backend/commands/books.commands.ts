import type { Command } from '@commander-js/extra-typings'
import { formatCount } from '@shop/contract/text/plural'
import { sumAllDays } from '../books/days/sum-changed-days.ts'
import type { CommandContext } from './command.ts'

/** `books recount`. */
export function addBooksCommands(program: Command, { openStore, report }: CommandContext): void {
  program
    .command('books')
    .description('Sum the figures of the page Sales again.')
    .command('recount')
    .description('Sum all days again from their orders and payments. For when the doctor finds a wrong sum.')
    .action(async () => {
      const days = await sumAllDays((await openStore()).database)
      report({ lines: [`${formatCount(days, 'day')} were summed.`], json: { days } })
    })
}
