import { OPERATION_KINDS } from '@shop/contract/payments/card-payment'
import type { Registry } from 'prom-client'
import { findDeclineAlarm } from '../checkout/placements.repository.ts'
import type { Database } from '../platform/database/database.ts'
import { withinTime } from '../platform/lib/days/time.ts'
import { addGauge, MEASURE_TIMEOUT } from './metrics.ts'
import { countPlacementStates, listUnknownOperations } from './placing-metrics.repository.ts'

const HOUR = 60 * 60_000

/** Without it a measurement that failed would look like one that found nothing. */
const NONE = Object.fromEntries(OPERATION_KINDS.map((kind) => [kind, 0]))

/** Adds gauges of placing orders and of card payments, read from the database, so that every process has the same. */
export function addPaymentGauges(registry: Registry, database: Database, clock: () => Date): void {
  addGauge(registry, {
    name: 'shop_placements_last_hour',
    help: 'Presses of Pay Now of the last hour by what became of them',
    label: 'result',
    measure: () => withinTime(MEASURE_TIMEOUT, countPlacementStates(database, new Date(clock().getTime() - HOUR))),
  })
  const unknown = () => withinTime(MEASURE_TIMEOUT, listUnknownOperations(database))
  addGauge(registry, {
    name: 'shop_payments_unknown',
    help: 'Requests to the payment gateway of which it is not known what became of them',
    label: 'kind',
    measure: async () => ({
      ...NONE,
      ...Object.fromEntries((await unknown()).map(({ kind, count }) => [kind, count])),
    }),
  })
  addGauge(registry, {
    name: 'shop_payments_unknown_age_seconds',
    help: 'How long the oldest of them has been unknown; 0 where there is none',
    label: 'kind',
    measure: async () => ({
      ...NONE,
      ...Object.fromEntries(
        (await unknown()).map(({ kind, oldest }) => [kind, (clock().getTime() - Date.parse(oldest)) / 1000]),
      ),
    }),
  })
  addGauge(registry, {
    name: 'shop_card_alarm',
    help: 'Whether so many cards are declined that stolen ones seem to be tried',
    label: 'reason',
    measure: async () => ({
      declines: Number((await withinTime(MEASURE_TIMEOUT, findDeclineAlarm(database, clock()))) !== null),
    }),
  })
}
