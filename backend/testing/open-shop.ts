import { createPayments } from '../checkout/payments/create-payments.ts'
import { inTransaction, openStore } from '../database/database.ts'
import { runShop } from '../process/run-shop.ts'
import { readSettings } from '../settings/settings.ts'
import { areOrdersOpen, loadFirstSettings, updateShopSettings } from '../settings/shop/shop-settings.repository.ts'
import { armKillPoints, withKillPoints } from './kill-points.ts'

/** The shop with orders open, unchecked, which dies where `KILL_AT` says; its clock is `AHEAD` milliseconds ahead. */
const settings = readSettings()
await openOrders()
armKillPoints()
const payments = withKillPoints(createPayments(settings, () => {}))
const ahead = Number(process.env.AHEAD ?? 0)
const clock = () => new Date(Date.now() + ahead)
await runShop({ development: null, follower: false, limits: { maxDelay: 60_000, payments, clock } })

async function openOrders(): Promise<void> {
  const store = await openStore(settings)
  await loadFirstSettings(store.database)
  if (!(await areOrdersOpen(store.database)))
    await inTransaction(store.database, (trx) => updateShopSettings(trx, { orders: 'open' }))
  await store.close()
}
