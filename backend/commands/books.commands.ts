import type { Command } from '@commander-js/extra-typings'
import { formatCount } from '@shop/contract/text/plural'
import { recount } from '../books/recount.ts'
import type { CommandContext } from './command.ts'

/** `books recount`. */
export function addBooksCommands(program: Command, { openStore, report }: CommandContext): void {
  program
    .command('books')
    .description('Sum the figures of the page Sales again.')
    .command('recount')
    .description('Read all orders and payments again and correct the figures. For when the doctor finds a wrong one.')
    .action(async () => {
      const rows = await recount((await openStore()).database)
      report({ lines: [`All orders were read, and ${formatCount(rows, 'row')} were added.`], json: { rows } })
    })
}
