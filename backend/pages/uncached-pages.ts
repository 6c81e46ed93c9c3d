import { normalizeIP } from '@fastify/rate-limit'
import { LRUCache } from 'lru-cache'
import { AppError } from '../errors/app-error.ts'

/**
 * Pages a minute that are made for one address alone: searches nobody asked for before, and addresses that lead
 * nowhere. Visitors get there by typing such an address or by a link from outside, since inside the shop a search takes
 * no new page; this is enough for a school behind one address, and less than a tenth of one processor.
 */
const MOST = 300
const MINUTE = 60_000
/** Addresses that are counted at once; the one unused longest is forgotten first. */
const MAX_ADDRESSES = 10_000

export type UncachedPages = {
  /** Counts a page that is about to be made; refuses when this address has had its share. */
  count: (ip: string) => void
  /** Takes it back: the page was kept, for everybody. */
  uncount: (ip: string) => void
}

/** Counts in memory, since it guards this process: each node has processors of its own. */
export function limitUncachedPages(clock: () => Date): UncachedPages {
  const counts = new LRUCache<string, { pages: number; until: number }>({ max: MAX_ADDRESSES })
  return {
    count: (ip) => {
      const key = normalizeIP(ip)
      const now = clock().getTime()
      const known = counts.get(key)
      const current = known && known.until > now ? known : { pages: 0, until: now + MINUTE }
      if (current.pages >= MOST) {
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
