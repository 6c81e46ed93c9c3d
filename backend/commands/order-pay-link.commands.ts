import type { Command } from '@commander-js/extra-typings'
import { normalizeOrderNumber } from '@shop/contract/orders'
import { sendPayLink, withdrawPayLink } from '../orders/pay-link.ts'
import { publicUrlOf } from '../settings/settings.ts'
import { type CommandContext, changeContext } from './command.ts'
import { changedOutput, SEEN, seen } from './order-shipping.commands.ts'
import { problemsOf } from './settings.commands.ts'

/** `orders pay-link send` and `orders pay-link withdraw`. */
export function addPayLinkCommands(orders: Command, context: CommandContext): void {
  const payLink = orders.command('pay-link').description('Let an order that you entered be paid by card.')
  payLink
    .command('send')
    .description('Send the shopper a link by which the order is paid, for 7 days and once. It replaces the one before.')
    .argument('<order>', 'order number', normalizeOrderNumber)
    .option(...SEEN)
    .action(async (orderId, { seen: version = seen }) => {
      const by = {
        ...(await changeContext(context)),
        findOpeningProblems: problemsOf(context),
        publicUrl: (shop: { url: string }) => publicUrlOf(context.settings(), shop),
      }
      const { auditId: id, url } = await sendPayLink(by, { orderId, seen: version })
      context.report(changedOutput(`Order ${orderId} can be paid at ${url}`, { order_id: orderId, url, id }))
    })
  payLink
    .command('withdraw')
    .description('Cancel that link. Nobody gets an email.')
    .argument('<order>', 'order number', normalizeOrderNumber)
    .option(...SEEN)
    .action(async (orderId, { seen: version = seen }) => {
      const id = await withdrawPayLink(await changeContext(context), { orderId, seen: version })
      context.report(changedOutput(`The payment link of order ${orderId} is cancelled.`, { order_id: orderId, id }))
    })
}
