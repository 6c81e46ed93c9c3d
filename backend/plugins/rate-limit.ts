import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors/app-error.ts'

/** The largest body that is read, in bytes. */
export const BODY_LIMIT = 64 * 1024

/** Writes per minute and address: far above what shoppers behind one router do, far below what a script does. */
const WRITES_PER_MINUTE = 1200

/**
 * Limits writes by address; reads are cheap and free. A route that needs a tighter limit, or one on reads, says so in
 * its `config.rateLimit` (with its own `allowList: []` for reads).
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
