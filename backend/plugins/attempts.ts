import { isIPv6 } from 'node:net'
import { LRUCache } from 'lru-cache'
import { Refusal } from '../refusal.ts'

/** Keys kept at once; the one unused longest goes first, so that a flood of new keys costs no memory. */
const MAX_KEYS = 50_000

export type Attempts = {
  /** Counts one attempt; refuses with the seconds to wait once there were too many. */
  take: (key: string) => void
  /** Uncounts one, so that in the end only what failed is counted. */
  giveBack: (key: string) => void
}

/**
 * At most `most` attempts a key within `minutes` from the first. Counted before the work and given back after, so that
 * attempts made at the same instant count too. In memory: each node counts for itself.
 */
export function limitAttempts(options: { most: number; minutes: number; clock: () => Date }): Attempts {
  const { most, minutes, clock } = options
  const counts = new LRUCache<string, { attempts: number; until: number }>({ max: MAX_KEYS })
  return {
    take: (key) => {
      const now = clock().getTime()
      const known = counts.get(key)
      const count = known && known.until > now ? known : { attempts: 0, until: now + minutes * 60_000 }
      if (count.attempts >= most) throw tooMany(Math.ceil((count.until - now) / 1000))
      count.attempts += 1
      counts.set(key, count)
    },
    giveBack: (key) => {
      const count = counts.get(key)
      if (count && count.attempts > 0) count.attempts -= 1
    },
  }
}

/** An address as a key: one household or server of IPv6 has a whole /64 to itself. */
export function addressKey(ip: string): string {
  if (!isIPv6(ip) || ip.includes('.')) return ip.replace(/^::ffff:/i, '')
  const [head = '', tail = ''] = ip.split('::')
  const before = head.split(':').filter((part) => part !== '')
  const after = tail.split(':').filter((part) => part !== '')
  const middle = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  const groups = ip.includes('::') ? [...before, ...middle, ...after] : before
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

function tooMany(seconds: number): Refusal {
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return new Refusal('rate_limited', `Too many attempts. Please try again in ${wait}.`, null, seconds)
}
