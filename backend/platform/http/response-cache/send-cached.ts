import type { Fetch } from '@shop/contract/http/client'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isUnchanged, negotiateEncoding } from './encodings.ts'
import type { CachedResponse } from './response-cache.ts'

/** Sends a rendered response through Fastify, like `responseCache.serve`. */
export async function sendCached(
  response: CachedResponse,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const accept = request.headers['accept-encoding']
  const encodedBody = await response.encoded(negotiateEncoding(Array.isArray(accept) ? accept.join(',') : accept))
  if (response.stale) reply.headers(STALE_HEADERS)
  if (response.status === 200 && isUnchanged(request.headers['if-none-match'], encodedBody.etag)) {
    const { 'content-length': _, 'content-encoding': __, ...unchanged } = encodedBody.headers
    return reply.code(304).headers(unchanged).send()
  }
  return reply.code(response.status).headers(encodedBody.headers).send(encodedBody.body)
}

/** Marks a stale response (RFC 9211). */
export const STALE_HEADERS = { 'cache-status': 'shop; hit; ttl=-1' }

/** Wraps `send` and records whether any response was stale. */
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
