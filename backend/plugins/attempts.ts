import { isIPv6 } from 'node:net'
import { LRUCache } from 'lru-cache'
import { Refusal } from '../refusal.ts'

/** Keys kept at once; the one unused longest goes first, so that a flood of new keys costs no memory. */
const MAX_KEYS = 50_000

/** Attempts of one key that wait for those before them; more than these are asked to come again in a moment. */
const MOST_WAITING = 100

export type Attempts = {
  /** Counts one attempt, whatever comes of it; refuses with the seconds to wait once there were too many. */
  count: (key: string) => void
  /**
   * Does the work of one attempt; `null` from it is a failure, and only failures are counted. As many run at a time as
   * may still fail, so that guesses made at the same instant gain nothing; the others wait for their turn.
   */
  attempt: <Result>(key: string, work: () => Promise<Result | null>) => Promise<Result | null>
}

type Count = { counted: number; until: number; running: number; waiting: (() => void)[] }

/** At most `most` a key within `minutes` from the first. In memory: each node counts for itself. */
export function limitAttempts(options: { most: number; minutes: number; clock: () => Date }): Attempts {
  const { most, minutes, clock } = options
  const counts = new LRUCache<string, Count>({ max: MAX_KEYS })

  /** The count of a key, begun anew once its time is over; refuses when it is full. */
  function open(key: string): Count {
    const now = clock().getTime()
    const count = counts.get(key) ?? { counted: 0, until: 0, running: 0, waiting: [] }
    if (count.until <= now) Object.assign(count, { counted: 0, until: now + minutes * 60_000 })
    counts.set(key, count)
    if (count.counted >= most) throw tooMany(Math.ceil((count.until - now) / 1000))
    return count
  }

  async function enter(key: string): Promise<Count> {
    for (;;) {
      const count = open(key)
      if (count.counted + count.running < most) {
        count.running += 1
        return count
      }
      if (count.waiting.length >= MOST_WAITING) throw tooMany(1)
      await new Promise<void>((resolve) => count.waiting.push(resolve))
    }
  }

  return {
    count: (key) => {
      open(key).counted += 1
    },
    attempt: async (key, work) => {
      const count = await enter(key)
      try {
        const result = await work()
        if (result === null) count.counted += 1
        return result
      } finally {
        count.running -= 1
        for (const wake of count.waiting.splice(0)) wake()
      }
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
  const wait = seconds < 10 ? 'a moment' : minutes === 1 ? 'a minute' : `${minutes} minutes`
  return new Refusal('rate_limited', `Too many attempts. Please try again in ${wait}.`, null, seconds)
}
