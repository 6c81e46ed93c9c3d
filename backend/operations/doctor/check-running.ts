import { findRunningShop, type Location } from '../../platform/database/database.ts'
import type { Finding } from '../../platform/finding.ts'

const TIMEOUT_MS = 5000

/** The shop that serves requests from a SQLite file, when it says that it is not ready: only its own process may see why. */
export async function checkRunning(location: Location): Promise<Finding[]> {
  const running = findRunningShop(location)
  if (running === null) return []
  const address = new URL('/readyz', running.address)
  const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null)
  if (response === null || response.ok) return []
  const text = `The shop that runs at ${running.address} is not ready, so changes fail.`
  const remedy = 'Its log says why. Then stop it with SIGTERM, not with kill -9, and start it again.'
  return [{ code: 'shop_not_ready', severity: 'error', text, remedy }]
}
