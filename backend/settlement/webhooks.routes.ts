import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Context } from '../platform/context.ts'
import { AppError } from '../platform/http/errors/app-error.ts'
import { acceptForms } from '../platform/http/form-bodies.ts'
import { storeEvent } from './gateway-events.repository.ts'

/** The address to enter in Braintree's control panel. */
export const WEBHOOK_PATH = '/api/webhooks/braintree'
const BODY_LIMIT_BYTES = 64 * 1024
/** Per client address. */
const FORGED_PER_MINUTE = 30

const notification = z.object({ bt_signature: z.string(), bt_payload: z.string() })
const challenge = z.object({ bt_challenge: z.string().check(z.maxLength(100)) })

/**
 * Receives Braintree's webhooks, while orders are paused too, and checks their signature first. The shop looks up at
 * the gateway what they say. Without keys there is no such route.
 */
export function webhooksRoutes(
  app: FastifyInstance,
  { payments, settings, database, clock, rateLimiter, errorLog }: Context,
): void {
  if (settings.braintree === null) return
  void app.register((scope, _options, registered) => {
    acceptForms(scope)
    scope.post(WEBHOOK_PATH, { bodyLimit: BODY_LIMIT_BYTES, schema: { hide: true } }, async (request, reply) => {
      const sent = notification.safeParse(request.body)
      const read = sent.success ? await payments.readNotification(sent.data.bt_signature, sent.data.bt_payload) : null
      if (!sent.success || read?.outcome !== 'done') {
        const reason = read?.outcome === 'rejected' ? read.reason : 'malformed'
        errorLog.report(request.log, {}, { message: reason }, 'a webhook was refused')
        await rateLimiter.count({
          key: `webhook ${normalizeIP(request.ip)}`,
          limit: { max: FORGED_PER_MINUTE, minutes: 1 },
        })
        throw new AppError('invalid_request')
      }
      await storeEvent(database, read.notification, sent.data.bt_payload, clock())
      return reply.send({ success: true })
    })
    scope.get(WEBHOOK_PATH, { schema: { hide: true } }, async (request, reply) => {
      const sent = challenge.safeParse(request.query)
      const answer = sent.success ? await payments.answerChallenge(sent.data.bt_challenge) : null
      if (answer === null) throw new AppError('invalid_request')
      return reply.type('text/plain').send(answer)
    })
    registered()
  })
}
