import type { Fetch } from '@shop/contract/client'

/** Marks a stale response (RFC 9211). */
export const STALE_HEADERS = { 'cache-status': 'shop; hit; ttl=-1' }

/** Wraps `send` and records whether any response was stale: what is made from it is stale as well. */
export function watchForStale(send: Fetch): { send: Fetch; sawStale: () => boolean } {
  let stale = false
  return {
    send: async (url, init) => {
      const response = await send(url, init)
      if (/;\s*ttl=-/.test(response.headers.get('cache-status') ?? '')) stale = true
      return response
    },
    sawStale: () => stale,
  }
}
