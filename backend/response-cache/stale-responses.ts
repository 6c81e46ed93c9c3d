import type { Fetch } from '@shop/contract/client'

/** How an answer of an older version says so, in the field's own words (RFC 9211): its time to live is over. */
export const STALE_HEADERS = { 'cache-status': 'shop; hit; ttl=-1' }

/** The same calls, and whether any of them was answered with something stale: what is made of it is stale as well. */
export function watchForStale(send: Fetch): { send: Fetch; sawStale: () => boolean } {
  let stale = false
  return {
    send: async (url, init) => {
      const answer = await send(url, init)
      if (/;\s*ttl=-/.test(answer.headers.get('cache-status') ?? '')) stale = true
      return answer
    },
    sawStale: () => stale,
  }
}
