import { DEFAULT_TIMEOUTS_MS } from '../platform/database/postgres-pool.ts'
import { runShop } from '../start/run-shop.ts'

/** For tests that wait until a silent database times out; in milliseconds. */
const timeouts = { ...DEFAULT_TIMEOUTS_MS, acquire: 3000, query: 2000, statement: 1500 }
await runShop({ development: null, limits: { maxDelay: 60_000, timeouts } })
