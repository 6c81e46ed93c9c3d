import { OPERATION_KINDS } from '@shop/contract/payments/card-payment'
import type { Context } from '../../platform/context.ts'
import type { Gauge } from '../../platform/module.ts'
import { listUnknownOperations } from './operations.repository.ts'

/** Without zeros a failed measurement would look like an empty one. */
const NO_OPERATIONS = Object.fromEntries(OPERATION_KINDS.map((kind) => [kind, 0]))

/** Operations with an unknown outcome from the database, so every node reports the same. */
export function paymentsGauges({ database, clock }: Pick<Context, 'database' | 'clock'>): Gauge[] {
  return [
    {
      name: 'shop_payments_unknown',
      help: 'Requests to the payment gateway with an unknown outcome',
      label: 'kind',
      measure: async () => {
        const unknown = await listUnknownOperations(database)
        return { ...NO_OPERATIONS, ...Object.fromEntries(unknown.map(({ kind, count }) => [kind, count])) }
      },
    },
    {
      name: 'shop_payments_unknown_age_seconds',
      help: 'How long the oldest of them has been unknown; 0 where there is none',
      label: 'kind',
      measure: async () => {
        const unknown = await listUnknownOperations(database)
        const ages = unknown.map(({ kind, oldest }) => [kind, (clock().getTime() - Date.parse(oldest)) / 1000])
        return { ...NO_OPERATIONS, ...Object.fromEntries(ages) }
      },
    },
  ]
}
