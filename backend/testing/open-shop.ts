import { clientPlacements } from '../checkout/placing-limits.ts'
import { inTransaction, openStore } from '../platform/database/database.ts'
import { readSettings } from '../platform/settings/settings.ts'
import { areOrdersOpen, loadFirstSettings, updateShopSettings } from '../platform/settings/shop-settings.repository.ts'
import { runShop } from '../start/run-shop.ts'

/** The shop with orders open, unchecked: what the switch asks for first would take each test ten seconds. */
const store = await openStore(readSettings())
await loadFirstSettings(store.database)
if (!(await areOrdersOpen(store.database)))
  await inTransaction(store.database, (trx) => updateShopSettings(trx, { orders: 'open' }))
await store.close()
// Ten orders an hour may come from one address; the tests of a worker place more.
clientPlacements('').limit.max = 1000
await runShop({ development: null, limits: { maxDelay: 60_000 } })
