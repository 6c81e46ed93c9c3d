import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors/app-error.ts'

export const BODY_LIMIT_BYTES = 64 * 1024

/** Far more than shoppers behind one router make, far fewer than a script. */
const WRITES_PER_MINUTE = 1200

/** Limits writes by client address, in memory: it protects the machine. Routes may set `config.rateLimit`. */
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
