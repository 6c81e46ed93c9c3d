import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors/app-error.ts'
import { shareOfLimit } from '../rate-limits/rate-limiter.ts'

/** The largest accepted body, in bytes. */
export const BODY_LIMIT = 64 * 1024

/** Writes per minute and client address: far more than shoppers behind one router make, far fewer than a script. */
const WRITES_PER_MINUTE = 1200

/**
 * Limits writes by client address; reads are cheap. A route with a stricter limit, or one on reads, sets
 * `config.rateLimit` (with `allowList: []` for reads). Counts in memory: each of a machine's `processes` allows its share.
 */
export async function limitRequests(app: FastifyInstance, processes: number): Promise<void> {
  app.addHook('onRoute', (route) => {
    const own = route.config?.rateLimit
    if (!own || typeof own.max !== 'number') return
    route.config = { ...route.config, rateLimit: { ...own, max: shareOfLimit(own.max, processes) } }
  })
  await app.register(rateLimit, {
    global: true,
    max: shareOfLimit(WRITES_PER_MINUTE, processes),
    timeWindow: '1 minute',
    cache: 10_000,
    ipv6Subnet: 64,
    allowList: (request) => request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS',
    errorResponseBuilder: () => new AppError('rate_limited'),
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
  })
}
