import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../platform/context.ts'
import { AppError } from '../platform/http/errors/app-error.ts'
import { storeEvent } from './gateway-events.repository.ts'

/** The path to enter in the provider's control panel. */
export function webhookPathOf(provider: string): string {
  return `/api/webhooks/${provider}`
}

const BODY_LIMIT_BYTES = 64 * 1024
/** Per client address. */
const FORGED_PER_MINUTE = 30

/**
 * Receives the webhooks of each gateway with keys, while orders are paused too, and checks their signature first. The shop
 * looks up at the gateway what they say.
 */
export function webhooksRoutes(
  app: FastifyInstance,
  { payments, settings, database, clock, rateLimiter, errorLog }: Context,
): void {
  if (settings.gateways.length === 0) return
  void app.register((scope, _options, registered) => {
    // The signature is of the body as it came.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    for (const { provider } of settings.gateways) {
      const path = webhookPathOf(provider)
      scope.post(path, { bodyLimit: BODY_LIMIT_BYTES, schema: { hide: true } }, async (request, reply) => {
        const { body, headers } = request
        const read = await payments.parseNotification({ provider, body: typeof body === 'string' ? body : '', headers })
        if (read.outcome !== 'done') {
          errorLog.report(request.log, {}, { message: read.reason }, 'a webhook was refused')
          await rateLimiter.count({
            key: `webhook ${normalizeIP(request.ip)}`,
            limit: { max: FORGED_PER_MINUTE, minutes: 1 },
          })
          throw new AppError('invalid_request')
        }
        await storeEvent(database, provider, read.notification, clock())
        return reply.send({ success: true })
      })
      scope.get(path, { schema: { hide: true } }, async ({ query }, reply) => {
        const answer = await payments.answerChallenge({ provider, query })
        if (answer === null) throw new AppError('invalid_request')
        return reply.type('text/plain').send(answer)
      })
    }
    registered()
  })
}
