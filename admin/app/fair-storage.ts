import { formatCount } from '@shop/contract/plural'

/** Where Fair stores what it needs without a network: its prices and codes, each order, and its page. */
export const FAIR_KIT = 'admin-fair-kit'
export const FAIR_ORDER = 'admin-fair-order:'
export const FAIR_CACHE = 'fair'

/** The names of the orders of everybody that wait on this device. */
export function listFairOrderKeys(): string[] {
  const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
  return keys.filter((key) => key.startsWith(FAIR_ORDER))
}

/** What signing out would delete of this device, as a sentence; `null` where no order waits on it. */
export function describeWaitingOrders(): string | null {
  const count = listFairOrderKeys().length
  if (count === 0) return null
  const [are, them] = count === 1 ? ['is', 'it'] : ['are', 'them']
  return `${formatCount(count, 'order')} taken at a fair ${are} on this device and not in the shop yet. Signing out deletes ${them}. To keep ${them}, open Fair first and send ${them}.`
}

/** Takes prices, codes and orders of a fair off this device, and the page that opens without a network. */
export async function emptyDevice(): Promise<void> {
  for (const key of [...listFairOrderKeys(), FAIR_KIT]) localStorage.removeItem(key)
  if ('caches' in globalThis) await caches.delete(FAIR_CACHE)
}
