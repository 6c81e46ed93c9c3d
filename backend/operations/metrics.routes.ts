import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, ERROR_MESSAGES } from '../http/errors/app-error.ts'
import type { Settings } from '../settings/settings.ts'
import type { Metrics } from './metrics.ts'

/**
 * Serves metrics to programs that send the token of the settings. An address of this machine is not enough: a proxy on it
 * may forward visitors without a word about them.
 */
export function metricsRoutes(app: FastifyInstance, metrics: Metrics, { metricsToken }: Settings): void {
  app.get('/metrics', async (request, reply) => {
    if (!holdsToken(request, metricsToken)) throw new AppError('forbidden', ERROR_MESSAGES.forbidden)
    const body = await metrics.read().catch(() => {
      throw new AppError('unavailable', ERROR_MESSAGES.unavailable)
    })
    return reply.headers({ 'content-type': metrics.registry.contentType, 'cache-control': 'no-store' }).send(body)
  })
}

function holdsToken({ headers }: FastifyRequest, token: string | null): boolean {
  return token !== null && timingSafeEqual(hash(headers.authorization ?? ''), hash(`Bearer ${token}`))
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
