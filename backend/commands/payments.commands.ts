import type { Command } from '@commander-js/extra-typings'
import { createPayments } from '../checkout/payments/create-payments.ts'
import { settleDueOperations } from '../checkout/placing/payment-worker.ts'
import { resumePlacing } from '../checkout/placing/placing-brake.ts'
import { type Reconciliation, reconcile } from '../checkout/placing/reconcile.ts'
import { mailToOf } from '../settings/settings.ts'

import { type CommandContext, type CommandOutput, changeContext, parseDay } from './command.ts'

/** `payments reconcile` and `payments resume`. */
export function addPaymentsCommands(program: Command, context: CommandContext): void {
  const { settings, openStore, clock, report } = context
  const payments = program.command('payments').description('Compare card payments with the payment gateway.')
  payments
    .command('reconcile')
    .description(
      'Compare what the gateway made since a day with the orders, and mend what differs, as every night. For after a restore.',
    )
    .requiredOption('--since <day>', 'the first day that is compared, such as 2026-11-01', parseDay)
    .action(async ({ since }) => {
      const { database } = await openStore()
      const log = { info: () => {}, warn: console.warn, error: console.error }
      const gateway = createPayments(settings(), (message) => console.warn(message))
      const mailTo = mailToOf.bind(null, settings())
      const worker = { database, clock, payments: gateway, log, mailTo }
      const result = await reconcile(worker, new Date(`${since}T00:00:00`))
      await settleDueOperations(worker)
      report(reconciliationOutput(result))
    })
  payments
    .command('resume')
    .description('Let orders be placed again that were closed because too many cards were declined.')
    .action(async () => report(resumedOutput(await resumePlacing(await changeContext(context)))))
}

function resumedOutput(resumed: boolean): CommandOutput {
  const line = resumed ? 'Orders can be placed again.' : 'Orders are not closed because of declined cards.'
  return { lines: [line], json: { resumed } }
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
