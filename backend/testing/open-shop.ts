import { clientPlacements } from '../checkout/placing-limits.ts'
import { inTransaction, openStore } from '../platform/database/database.ts'
import { readSettings } from '../platform/settings/settings.ts'
import { areOrdersOpen, loadFirstSettings, updateShopSettings } from '../platform/settings/shop-settings.repository.ts'
import { runShop } from '../start/run-shop.ts'

/** The shop with orders open, without the checks, which take ten seconds. */
const store = await openStore(readSettings())
await loadFirstSettings(store.database)
if (!(await areOrdersOpen(store.database)))
  await inTransaction(store.database, (trx) => updateShopSettings(trx, { orders: 'open' }))
await store.close()
// A worker's tests place more than an address may.
clientPlacements('').limit.max = 1000
await runShop({ development: null, limits: { maxDelay: 60_000 } })
