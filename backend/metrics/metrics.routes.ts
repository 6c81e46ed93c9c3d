import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, ERROR_MESSAGES } from '../errors/app-error.ts'
import { isFromSameMachine } from '../http/same-machine.ts'
import type { Settings } from '../settings.ts'
import type { Metrics } from './metrics.ts'

/** Serves metrics to programs on this machine, and to others that send the token of the settings. */
export function metricsRoutes(app: FastifyInstance, metrics: Metrics, { metricsToken }: Settings): void {
  app.get('/metrics', async (request, reply) => {
    if (!isFromSameMachine(request) && !holdsToken(request, metricsToken))
      throw new AppError('forbidden', ERROR_MESSAGES.forbidden)
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
