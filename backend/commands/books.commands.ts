import type { Command } from '@commander-js/extra-typings'
import { formatCount } from '@shop/contract/text/plural'
import { recount } from '../books/recount.ts'
import type { CommandContext } from './command.ts'

export function addBooksCommands(program: Command, { openStore, report }: CommandContext): void {
  program
    .command('books')
    .description('Recalculate the figures on the Sales page.')
    .command('recount')
    .description('Recalculate all figures from orders and payments, for when the doctor finds a wrong one.')
    .action(async () => {
      const rows = await recount((await openStore()).database)
      report({ lines: [`All orders were read. ${formatCount(rows, 'row')} added.`], json: { rows } })
    })
}
