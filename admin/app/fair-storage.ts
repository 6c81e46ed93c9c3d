import { adminEntrance, adminSession } from '@shop/contract/access/session'
import { formatCount } from '@shop/contract/text/plural'
import * as z from 'zod/mini'
import { AdminCallError, call } from './call.ts'
import { DRAFT_PREFIX } from './use-draft.ts'

/** Where Fair stores what it needs without a network: its prices and codes, each order, and its page. */
export const FAIR_KIT_KEY = 'admin-fair-kit'
export const FAIR_ORDER_PREFIX = 'admin-fair-order:'
export const FAIR_CACHE_NAME = 'fair'

/** The names of the orders of everyone that wait on this device. */
export function listFairOrderKeys(): string[] {
  return listKeys(FAIR_ORDER_PREFIX)
}

function listKeys(prefix: string): string[] {
  const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
  return keys.filter((key) => key.startsWith(prefix))
}

/** The warning about orders that signing out would delete from this device, as a sentence; `null` where no order waits on it. */
export function describeWaitingOrders(): string | null {
  const count = listFairOrderKeys().length
  if (count === 0) return null
  const [are, them] = count === 1 ? ['is', 'it'] : ['are', 'them']
  return `${formatCount(count, 'order')} taken at a fair ${are} on this device and not in the shop yet. Signing out deletes ${them}. To keep ${them}, open Fair first and send ${them}.`
}

/** Takes prices, codes and orders of a fair off this device, and the page that opens without a network. */
export async function emptyDevice(): Promise<void> {
  for (const key of [...listFairOrderKeys(), FAIR_KIT_KEY]) localStorage.removeItem(key)
  if ('caches' in globalThis) await caches.delete(FAIR_CACHE_NAME)
}

/**
 * Empties the device of who was removed from the admin, once the shop can be asked. Returns whether it did. An ended session
 * empties nothing, and while someone else is signed in, who may enter the orders, nothing is deleted either.
 */
export async function emptyRemovedDevice(): Promise<boolean> {
  const ids = listStoredUsers()
  if (ids.length === 0 || !(await isSessionRefused())) return false
  const answers = await Promise.all(ids.map((id) => call(adminEntrance.checkRemoved, { body: { id } })))
  const removed = ids.filter((_id, index) => answers[index]?.is_removed === true)
  for (const id of removed) {
    for (const key of listKeys(`${DRAFT_PREFIX}${id}:`)) localStorage.removeItem(key)
    for (const key of listFairOrderKeys()) if (userOf(key) === id) localStorage.removeItem(key)
  }
  if (removed.includes(userOf(FAIR_KIT_KEY) ?? '')) {
    localStorage.removeItem(FAIR_KIT_KEY)
    if ('caches' in globalThis) await caches.delete(FAIR_CACHE_NAME)
  }
  return removed.length > 0
}

async function isSessionRefused(): Promise<boolean> {
  try {
    await call(adminSession.getSession, {})
    return false
  } catch (error) {
    return error instanceof AdminCallError && error.status === 401
  }
}

/** Whose data of a fair this device has. */
function listStoredUsers(): string[] {
  const ids = [FAIR_KIT_KEY, ...listFairOrderKeys()].flatMap((key) => userOf(key) ?? [])
  return [...new Set(ids)]
}

const stored = z.object({ admin_id: z.string() })

function userOf(key: string): string | null {
  try {
    return stored.safeParse(JSON.parse(localStorage.getItem(key) ?? '')).data?.admin_id ?? null
  } catch {
    return null
  }
}
