import { HOUR_MS } from '@shop/contract/durations'
import type { Context } from '../platform/context.ts'
import type { Gauge } from '../platform/module.ts'
import { countPlacementStates, findDeclineAlarm } from './placements.repository.ts'

/** Outcomes of placements from the database, so every node reports the same. */
export function checkoutGauges({ database, clock }: Pick<Context, 'database' | 'clock'>): Gauge[] {
  return [
    {
      name: 'shop_placements_last_hour',
      help: 'Presses of Pay Now of the last hour by what became of them',
      label: 'result',
      measure: () => countPlacementStates(database, new Date(clock().getTime() - HOUR_MS)),
    },
    {
      name: 'shop_card_alarm',
      help: 'Whether so many cards are declined that stolen ones seem to be tried',
      label: 'reason',
      measure: async () => ({ declines: Number((await findDeclineAlarm(database, clock())) !== null) }),
    },
  ]
}
