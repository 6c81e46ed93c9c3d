import type { FastifyInstance } from 'fastify'
import { REQUEST_ID_HEADER } from '../../lib/request-id.ts'
import type { ObservedRequest } from '../observed-request.ts'

/** Never a URL or a body: order lookup has names in its query (R24). */
export function logRequests(app: FastifyInstance, observe: (request: ObservedRequest) => void): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, log, routeOptions } = request
    const response = { method, route: routeOptions.url ?? 'none', status: reply.statusCode }
    log.info({ ...response, ms: Math.round(reply.elapsedTime * 10) / 10 })
    observe({ ...response, seconds: reply.elapsedTime / 1000 })
  })
}

/** Sends the id with each response. Added last, so cached responses lack the id they were made for. */
export function returnRequestId(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    reply.header(REQUEST_ID_HEADER, request.id)
  })
}
