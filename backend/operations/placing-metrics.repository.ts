import type { OperationKind } from '@shop/contract/payments/card-payment'
import type { PlacementState } from '../checkout/placing.tables.ts'
import type { Database } from '../platform/database/database.ts'

/** How many placements since a time are in each state. */
export async function countPlacementStates(
  database: Database,
  since: Date,
): Promise<Readonly<Record<PlacementState, number>>> {
  const rows = await database
    .selectFrom('placements')
    .select((row) => ['state', row.fn.countAll<number | string>().as('count')])
    .where('created_at', '>=', since.toISOString())
    .groupBy('state')
    .execute()
  const counts = { checking: 0, placed: 0, declined: 0, failed: 0, abandoned: 0 }
  for (const { state, count } of rows) counts[state] = Number(count)
  return counts
}

type UnknownOperations = { kind: OperationKind; count: number; oldest: string }

/** Requests of which it is not known what became of them, by kind; a refund that waits for settlement is none. */
export async function listUnknownOperations(database: Database): Promise<UnknownOperations[]> {
  const rows = await database
    .selectFrom('payment_operations')
    .select((row) => ['kind', row.fn.countAll<number | string>().as('count'), row.fn.min('created_at').as('oldest')])
    .where((row) =>
      row.or([
        row('state', '=', 'sent'),
        row.and([
          row('state', '=', 'due'),
          row('attempts', '>', 0),
          row.or([row('last_error', 'is', null), row('last_error', '!=', 'unsettled')]),
        ]),
      ]),
    )
    .groupBy('kind')
    .execute()
  return rows.map(({ kind, count, oldest }) => ({ kind, count: Number(count), oldest }))
}
