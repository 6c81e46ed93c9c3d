import { normalizeIP } from '@fastify/rate-limit'
import { LRUCache } from 'lru-cache'
import { AppError } from '../http/errors/app-error.ts'
import { shareOfLimit } from '../http/rate-limits/share-of-limit.ts'

/**
 * Uncached pages per minute and client address: new searches and unknown addresses. In-app searches request no page, so
 * only typed addresses and links from outside count. Enough for a school behind one address, and less than a tenth of a
 * processor.
 */
const MAX_PER_MINUTE = 300
const MINUTE = 60_000
/** Addresses that are counted at a time, least recently used first to go. */
const MAX_ADDRESSES = 10_000

export type UncachedPages = {
  /** Counts a page before it is rendered; throws 429 over the limit. */
  count: (ip: string) => void
  /** Undoes the count: the page was cached for everybody. */
  uncount: (ip: string) => void
}

/**
 * Counts in memory, since the limit protects the machine's processor time; each of its `processes` allows its share.
 */
export function limitUncachedPages(clock: () => Date, processes: number): UncachedPages {
  const max = shareOfLimit(MAX_PER_MINUTE, processes)
  const counts = new LRUCache<string, { pages: number; until: number }>({ max: MAX_ADDRESSES })
  return {
    count: (ip) => {
      const key = normalizeIP(ip)
      const now = clock().getTime()
      const known = counts.get(key)
      const current = known && known.until > now ? known : { pages: 0, until: now + MINUTE }
      if (current.pages >= max) {
        const seconds = Math.ceil((current.until - now) / 1000)
        throw new AppError(
          'rate_limited',
          'You have opened a lot of new pages at once. Please wait a minute and try again.',
          null,
          seconds,
        )
      }
      current.pages += 1
      counts.set(key, current)
    },
    uncount: (ip) => {
      const known = counts.get(normalizeIP(ip))
      if (known) known.pages -= 1
    },
  }
}
