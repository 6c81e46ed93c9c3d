import type { Command } from '@commander-js/extra-typings'
import { formatCount } from '@shop/contract/plural'
import { stripControlCharacters } from '../lib/text.ts'
import { forgetWaiting } from '../waitlist/forget-waiting.ts'
import { countWaiting } from '../waitlist/waitlist.repository.ts'
import { type CommandContext, changeContext } from './command.ts'

/** `waitlist list` and `waitlist forget`. */
export function addWaitlistCommands(program: Command, context: CommandContext): void {
  const { openStore, report } = context
  const waitlist = program.command('waitlist').description('Count who wants to be told what, and delete an address.')
  waitlist
    .command('list')
    .description('List what people wait for, and how many have confirmed their address for it.')
    .action(async () => {
      const counts = await countWaiting((await openStore()).database)
      report({
        table: counts.map(({ product_id, product_name, waiting }) => ({
          product: product_id,
          'waits for': product_id === '' ? 'orders to open' : stripControlCharacters(product_name ?? 'no longer here'),
          waiting,
        })),
        lines: counts.length === 0 ? ['Nobody waits for anything.'] : [],
        json: counts,
      })
    })
  waitlist
    .command('forget')
    .description('Delete an email address, whatever it waits for. There is no undo.')
    .argument('<email>', 'email address, in any letter case')
    .action(async (email) => {
      const deleted = await forgetWaiting(await changeContext(context), email)
      const none = `Nobody waits with the address ${stripControlCharacters(email)}.`
      report({
        lines: [deleted === 0 ? none : `Deleted; it waited for ${formatCount(deleted, 'thing')}.`],
        json: { deleted },
        failed: deleted === 0,
      })
    })
}
