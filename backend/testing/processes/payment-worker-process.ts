import { pino } from 'pino'
import { createPayments } from '../../payments/create-payments.ts'
import { openStore } from '../../platform/database/database.ts'
import { readSettings } from '../../platform/settings/settings.ts'
import { settleDueOperations } from '../../settlement/payment-worker.ts'
import { armKillPoints, withKillPoints } from './kill-points.ts'

/** Settles payments as of `AHEAD` milliseconds from now, and dies at `KILL_AT`. */
const settings = readSettings(process.env)
const { database, close } = await openStore(settings)
armKillPoints()
await settleDueOperations({
  database,
  clock: () => new Date(Date.now() + Number(process.env.AHEAD ?? 0)),
  payments: withKillPoints(createPayments(settings, () => {})),
  log: pino({ level: 'info' }),
  toFamily: () => ({ to: 'family@shop.example', url: 'https://shop.example' }),
})
await close()
