import type { Command } from '@commander-js/extra-typings'
import { plural } from '@shop/contract/text/plural'
import { createPayments } from '../payments/create-payments.ts'
import { startOfLocalDay } from '../platform/lib/days/local-time.ts'
import { toFamilyOf } from '../platform/settings/settings.ts'
import { settleDueOperations } from '../settlement/payment-worker.ts'
import { type Reconciliation, reconcile } from '../settlement/reconcile.ts'
import { type CommandContext, type CommandOutput, parseDay } from './command.ts'

export function addPaymentsCommands(program: Command, context: CommandContext): void {
  const { settings, openStore, clock, report } = context
  const payments = program.command('payments').description('Compare card payments with the payment gateway.')
  payments
    .command('reconcile')
    .description(
      'Compare the gateway’s payments since a day with the orders, and fix what differs, like the nightly job. Run it after a restore.',
    )
    .requiredOption('--since <day>', 'the first day to compare, such as 2026-11-01', parseDay)
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
}

function reconciliationOutput(result: Reconciliation): CommandOutput {
  const { compared, placed, voided, updated, alerts } = result
  return {
    lines: [
      `${plural(compared, 'One payment was', `${compared} payments were`)} compared. New orders: ${placed}. Voided without an order: ${voided}. Updated from the gateway: ${updated}.`,
      ...alerts,
    ],
    json: result,
    failed: alerts.length > 0,
  }
}
