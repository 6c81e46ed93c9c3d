import { createPayments } from '../../payments/create-payments.ts'
import { readSettings } from '../../platform/settings/settings.ts'
import { runShop } from '../../start/run-shop.ts'
import { armKillPoints, withKillPoints } from '../processes/kill-points.ts'

/** Dies at `KILL_AT`; its clock is `AHEAD` milliseconds ahead. */
armKillPoints()
const payments = withKillPoints(createPayments(readSettings(), () => {}))
const ahead = Number(process.env.AHEAD ?? 0)
const clock = () => new Date(Date.now() + ahead)
await runShop({ development: null, limits: { maxDelay: 60_000, payments, clock } })
