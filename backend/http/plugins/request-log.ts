import type { FastifyInstance } from 'fastify'
import type { ObservedRequest } from '../../operations/metrics.ts'

/**
 * One line per request: id, method, route, status, milliseconds. Never a URL, a query string or a body: order lookup
 * has names in its query (R24).
 */
export function logRequests(app: FastifyInstance, observe: (request: ObservedRequest) => void): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, log, routeOptions } = request
    const response = { method, route: routeOptions.url ?? 'none', status: reply.statusCode }
    log.info({ ...response, ms: Math.round(reply.elapsedTime * 10) / 10 })
    observe({ ...response, seconds: reply.elapsedTime / 1000 })
  })
}
