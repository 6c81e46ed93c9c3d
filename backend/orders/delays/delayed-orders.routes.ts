import { delayedOrderEndpoints } from '@shop/contract/delays/schemas'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { route } from '../../platform/http/endpoint-route.ts'
import { answerDelay, getDelayedOrder } from './answer-delay.ts'

export function delayedOrdersRoutes(app: FastifyInstance, context: Context): void {
  route(app, delayedOrderEndpoints.getDelayedOrder, ({ body }, request) =>
    getDelayedOrder(context, request, body.token),
  )

  route(app, delayedOrderEndpoints.answerDelay, async ({ body }, request) => {
    await answerDelay(context, request, body)
    return { success: true as const }
  })
}
