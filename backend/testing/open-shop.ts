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
await runShop({ development: null, limits: { maxDelay: 60_000 } })
