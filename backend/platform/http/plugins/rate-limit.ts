import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors/app-error.ts'

/** The largest accepted body, in bytes. */
export const BODY_LIMIT_BYTES = 64 * 1024

/** Writes per minute and client address: far more than shoppers behind one router make, far fewer than a script. */
const WRITES_PER_MINUTE = 1200

/**
 * Limits writes by client address; reads are cheap. A route with a stricter limit, or one on reads, sets
 * `config.rateLimit` (with `allowList: []` for reads). Counts in memory: it protects the machine.
 */
export async function limitRequests(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    global: true,
    max: WRITES_PER_MINUTE,
    timeWindow: '1 minute',
    cache: 10_000,
    ipv6Subnet: 64,
    allowList: (request) => request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS',
    errorResponseBuilder: () => new AppError('rate_limited'),
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
  })
}
