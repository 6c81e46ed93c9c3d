import { checkoutEndpoints } from '@shop/contract/checkout/cart-schemas'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { route } from '../../platform/http/endpoint-route.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { describeError } from '../../platform/http/errors/error-log.ts'
import { createTurns } from '../../platform/http/rate-limits/turns.ts'

/** Tokens per client address; each is a call to the provider. */
const TOKENS_PER_MINUTE = 60

/** Calls of all clients together. A client with many addresses only slows others down. */
const MAX_CONCURRENT = 10

export function paymentsRoutes(app: FastifyInstance, { payments, errorLog, clock }: Context): void {
  const turns = createTurns(clock, { atOnce: MAX_CONCURRENT })
  route(
    app,
    checkoutEndpoints.getClientToken,
    async (_input, request) => {
      try {
        return await turns.run(() => payments.createClientToken())
      } catch (error) {
        errorLog.report(request.log, {}, describeError(error), 'the payment provider gave no client token')
        throw new AppError('unavailable')
      }
    },
    { config: { rateLimit: { max: TOKENS_PER_MINUTE, allowList: [] } } },
  )
}
