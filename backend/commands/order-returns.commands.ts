import { type Command, InvalidArgumentError } from '@commander-js/extra-typings'
import { ANSWER_LENGTH } from '@shop/contract/admin/returns'
import { acceptReturn, declineReturn, receiveReturn } from '../orders/change-return.ts'
import { readLabel } from '../orders/return-label.ts'
import { publicUrlOf } from '../settings/settings.ts'
import { getShopSettings } from '../settings/shop/shop-settings.repository.ts'
import { type CommandContext, changeContext, parseText, readNamedFile } from './command.ts'
import { changedOutput, SEEN, seen } from './order-shipping.commands.ts'

/** `orders return accept`, `decline` and `receive`. */
export function addReturnCommands(orders: Command, context: CommandContext): void {
  const { openStore, settings, report } = context
  const returns = orders
    .command('return')
    .description('Decide returns that shoppers ask for, and record what comes back.')
  returns
    .command('accept')
    .description('Accept a return, and tell the shopper where to send it.')
    .argument('<return>', 'return, as "orders show" numbers it', parseReturn)
    .option('--label <file>', 'prepaid label: a PDF, PNG or JPEG, to which the email has a link')
    .option('--note <text>', 'what the email says besides', parseText(ANSWER_LENGTH), '')
    .option(...SEEN)
    .action(async (asked, { label: file, note: answer, seen: version = seen }) => {
      const label = file === undefined ? null : readLabel(await readNamedFile(file))
      const publicUrl = publicUrlOf(settings(), await getShopSettings((await openStore()).database))
      const id = await acceptReturn(await changeContext(context), { ...asked, answer, label, publicUrl, seen: version })
      report(changedOutput(`Return ${asked.returnId} is accepted.`, { return_id: asked.returnId, id }))
    })
  returns
    .command('decline')
    .description('Decline a return, also one that has come back, and tell the shopper why.')
    .argument('<return>', 'return, as "orders show" numbers it', parseReturn)
    .requiredOption('--reason <text>', 'what the email gives as the reason', parseText(ANSWER_LENGTH))
    .option(...SEEN)
    .action(async (asked, { reason: answer, seen: version = seen }) => {
      const id = await declineReturn(await changeContext(context), { ...asked, answer, seen: version })
      report(changedOutput(`Return ${asked.returnId} is declined.`, { return_id: asked.returnId, id }))
    })
  returns
    .command('receive')
    .description('Record that a return has arrived, and tell the shopper. Then refund it with "orders refund".')
    .argument('<return>', 'return, as "orders show" numbers it', parseReturn)
    .argument('[items...]', 'items that go back into the stock, as "orders show" numbers them')
    .option(...SEEN)
    .action(async (asked, restockedItemIds, { seen: version = seen }) => {
      const id = await receiveReturn(await changeContext(context), { ...asked, restockedItemIds, seen: version })
      report(changedOutput(`Return ${asked.returnId} has come back.`, { return_id: asked.returnId, id }))
    })
}

/** The number of a return begins with that of its order. */
export function parseReturn(text: string): { orderId: string; returnId: string } {
  const returnId = text.trim().replace(/^#/, '').toUpperCase()
  const [, orderId] = /^(\d{1,18})-RMA\d{1,6}$/.exec(returnId) ?? []
  if (orderId === undefined) throw new InvalidArgumentError('It must be like 100001-RMA1.')
  return { orderId, returnId }
}
