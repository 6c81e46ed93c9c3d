import { createPayments } from '../checkout/payments/create-payments.ts'
import { runShop } from '../process/run-shop.ts'
import { readSettings } from '../settings/settings.ts'
import { armKillPoints, withKillPoints } from './kill-points.ts'

/** The shop, which dies where `KILL_AT` says; its clock is `AHEAD` milliseconds ahead. */
armKillPoints()
const payments = withKillPoints(createPayments(readSettings(), () => {}))
const ahead = Number(process.env.AHEAD ?? 0)
const clock = () => new Date(Date.now() + ahead)
await runShop({ development: null, follower: false, limits: { maxDelay: 60_000, payments, clock } })
