import type { Command } from '@commander-js/extra-typings'
import { attachPayment, payBack, rebuildOrder } from '../checkout/payment-tasks/solve-unmatched.ts'
import { createPayments } from '../checkout/payments/create-payments.ts'
import { settleDueOperations } from '../checkout/placing/payment-worker.ts'
import { type Reconciliation, reconcile } from '../checkout/placing/reconcile.ts'
import { startOfLocalDay } from '../lib/local-time.ts'
import { toFamilyOf } from '../settings/settings.ts'
import { type CommandContext, type CommandOutput, changeContext, parseDay } from './command.ts'

/** `payments reconcile`, and what is done about money without an order. */
export function addPaymentsCommands(program: Command, context: CommandContext): void {
  const { settings, openStore, clock, report } = context
  const payments = program.command('payments').description('Compare card payments with the payment gateway.')
  payments
    .command('reconcile')
    .description(
      'Compare what the gateway made since a day with the orders, and fix what differs, as the nightly job does. Run it after a restore.',
    )
    .requiredOption('--since <day>', 'the first day that is compared, such as 2026-11-01', parseDay)
    .action(async ({ since }) => {
      const { database } = await openStore()
      const log = { info: () => {}, warn: console.warn, error: console.error }
      const gateway = createPayments(settings(), (message) => console.warn(message))
      const toFamily = toFamilyOf.bind(null, settings())
      const worker = { database, clock, payments: gateway, log, toFamily }
      const result = await reconcile(worker, startOfLocalDay(since))
      await settleDueOperations(worker)
      report(reconciliationOutput(result))
    })
  addUnmatchedCommands(payments, context)
}

/** What is done about money that was charged and has no order. */
function addUnmatchedCommands(payments: Command, context: CommandContext): void {
  const reference = 'what the gateway knows the payment by, such as 200123-k7f3q2; "payments reconcile" lists them'
  const { report } = context
  payments
    .command('rebuild')
    .description('Make the order of a payment that has none, from what the shop still knows of it.')
    .argument('<reference>', reference)
    .action(async (name) => {
      const order = await rebuildOrder(await changeContext(context), name)
      report({ lines: [`${name} is order # ${order} now, and its shopper gets the confirmation.`], json: { order } })
    })
  payments
    .command('refund')
    .description('Refund all that is left of a payment without an order.')
    .argument('<reference>', reference)
    .action(async (name) => {
      const kind = await payBack(await changeContext(context), name)
      const line = `${name} is being refunded: the running shop asks the gateway within seconds.`
      report({ lines: [line], json: { reference: name, kind } })
    })
  payments
    .command('attach')
    .description('Say which order, taken by hand, a payment belongs to that has none.')
    .argument('<reference>', reference)
    .argument('<order>', 'the number of the order')
    .action(async (name, order) => {
      await attachPayment(await changeContext(context), name, order)
      report({ lines: [`${name} belongs to order # ${order} now.`], json: { reference: name, order } })
    })
}

function reconciliationOutput(result: Reconciliation): CommandOutput {
  const { compared, placed, voided, updated, alerts } = result
  return {
    lines: [
      `${compared} payments were compared: ${placed} became orders, ${voided} without an order are voided, ${updated} took over what the gateway says.`,
      ...alerts,
    ],
    json: result,
    failed: alerts.length > 0,
  }
}
